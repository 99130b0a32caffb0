import { createCipheriv, createDecipheriv } from 'node:crypto'
import { z } from 'zod'
import type { UnsubscribeTokens } from '../../application/accounts/notification-ports.ts'
import { notificationKinds } from '../../domain/kernel/vocabulary.ts'
import { keyedHash } from './hashing.ts'

const nonceBytes = 12
const tagBytes = 16

const Subject = z.tuple([z.string(), z.array(z.enum(notificationKinds))])

/**
 * Tokens that contain their subject, encrypted (AES-256-GCM). The nonce is a keyed hash of the subject: the same subject has
 * the same token, and no two have the same nonce.
 */
export const unsubscribeTokens = (secret: Uint8Array): UnsubscribeTokens => {
  const key = keyedHash(secret, 'key')
  return {
    issue: ({ accountId, kinds }) => {
      const plain = JSON.stringify([accountId, kinds.toSorted()])
      const nonce = keyedHash(secret, 'nonce', plain).subarray(0, nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    read: (token) => {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length <= nonceBytes + tagBytes) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        const plain = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
        const [accountId, kinds] = Subject.parse(JSON.parse(plain.toString()))
        return { accountId, kinds }
      } catch {
        return null
      }
    },
  }
}
