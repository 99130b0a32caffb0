import type { Keyring } from '../../application/ports/keyring.ts'
import { sealedBytes } from '../keyring/sealed-bytes.ts'

/** Kept answers may hold personal data: they are sealed under the data key of the account they were given to. */
export interface AnswerSealing {
  /** Null when the account has been erased: then nothing is kept. `place` is where it is kept, and opens nowhere else. */
  readonly sealFor: (accountId: string, place: Buffer, text: string) => Promise<Buffer | null>
  /** Null when the account has been erased meanwhile. */
  readonly openFor: (accountId: string, place: Buffer, sealed: Buffer) => Promise<string | null>
}

export const answerSealing = (keyring: Pick<Keyring, 'provision' | 'find'>): AnswerSealing => {
  const { seal, open } = sealedBytes(keyring)
  return {
    sealFor: (accountId, place, text) => seal(accountId, place, Buffer.from(text, 'utf8')),
    openFor: async (accountId, place, sealed) => (await open(accountId, place, sealed))?.toString('utf8') ?? null,
  }
}
