import { hkdfSync } from 'node:crypto'

/** One secret for each purpose, all from the master key: none of them tells another. */
export const secretFor = (masterKey: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', masterKey, '', `garbo/${purpose}`, 32))
