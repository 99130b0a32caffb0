import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { z } from 'zod'
import { keyedHash } from './hashing.ts'

const nonceBytes = 12
const tagBytes = 16

/**
 * Tokens that contain their subject, encrypted (AES-256-GCM). The nonce is a keyed hash of the subject: the same subject has
 * the same token, and no two have the same nonce.
 */
export const encryptedTokens = <Subject>(secret: Uint8Array, schema: z.ZodType<Subject>) => {
  const key = keyedHash(secret, 'key')
  return {
    issue: (subject: Subject): string => {
      const plain = JSON.stringify(subject)
      const nonce = keyedHash(secret, 'nonce', plain).subarray(0, nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    /** Null unless issued with this secret. */
    read: (token: string): Subject | null => {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length <= nonceBytes + tagBytes) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        const plain = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
        return schema.parse(JSON.parse(plain.toString()))
      } catch {
        return null
      }
    },
  }
}
