import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Hash } from './hashes.ts'

/*
 * Checkpoints as signed notes: the formats of https://c2sp.org/tlog-checkpoint and https://c2sp.org/signed-note.
 */

export interface Checkpoint {
  /** Names the log. */
  readonly origin: string
  /** Leaves in the tree. */
  readonly size: number
  readonly root: Hash
}

/** A key that signs checkpoints, by the name that appears in its signature lines. */
export interface VerifierKey {
  readonly name: string
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
}

/** The text that is signed, with its last newline. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** What a key signs: a note, or as a witness the time and a checkpoint (https://c2sp.org/tlog-cosignature). */
export const signatureTypes = { note: 1, cosignature: 4 } as const
type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes]

/** Identifies a key in a signature line: the first four bytes of a hash of its name, type and public key. */
export const keyIdOf = ({ name, publicKey }: VerifierKey, type: SignatureType = signatureTypes.note): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([type]))
    .update(publicKey)
    .digest()
    .subarray(0, 4)

/** DER before the 32 bytes of an Ed25519 key (RFC 8410). */
const privateDer = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicDer = Buffer.from('302a300506032b6570032100', 'hex')

/** @param seed 32 bytes */
export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateDer, seed]), format: 'der', type: 'pkcs8' })

export const publicKeyOf = (seed: Uint8Array): Buffer =>
  createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(publicDer.length)

/** Whether a key has signed these bytes. */
export const hasSigned = ({ publicKey }: VerifierKey, signed: string, signature: Uint8Array): boolean =>
  verify(
    null,
    Buffer.from(signed),
    createPublicKey({ key: Buffer.concat([publicDer, publicKey]), format: 'der', type: 'spki' }),
    signature,
  )

/** A text with one signature. @param seed Ed25519 seed, 32 bytes, of the key with this name */
export const signNote = (text: string, name: string, seed: Uint8Array): string => {
  const signature = sign(null, Buffer.from(text), privateKeyOf(seed))
  const keyId = keyIdOf({ name, publicKey: publicKeyOf(seed) })
  return `${text}\n${signatureLine(name, Buffer.concat([keyId, signature]))}\n`
}

export const signatureLine = (name: string, keyIdAndSignature: Uint8Array): string =>
  `— ${name} ${Buffer.from(keyIdAndSignature).toString('base64')}`

/** The bytes after the key id in a signature line of this key; null if it is not one. */
export const signatureOf = (line: string, key: VerifierKey, type: SignatureType): Buffer | null => {
  const encoded = line.startsWith(`— ${key.name} `) ? line.slice(`— ${key.name} `.length) : ''
  const bytes = Buffer.from(encoded, 'base64')
  const isOfKey = bytes.toString('base64') === encoded && bytes.subarray(0, 4).equals(keyIdOf(key, type))
  return isOfKey ? bytes.subarray(4) : null
}

/** The Ed25519 signature of a note with one signature, base64. */
export const signatureIn = (note: string): string => {
  const encoded = note.trimEnd().split(' ').at(-1) ?? ''
  return Buffer.from(encoded, 'base64').subarray(4).toString('base64')
}

/** The text of a note and the lines of its signatures; null if it is not a note. */
export const partsOfNote = (note: string): { readonly text: string; readonly lines: readonly string[] } | null => {
  const end = note.lastIndexOf('\n\n')
  return end < 0 ? null : { text: note.slice(0, end + 1), lines: note.slice(end + 2).split('\n') }
}

/** The checkpoint of a note that one of the keys has signed; null if none has or it is not a checkpoint. */
export const openCheckpoint = (note: string, keys: readonly VerifierKey[]): Checkpoint | null => {
  const parts = partsOfNote(note)
  if (parts === null) return null
  const { text, lines } = parts
  return lines.some((line) => keys.some((key) => isSignature(line, text, key))) ? parsedCheckpoint(text) : null
}

const isSignature = (line: string, text: string, key: VerifierKey): boolean => {
  const signature = signatureOf(line, key, signatureTypes.note)
  return signature !== null && hasSigned(key, text, signature)
}

const parsedCheckpoint = (text: string): Checkpoint | null => {
  const [origin = '', size = '', encodedRoot = ''] = text.split('\n')
  const root = Buffer.from(encodedRoot, 'base64')
  if (!/^(?:0|[1-9]\d{0,15})$/.test(size) || root.toString('base64') !== encodedRoot || root.length !== 32) return null
  return { origin, size: Number(size), root }
}
