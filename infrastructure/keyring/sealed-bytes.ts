import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DataKey, Keyring } from '../../application/ports/keyring.ts'
import { E } from '../../domain/kernel/fp.ts'

/** Bytes under an account's data key, so that they end with it. `place` is where they are kept: they open nowhere else. */
export interface SealedBytes {
  /** Null when the account has been erased. */
  readonly seal: (accountId: string, place: Uint8Array, bytes: Uint8Array) => Promise<Buffer | null>
  /** Null when the account has been erased meanwhile. */
  readonly open: (accountId: string, place: Uint8Array, sealed: Uint8Array) => Promise<Buffer | null>
}

export const sealedBytes = (keyring: Pick<Keyring, 'provision' | 'find'>): SealedBytes => ({
  seal: async (accountId, place, bytes) => {
    const key = await keyFrom(keyring.provision, accountId)
    if (key === null) return null
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(place)
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  },
  open: async (accountId, place, sealed) => {
    const key = await keyFrom(keyring.find, accountId)
    if (key === null) return null
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(place).setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  },
})

const keyFrom = async (find: Keyring['find'], accountId: string): Promise<DataKey | null> => {
  const keys = await find([accountId])()
  if (E.isLeft(keys))
    throw Object.assign(new Error('The keyring cannot be reached', { cause: keys.left.cause }), { statusCode: 503 })
  const key = keys.right.get(accountId)
  return key === undefined || key === 'erased' ? null : key
}
