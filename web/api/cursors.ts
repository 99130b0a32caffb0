import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { InvalidCursor } from '../../projections/columns.ts'
import type { Endpoint } from '../contract/endpoint.ts'

export interface Cursors {
  readonly seal: (cursor: string) => string
  /** Throws `InvalidCursor` unless this endpoint has sealed it. */
  readonly open: (sealed: string) => string
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

const hash = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Encrypts and authenticates the cursors of an endpoint, because the keys they hold, such as the time of a review, must
 * neither be read nor searched for with forged ones. The same cursor has the same text, so that responses keep their
 * entity tags.
 * @rule Q-60
 */
export const cursorsOf = (secret: Uint8Array, { method, path }: Pick<Endpoint, 'method' | 'path'>): Cursors => {
  const [key, ivKey] = [hash(secret, 'cursor key'), hash(secret, 'cursor iv')]
  const endpoint = Buffer.from(`${method} ${path}`)
  const ivOf = (cursor: string) => hash(ivKey, `${method} ${path}\n${cursor}`).subarray(0, ivBytes)
  return {
    seal: (cursor) => {
      const iv = ivOf(cursor)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(endpoint)
      const text = Buffer.concat([cipher.update(cursor, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)]
      try {
        const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
          .setAAD(endpoint)
          .setAuthTag(tag)
        return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        throw new InvalidCursor()
      }
    },
  }
}
