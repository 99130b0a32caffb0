import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** URL with user and password. */
  readonly url: string
  /** Received messages in order of arrival, parsed. */
  readonly messages: () => Promise<readonly Email[]>
  /** The same, as they were transmitted. */
  readonly raw: () => readonly Buffer[]
  /** Answers the recipients at `lento@`, which it has not answered so far. */
  readonly answerSlowRecipients: () => void
  readonly stop: () => Promise<void>
}

const [user, password] = ['garbo', 'segreta']

/** A real SMTP server for tests, which rejects recipients at `nessuno@` and does not answer those at `lento…@`. */
export const startMailServer = async (wanted = 0): Promise<MailServer> => {
  const taken: Buffer[] = []
  const answerLater: (() => void)[] = []
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: (given, _session, done) =>
      given.username === user && given.password === password
        ? done(null, { user })
        : done(new Error('wrong user or password')),
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('lento')) return void answerLater.push(() => done())
      done(address.startsWith('nessuno@') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null)
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks))
        done()
      })
    },
  })
  // A client killed in the middle of a message ends its connection with an error, which the server passes on.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
  })
  await new Promise<void>((listening) => {
    server.listen(wanted, '127.0.0.1', listening)
  })
  const { port } = server.server.address() as { readonly port: number }
  return {
    url: `smtp://${user}:${password}@127.0.0.1:${port}`,
    answerSlowRecipients: () => answerLater.splice(0).forEach((answer) => answer()),
    messages: () => Promise.all(taken.map((email) => PostalMime.parse(email))),
    raw: () => taken,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
      }),
  }
}

export interface SmsGateway {
  readonly url: string
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly body: unknown }[]
  /** Sets the status of further responses, initially 202; null sends no response. */
  readonly answer: (status: number | null) => void
  readonly stop: () => Promise<void>
}

/** An SMS gateway like those of carriers: JSON over HTTP with a bearer token. */
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
