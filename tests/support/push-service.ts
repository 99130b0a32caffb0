import { execFileSync } from 'node:child_process'
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ece from 'http_ece'

export interface PushService {
  readonly host: string
  /** File with the certificate that clients have to trust. */
  readonly certificate: string
  /** The subscription of its only browser, as `PushSubscription.toJSON()` returns it. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  /** Received messages in order of arrival, as the browser decrypts them (RFC 8291). */
  readonly messages: () => readonly string[]
  readonly stop: () => Promise<void>
}

/** A push service as RFC 8030 describes it, with a self-signed certificate, and the keys of one browser. */
export const startPushService = async (): Promise<PushService> => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-push-'))
  const { key, certificate } = createCertificate(folder)
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16).toString('base64url')
  const received: Buffer[] = []
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isSigned = request.headers.authorization?.startsWith('vapid t=') === true
      if (isSigned) received.push(Buffer.concat(chunks))
      response.writeHead(isSigned ? 201 : 401).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const decrypt = (message: Buffer) =>
    ece.decrypt(message, { version: 'aes128gcm', privateKey: browser, authSecret: auth }).toString()
  return {
    host,
    certificate,
    subscription: {
      endpoint: `https://${host}/send/browser`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth },
    },
    messages: () => received.map(decrypt),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A key pair and a self-signed certificate for `localhost`. */
const createCertificate = (folder: string) => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const keyPair = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...keyPair, ...subject, '-out', certificate], {
    stdio: 'ignore',
  })
  return { key, certificate }
}
