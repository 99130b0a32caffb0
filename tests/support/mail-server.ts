import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** With user and password. */
  readonly url: string
  /** In order of arrival, as a mail program reads them. */
  readonly letters: () => Promise<readonly Email[]>
  readonly stop: () => Promise<void>
}

const [user, password] = ['garbo', 'segreta']

/** A real SMTP server of the tests' own; nobody lives at `nessuno@`. */
export const startMailServer = async (): Promise<MailServer> => {
  const taken: Buffer[] = []
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: (given, _session, done) =>
      given.username === user && given.password === password
        ? done(null, { user })
        : done(new Error('wrong user or password')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nessuno@') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks))
        done()
      })
    },
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const { port } = server.server.address() as { readonly port: number }
  return {
    url: `smtp://${user}:${password}@127.0.0.1:${port}`,
    letters: () => Promise.all(taken.map((letter) => PostalMime.parse(letter))),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
      }),
  }
}
