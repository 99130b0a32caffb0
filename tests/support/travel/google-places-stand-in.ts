import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jpeg } from '../images.ts'

interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

interface Reply {
  readonly status: number
  readonly body: unknown
}

/** Fake of Google's Places API (New): Text Search, Place Photos and their errors. */
export const startGooglePlacesStandIn = async () => {
  const heard: RecordedRequest[] = []
  const photo = await jpeg(1600, 900)
  let reply: Reply | null = { status: 200, body: { places: [] } }
  let photoUri = ''
  let bytesServed = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const { method = '', url: path = '', headers } = request
      heard.push({ method, path, headers, body: text === '' ? null : JSON.parse(text) })
      if (path === '/picture.jpg') response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo)
      else if (path === '/endless.jpg') pour(response)
      else if (reply === null) request.socket.destroy()
      else respond(path, reply, response)
    })
  })
  const respond = (path: string, { status, body }: Reply, response: ServerResponse) => {
    const isMedia = path.includes('/media?') && status === 200
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(isMedia ? { name: path, photoUri } : body))
  }
  /** Streams without a content length until the client disconnects. */
  const pour = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    const more = () => {
      while (!response.destroyed && response.write(photo)) bytesServed += photo.length
    }
    response.on('drain', more)
    more()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  photoUri = `${origin}/picture.jpg`
  return {
    origin,
    heard,
    /** Bytes of `/endless.jpg` read by clients. */
    bytesServed: () => bytesServed,
    /** Sets the reply to all further requests; null closes the connection. */
    answers: (next: Reply | null) => {
      reply = next
    },
    setPhotoUri: (uri: string) => {
      photoUri = uri
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const googleError = (status: number, name: string, reason?: string): Reply => ({
  status,
  body: {
    error: {
      code: status,
      message: 'In Google’s own words',
      status: name,
      ...(reason !== undefined && { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] }),
    },
  },
})
