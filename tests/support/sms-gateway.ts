import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SmsGateway {
  readonly url: string
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly body: unknown }[]
  /** What it answers from now on, null for nothing at all; 202 at first. */
  readonly answer: (status: number | null) => void
  readonly stop: () => Promise<void>
}

/** An SMS gateway as operators offer them: JSON over HTTP with a bearer token. */
export const startSmsGateway = async (): Promise<SmsGateway> => {
  const requests: SmsGateway['requests'] = []
  let status: number | null = 202
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (status === null) return
      if (status < 300) requests.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
      response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end('{"ok":true}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/messages`,
    requests,
    answer: (next) => {
      status = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
