import type { QueryResultRow } from 'pg'
import { newDataKey, type Wrapping } from './wrapping.ts'

/** The keyring's own row: under which master key all the others are wrapped. */
export interface MasterRow extends QueryResultRow {
  readonly proof: Buffer
  readonly root: Buffer | null
  /** Of the master key to be, while the keys are being wrapped anew. */
  readonly next: Buffer | null
}

export const masterRow = 'select proof, root, (select proof from keyring.rotation) as next from keyring.master'
export const firstProof = 'insert into keyring.master (proof) values ($1) on conflict do nothing'

const names = { proof: 'the master key of this keyring', root: 'the root of its lasting secrets' } as const

export const proofBy = ({ wrap }: Wrapping): Buffer => wrap(names.proof, newDataKey())
export const proves = ({ unwrap }: Wrapping, proof: Buffer): boolean => unwrap(names.proof, proof) !== null

/** What lasting secrets are made of: wrapped or, until the master key is first changed, that key itself. */
export const rootIn = ({ root }: MasterRow, masterKey: Uint8Array, { unwrap }: Wrapping): Uint8Array => {
  const secret = root === null ? masterKey : unwrap(names.root, root)
  if (secret) return secret
  throw new Error('The root of the lasting secrets in the keyring is damaged')
}
export const rootUnder = ({ wrap }: Wrapping, root: Uint8Array): Buffer => wrap(names.root, root)

export const wrongMasterKey = () =>
  new Error('Wrong master key: the keys in this database are wrapped by another one. Was `keys rotate` cut short?')
export const beingRotated = () =>
  new Error('The master key is being changed: let `npm run garbo -- keys rotate` come to its end first')
