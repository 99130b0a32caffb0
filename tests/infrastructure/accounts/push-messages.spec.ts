import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PushSender, PushSubscription } from '../../../application/accounts/notification-ports.ts'
import { webPush } from '../../../infrastructure/accounts/push-messages.ts'

/** A browser's side of a subscription, which decrypts what the push service hands on. */
const browser = createECDH('prime256v1')
browser.generateKeys()
const auth = randomBytes(16)

let server: Server
let host: string
let status: number
let received: { readonly authorization: string; readonly body: Buffer }[]
let sender: PushSender
let subscription: PushSubscription

/** A push service as RFC 8030 describes it, without TLS. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ authorization: request.headers.authorization ?? '', body: Buffer.concat(chunks) })
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `localhost:${(server.address() as AddressInfo).port}`
  sender = webPush({
    secret: randomBytes(32),
    contact: 'mailto:garbo@example.it',
    hosts: [host, '*.push.example'],
    request: (url, init) => fetch(url.replace(/^https:/, 'http:'), init),
  })
  subscription = {
    endpoint: `https://${host}/send/abc`,
    keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
  }
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  status = 201
  received = []
})

describe('a push message', () => {
  it('arrives encrypted for its browser, and signed', async () => {
    expect(await sender.send(subscription, '{"title":"Nuova valutazione"}')).toBe('sent')
    const [message] = received
    expect(message?.body.includes('Nuova valutazione')).toBe(false)
    const text = ece.decrypt(message?.body ?? Buffer.alloc(0), {
      version: 'aes128gcm',
      privateKey: browser,
      authSecret: auth.toString('base64url'),
    })
    expect(text.toString()).toBe('{"title":"Nuova valutazione"}')
    expect(message?.authorization).toMatch(/^vapid t=[\w.-]+, k=/)
    expect(message?.authorization).toContain(sender.publicKey)
  })

  it.each([404, 410])('ends a subscription that the push service no longer knows (%s)', async (gone) => {
    status = gone
    expect(await sender.send(subscription, 'x')).toBe('gone')
  })

  it.each([302, 429, 500])('is sent again later if the push service answers %s', async (failed) => {
    status = failed
    await expect(sender.send(subscription, 'x')).rejects.toThrow(`the push service answered ${failed}`)
    expect(received).toHaveLength(1)
  })

  it('never leaves for an address that is not a push service’s', async () => {
    for (const endpoint of [
      'http://localhost/x',
      'https://localhost/x',
      `https://user@${host}/x`,
      'https://push.example.evil.example/x',
      'https://evilpush.example/x',
      'nothing',
    ]) {
      expect(sender.accepts(endpoint), endpoint).toBe(false)
      expect(await sender.send({ ...subscription, endpoint }, 'x')).toBe('gone')
    }
    expect(sender.accepts('https://db5.push.example/x')).toBe(true)
    expect(received).toEqual([])
  })

  it('ends a subscription whose key is none', async () => {
    const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
    expect(await sender.send({ ...subscription, keys: { ...subscription.keys, p256dh } }, 'x')).toBe('gone')
    expect(received).toEqual([])
  })

  it('has the same key after a restart, so that subscriptions last', () => {
    const options = { secret: Buffer.alloc(32, 7), contact: 'mailto:garbo@example.it', hosts: [] }
    expect(webPush(options).publicKey).toBe(webPush(options).publicKey)
    expect(Buffer.from(webPush(options).publicKey, 'base64url')).toHaveLength(65)
  })
})
