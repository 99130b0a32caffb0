import type { ResponseOf } from '../../shared/api.ts'

/*
 * What browsers verify of the log by themselves: RFC 9162 §2.1.3.2 and the signed notes of C2SP, with WebCrypto. The server
 * has its own code for the same; a mistake in one does not hide in the other.
 */

export type InclusionProof = ResponseOf<'inclusionProof'>
export type PublishedKey = ResponseOf<'checkpointKeys'>[number]
type Witness = PublishedKey['witnesses'][number]

/** One hash of the proof, combined with the hash so far. */
export interface HashStep {
  /** Where the hash of the proof stands. */
  readonly side: 'left' | 'right'
  /** Lower-case hex, as all hashes here. */
  readonly sibling: string
  readonly result: string
}

/** In the order in which they are shown; each depends on those before. */
export const proofParts = ['event', 'leaf', 'path', 'checkpoint', 'signature'] as const
export type ProofPart = (typeof proofParts)[number]

export interface ProofCheck {
  readonly parts: Readonly<Record<ProofPart, boolean>>
  readonly holds: boolean
  /** As computed here. */
  readonly leafHash: string
  readonly steps: readonly HashStep[]
  /** Where the steps end. */
  readonly root: string
  /** Size and root that were signed; null if there is no checkpoint. */
  readonly signed: SignedTree | null
  /** Of the key that signed; null if no published one did. */
  readonly keyId: string | null
}

interface SignedTree {
  readonly origin: string
  readonly size: number
  readonly root: string
}

/** The parts of an event that its leaf must repeat. */
export interface ShownEvent {
  readonly id: string
  readonly stream: string
  readonly type: string
  readonly version: number
  readonly at: string
  readonly actor: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Verifies that an event, as it is shown, is in the log at a signed checkpoint.
 * Rejects where browsers offer no SHA-256 (connections that are not secure) or no Ed25519.
 * @rule D-67
 */
export const checkProof = async (
  proof: InclusionProof,
  shown: ShownEvent,
  keys: readonly PublishedKey[],
): Promise<ProofCheck> => {
  const leafHash = await hashOf(Uint8Array.of(0), utf8(proof.leaf))
  const sides = sidesOf(proof.leafIndex, proof.treeSize, proof.path.length)
  const steps = await combine(leafHash, proof.path, sides ?? [])
  const root = steps.at(-1)?.result ?? leafHash
  const note = proof.checkpoint === null ? null : partsOfNote(proof.checkpoint)
  const signed = note && signedTree(note.text)
  const keyId = note && signed && (await signerOf(note, signed.origin, keys))
  const parts = {
    event: isLeafOf(proof.leaf, shown),
    leaf: leafHash === proof.leafHash,
    path: sides !== null && root === proof.rootHash,
    checkpoint: signed !== null && signed.size === proof.treeSize && signed.root === root,
    signature: keyId !== null,
  }
  return { parts, holds: proofParts.every((part) => parts[part]), leafHash, steps, root, signed, keyId }
}

/**
 * On which side each hash of an inclusion proof stands; null if a proof for this leaf and size has another length.
 * The variables are those of RFC 9162 §2.1.3.2, as numbers: sizes may exceed 32 bits.
 */
const sidesOf = (leafIndex: number, size: number, length: number): readonly HashStep['side'][] | null => {
  if (leafIndex >= size) return null
  const sides: HashStep['side'][] = []
  let [fn, sn] = [leafIndex, size - 1]
  for (let n = 0; n < length; n++) {
    if (sn === 0) return null
    const isLeft = fn % 2 === 1 || fn === sn
    sides.push(isLeft ? 'left' : 'right')
    if (isLeft) while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 ? sides : null
}

const combine = async (
  leafHash: string,
  path: readonly string[],
  sides: readonly HashStep['side'][],
): Promise<readonly HashStep[]> => {
  const steps: HashStep[] = []
  let hash = leafHash
  for (const [n, side] of sides.entries()) {
    const sibling = path[n] ?? ''
    const [left, right] = side === 'left' ? [sibling, hash] : [hash, sibling]
    hash = await hashOf(Uint8Array.of(1), hexBytes(left), hexBytes(right))
    steps.push({ side, sibling, result: hash })
  }
  return steps
}

/** Whether the leaf says the same as the page; sealed fields are encrypted in it, so opened ones cannot be compared. */
const isLeafOf = (leaf: string, { id, stream, type, version, at, actor, data }: ShownEvent): boolean => {
  const recorded = parsed(leaf)
  if (!isRecord(recorded)) return false
  const { meta } = recorded
  const recordedActor = isRecord(meta) && isRecord(meta['actor']) ? (meta['actor']['id'] ?? null) : null
  const isSame = Object.entries({ id, stream, type, version, at }).every(([name, value]) => recorded[name] === value)
  return isSame && recordedActor === actor && saysTheSame(recorded['data'], data)
}

const saysTheSame = (recorded: unknown, shown: unknown): boolean => {
  if (isSealed(recorded)) return true
  if (Array.isArray(recorded))
    return (
      Array.isArray(shown) && recorded.length === shown.length && recorded.every((one, n) => saysTheSame(one, shown[n]))
    )
  if (!isRecord(recorded)) return recorded === shown
  const names = new Set([...Object.keys(recorded), ...(isRecord(shown) ? Object.keys(shown) : [])])
  return isRecord(shown) && [...names].every((name) => saysTheSame(recorded[name], shown[name]))
}

export interface RecordedField {
  /** Names and numbers, joined by dots. */
  readonly path: string
  /** `opened`: encrypted in the leaf, but not in the answer. */
  readonly state: 'clear' | 'sealed' | 'opened'
  readonly value: unknown
}

/** The fields of an event's data as they are shown, next to how the leaf has them. */
export const fieldsOf = (leaf: string, data: unknown): readonly RecordedField[] => {
  const recorded = parsed(leaf)
  return fieldsWithin('', isRecord(recorded) ? recorded['data'] : null, data)
}

const fieldsWithin = (path: string, recorded: unknown, value: unknown): readonly RecordedField[] => {
  if (isRecord(value) && value['sealed'] === true) return [{ path, state: 'sealed', value: null }]
  if (isSealed(recorded)) return [{ path, state: 'opened', value }]
  const isNested = isRecord(value) || Array.isArray(value)
  const inner = isNested ? Object.entries(value) : []
  if (inner.length === 0) return path === '' ? [] : [{ path, state: 'clear', value }]
  return inner.flatMap(([name, one]) => {
    const below = isRecord(recorded) || Array.isArray(recorded) ? Object.entries(recorded) : []
    return fieldsWithin(path === '' ? name : `${path}.${name}`, new Map(below).get(name), one)
  })
}

/** A field as it is stored encrypted. */
const isSealed = (recorded: unknown): boolean => isRecord(recorded) && typeof recorded['~'] === 'string'

/** Which event a leaf names; null if it names none. */
export const placeOf = (leaf: string): { readonly stream: string; readonly version: number } | null => {
  const recorded = parsed(leaf)
  if (!isRecord(recorded)) return null
  const { stream, version } = recorded
  return typeof stream === 'string' && typeof version === 'number' ? { stream, version } : null
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// --- Signed notes -------------------------------------------------------------------------------------

interface NoteParts {
  /** What is signed, with its last newline. */
  readonly text: string
  readonly lines: readonly string[]
}

const partsOfNote = (note: string): NoteParts | null => {
  const end = note.lastIndexOf('\n\n')
  return end < 0 ? null : { text: note.slice(0, end + 1), lines: note.slice(end + 2).split('\n') }
}

const signedTree = (text: string): SignedTree | null => {
  const [origin = '', size = '', root = ''] = text.split('\n')
  const bytes = base64Bytes(root)
  return /^(?:0|[1-9]\d{0,15})$/.test(size) && bytes?.length === 32
    ? { origin, size: Number(size), root: toHex(bytes) }
    : null
}

/** Types of signatures, in the ids of keys. */
const types = { note: 1, cosignature: 4 } as const

/** Id of the published key that has signed a note; null if none has. A note of the log names its origin as signer. */
const signerOf = async (
  { text, lines }: NoteParts,
  origin: string,
  keys: readonly PublishedKey[],
): Promise<string | null> => {
  for (const { keyId, publicKey } of keys) {
    const key = { name: origin, publicKey, type: types.note }
    for (const line of lines) {
      const signature = await signatureIn(line, key)
      if (signature !== null && (await hasSigned(publicKey, signature, utf8(text)))) return keyId
    }
  }
  return null
}

/**
 * When a witness cosigned a checkpoint, as an instant; null if it did not.
 * @see https://c2sp.org/tlog-cosignature
 * @rule D-67
 */
export const cosignedAt = async (
  { note, cosignatures }: Pick<ResponseOf<'checkpoints'>[number], 'note' | 'cosignatures'>,
  { name, publicKey }: Pick<Witness, 'name' | 'publicKey'>,
): Promise<string | null> => {
  const text = partsOfNote(note)?.text
  for (const line of text === undefined ? [] : cosignatures) {
    const bytes = await signatureIn(line, { name, publicKey, type: types.cosignature })
    if (bytes === null || bytes.length !== 72) continue
    const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)
    const message = utf8(`cosignature/v1\ntime ${seconds}\n${text}`)
    if (seconds > lastSecond) continue
    if (await hasSigned(publicKey, bytes.subarray(8), message)) return new Date(Number(seconds) * 1000).toISOString()
  }
  return null
}

/** Of the year 9999; later times are no instants. */
const lastSecond = 253_402_300_799n

interface VerifierKey {
  readonly name: string
  readonly publicKey: string
  readonly type: number
}

/** The bytes after the key id in a signature line of this key; null if it is not one. */
const signatureIn = async (line: string, { name, publicKey, type }: VerifierKey): Promise<Uint8Array | null> => {
  const start = `— ${name} `
  const bytes = line.startsWith(start) ? base64Bytes(line.slice(start.length)) : null
  const key = base64Bytes(publicKey)
  if (bytes === null || key === null) return null
  const keyId = (await hashOf(utf8(`${name}\n`), Uint8Array.of(type), key)).slice(0, 8)
  return toHex(bytes.subarray(0, 4)) === keyId ? bytes.subarray(4) : null
}

const hasSigned = async (publicKey: string, signature: Uint8Array, message: Uint8Array): Promise<boolean> => {
  const key = base64Bytes(publicKey) ?? new Uint8Array()
  const imported = await crypto.subtle.importKey('raw', buffer(key), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', imported, buffer(signature), buffer(message))
}

// --- Bytes --------------------------------------------------------------------------------------------

const hashOf = async (...parts: readonly Uint8Array[]): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(parts.map(buffer)).arrayBuffer())
  return toHex(new Uint8Array(digest))
}

/** Bytes of ordinary memory, as the types of WebCrypto require. */
const buffer = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const hexBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Null for text that is not base64. */
const base64Bytes = (text: string): Uint8Array | null => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0)
  } catch {
    return null
  }
}
