import { createECDH, ECDH } from 'node:crypto'
import webpush from 'web-push'
import type { PushSender } from '../../application/accounts/notification-ports.ts'
import { keyedHash } from './hashing.ts'

export interface PushOptions {
  /** Secret from which the key pair derives; a change ends all subscriptions. */
  readonly secret: Uint8Array
  /** Whom push services contact about Garbo's messages: a `mailto:` or https address. */
  readonly contact: string
  /** Hosts of push services; `*.` stands for one or more labels. */
  readonly hosts: readonly string[]
  readonly timeoutMs?: number
  /** Sends a request; tests send it without TLS. */
  readonly request?: (url: string, init: RequestInit) => Promise<Response>
}

/** How long a push service keeps a message for a browser that is offline. */
const ttlSeconds = 86_400

/**
 * Web push with VAPID. Endpoints come from browsers, so only those of known push services are called, over https and
 * without following redirects.
 */
export const webPush = ({ secret, contact, hosts, timeoutMs = 10_000, request = fetch }: PushOptions): PushSender => {
  const { publicKey, privateKey } = vapidKeys(secret)
  const accepts = (endpoint: string) => isAddressOf(hosts, endpoint)
  return {
    publicKey,
    accepts,
    send: async (subscription, message) => {
      if (!accepts(subscription.endpoint) || !isPublicKey(subscription.keys.p256dh)) return 'gone'
      const { endpoint, method, headers, body } = webpush.generateRequestDetails(subscription, message, {
        vapidDetails: { subject: contact, publicKey, privateKey },
        TTL: ttlSeconds,
      })
      const response = await request(endpoint, {
        method,
        headers,
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.status === 404 || response.status === 410) return 'gone'
      if (!response.ok) throw new Error(`the push service answered ${response.status}`)
      return 'sent'
    },
  }
}

/** Whether it is a point of P-256, as browsers make them. */
const isPublicKey = (p256dh: string): boolean => {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

const isAddressOf = (hosts: readonly string[], endpoint: string): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return hosts.some((known) => (known.startsWith('*.') ? host.endsWith(known.slice(1)) : host === known))
}

/** A P-256 key pair; the first candidate that is a valid private key, which nearly every number is. */
const vapidKeys = (secret: Uint8Array): { readonly publicKey: string; readonly privateKey: string } => {
  const ecdh = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    const candidate = keyedHash(secret, 'vapid', String(attempt))
    try {
      ecdh.setPrivateKey(candidate)
      return { publicKey: ecdh.getPublicKey('base64url'), privateKey: candidate.toString('base64url') }
    } catch {
      // not in the range of the curve
    }
  }
}
