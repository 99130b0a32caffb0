import { sign } from 'node:crypto'
import {
  hasSigned,
  keyIdOf,
  privateKeyOf,
  publicKeyOf,
  signatureLine,
  signatureOf,
  signatureTypes,
  type VerifierKey,
} from './checkpoint-note.ts'

/*
 * Cosignatures of witnesses: `cosignature/v1` of https://c2sp.org/tlog-cosignature with Ed25519. A witness states that at
 * this time the checkpoint was the largest it knew of the log, and continued every earlier one.
 */

/** The key of a witness, with its private half. */
export interface WitnessSigner {
  readonly name: string
  /** Ed25519 seed, 32 bytes. */
  readonly seed: Buffer
}

const type = signatureTypes.cosignature
const signatureBytes = 64

const keyText = (key: VerifierKey, material: Uint8Array): string =>
  `${key.name}+${keyIdOf(key, type).toString('hex')}+${Buffer.from([type, ...material]).toString('base64')}`

/** `name+id+key`, the form in which https://c2sp.org/signed-note passes on the public key of a witness. */
export const verifierKeyText = (key: VerifierKey): string => keyText(key, key.publicKey)

/** The key of a witness; null if the text is none. */
export const parseVerifierKey = (text: string): VerifierKey | null => {
  const [name = '', id = '', publicKey] = keyParts(text)
  if (publicKey === undefined) return null
  const key = { name, publicKey }
  return keyIdOf(key, type).toString('hex') === id ? key : null
}

/** The form in which a witness keeps its key: that of the verifier key after `PRIVATE+KEY+`, with the seed. */
export const signerText = ({ name, seed }: WitnessSigner): string =>
  `${privatePrefix}${keyText({ name, publicKey: publicKeyOf(seed) }, seed)}`

const privatePrefix = 'PRIVATE+KEY+'

export const parseSigner = (text: string): WitnessSigner | null => {
  if (!text.startsWith(privatePrefix)) return null
  const [name = '', id = '', seed] = keyParts(text.slice(privatePrefix.length))
  if (seed === undefined) return null
  return keyIdOf({ name, publicKey: publicKeyOf(seed) }, type).toString('hex') === id ? { name, seed } : null
}

/** Names are part of lines and lists: no spaces, plus signs or commas. */
export const isWitnessName = (name: string): boolean => /^[^\s+,\p{Cc}]{1,200}$/u.test(name)

/** Name, id and the 32 bytes of a key; nothing if the text is not of this form. */
const keyParts = (text: string): readonly [] | readonly [string, string, Buffer] => {
  const [, name, id, encoded] = /^([^+]+)\+([\da-f]{8})\+([A-Za-z\d+/]+=*)$/.exec(text) ?? []
  if (name === undefined || id === undefined || encoded === undefined || !isWitnessName(name)) return []
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64') !== encoded || bytes.length !== 33 || bytes[0] !== type) return []
  return [name, id, bytes.subarray(1)]
}

/** The signature line of a witness. @param text of the checkpoint, without its signatures */
export const cosign = (text: string, { name, seed }: WitnessSigner, atMs: number): string => {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(Math.floor(atMs / 1_000)))
  const signature = sign(null, Buffer.from(cosignedText(text, time)), privateKeyOf(seed))
  const keyId = keyIdOf({ name, publicKey: publicKeyOf(seed) }, type)
  return signatureLine(name, Buffer.concat([keyId, time, signature]))
}

/** Whether a line is the cosignature of a checkpoint by this witness. */
export const isCosignature = (line: string, text: string, key: VerifierKey): boolean => {
  const stamped = signatureOf(line, key, type)
  if (stamped?.length !== 8 + signatureBytes) return false
  const time = stamped.subarray(0, 8)
  return time.readBigUInt64BE() < 2n ** 63n && hasSigned(key, cosignedText(text, time), stamped.subarray(8))
}

const cosignedText = (text: string, time: Buffer): string => `cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`
