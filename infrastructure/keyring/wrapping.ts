import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'
import type { DataKey } from '../../application/ports/keyring.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

export interface Wrapping {
  readonly wrap: (subject: string, key: DataKey) => Buffer
  /** Null when it was not wrapped by this master key for this very subject. */
  readonly unwrap: (subject: string, wrapped: Uint8Array) => DataKey | null
}

/** AES-256-GCM under the master key, bound to the subject: iv, tag, ciphertext. */
export const wrappingBy = (masterKey: Uint8Array): Wrapping => {
  if (masterKey.length !== 32) throw new Error(`The master key has ${masterKey.length} bytes instead of 32`)
  const master = createSecretKey(masterKey)
  return {
    wrap: (subject, key) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, master, iv).setAAD(Buffer.from(subject))
      const ciphertext = Buffer.concat([cipher.update(key), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
    },
    unwrap: (subject, wrapped) => {
      try {
        const iv = wrapped.subarray(0, ivBytes)
        const decipher = createDecipheriv(algorithm, master, iv, { authTagLength: tagBytes })
          .setAAD(Buffer.from(subject))
          .setAuthTag(wrapped.subarray(ivBytes, ivBytes + tagBytes))
        return Buffer.concat([decipher.update(wrapped.subarray(ivBytes + tagBytes)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

export const newDataKey = (): DataKey => randomBytes(32)

/** How a subject is called in the keyring's table. */
export const digestOf = (subject: string): Buffer => createHash('sha256').update(subject).digest()
