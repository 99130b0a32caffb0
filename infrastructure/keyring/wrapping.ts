import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'
import type { DataKey } from '../../application/ports/keyring.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
/** Before what is bound to a subject's digest; the first format had no such byte and was bound to its name. */
const format = Buffer.from([2])
/** How long a key of the first format is, wrapped. */
export const firstFormatBytes = ivBytes + tagBytes + 32

/** Null from `unwrap` and `unwrapFor`: it was not wrapped by this master key for this very subject. */
export interface Wrapping {
  readonly wrap: (subject: string, key: DataKey) => Buffer
  readonly unwrap: (subject: string, wrapped: Uint8Array) => DataKey | null
  /** For whoever knows the subject by its digest alone: what is of the first format does not open so. */
  readonly wrapFor: (digest: Uint8Array, key: DataKey) => Buffer
  readonly unwrapFor: (digest: Uint8Array, wrapped: Uint8Array) => DataKey | null
}

/** AES-256-GCM under the master key, bound to the subject: format, iv, tag, ciphertext. */
export const wrappingBy = (masterKey: Uint8Array): Wrapping => {
  if (masterKey.length !== 32) throw new Error(`The master key has ${masterKey.length} bytes instead of 32`)
  const master = createSecretKey(masterKey)

  const opened = (bound: Uint8Array, bytes: Uint8Array): DataKey | null => {
    try {
      const iv = bytes.subarray(0, ivBytes)
      const decipher = createDecipheriv(algorithm, master, iv, { authTagLength: tagBytes })
        .setAAD(bound)
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
    } catch {
      return null
    }
  }
  const wrapFor = (digest: Uint8Array, key: DataKey) => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, master, iv).setAAD(digest)
    const ciphertext = Buffer.concat([cipher.update(key), cipher.final()])
    return Buffer.concat([format, iv, cipher.getAuthTag(), ciphertext])
  }
  const unwrapFor = (digest: Uint8Array, wrapped: Uint8Array) =>
    wrapped[0] === format[0] && wrapped.length !== firstFormatBytes ? opened(digest, wrapped.subarray(1)) : null

  return {
    wrap: (subject, key) => wrapFor(digestOf(subject), key),
    unwrap: (subject, wrapped) =>
      wrapped.length === firstFormatBytes
        ? opened(Buffer.from(subject), wrapped)
        : unwrapFor(digestOf(subject), wrapped),
    wrapFor,
    unwrapFor,
  }
}

export const newDataKey = (): DataKey => randomBytes(32)

/** How a subject is called in the keyring's table. */
export const digestOf = (subject: string): Buffer => createHash('sha256').update(subject).digest()
