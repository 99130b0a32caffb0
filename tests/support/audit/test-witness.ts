import { publicKeyOf } from '../../../infrastructure/audit/tree/checkpoint-note.ts'
import { verifierKeyText, type WitnessSigner } from '../../../infrastructure/audit/tree/cosignatures.ts'

/** A witness whose key is known before it runs. */
export const knownSigner = (name: string, seed: number): WitnessSigner => ({ name, seed: Buffer.alloc(32, seed) })

export const verifierKeyOf = ({ name, seed }: WitnessSigner): string =>
  verifierKeyText({ name, publicKey: publicKeyOf(seed) })
