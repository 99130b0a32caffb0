import { hkdfSync } from 'node:crypto'

/** One secret for each purpose, all from one root: none of them tells another. */
export const secretFor = (root: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', root, '', `garbo/${purpose}`, 32))
