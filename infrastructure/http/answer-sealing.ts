import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DataKey, Keyring } from '../../application/ports/keyring.ts'
import { E } from '../../domain/kernel/fp.ts'

/** Kept answers may hold personal data: they are sealed under the data key of the account they were given to. */
export interface AnswerSealing {
  /** Null when the account has been erased: then nothing is kept. `place` is where it is kept, and opens nowhere else. */
  readonly sealFor: (accountId: string, place: Buffer, text: string) => Promise<Buffer | null>
  /** Null when the account has been erased meanwhile. */
  readonly openFor: (accountId: string, place: Buffer, sealed: Buffer) => Promise<string | null>
}

export const answerSealing = (keyring: Pick<Keyring, 'provision' | 'find'>): AnswerSealing => ({
  sealFor: async (accountId, place, text) => {
    const key = await keyFrom(keyring.provision, accountId)
    if (key === null) return null
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(place)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  },
  openFor: async (accountId, place, sealed) => {
    const key = await keyFrom(keyring.find, accountId)
    if (key === null) return null
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(place).setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  },
})

const keyFrom = async (find: Keyring['find'], accountId: string): Promise<DataKey | null> => {
  const keys = await find([accountId])()
  if (E.isLeft(keys))
    throw Object.assign(new Error('The keyring cannot be reached', { cause: keys.left.cause }), { statusCode: 503 })
  const key = keys.right.get(accountId)
  return key === undefined || key === 'erased' ? null : key
}
