import { createDecipheriv, createHash, verify } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { hashLeaf, isConsistent, rootFromInclusion } from './rfc9162.ts'

/*
 * A checker of archives written from RFC 9162, from C2SP's signed-note and tlog-checkpoint, and from the description of the files in
 * ADR 43, not from our verifier, to judge what both accept.
 */

interface Key {
  readonly publicKey: string
}
interface Note {
  readonly size: number
  readonly root: Buffer
}
/** What the checker of an archive got from the public endpoints. */
export interface Published {
  readonly keys: readonly Key[]
  /** The newest checkpoint, with the proof that it continues that of the archive. */
  readonly newest?: { readonly note: string; readonly path: readonly string[] }
}

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest()
const isSignedBy = ({ publicKey }: Key, text: string, signature: Uint8Array): boolean => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') }
  return verify(null, Buffer.from(text), { key: jwk, format: 'jwk' }, signature)
}

/** https://c2sp.org/signed-note: text, blank line, and lines of `— name base64(key id ‖ signature)`. */
const openNote = (note: string, keys: readonly Key[]): Note | null => {
  const match = /^((.+)\n(\d+)\n(\S+)\n)\n((?:— .+\n)+)$/s.exec(note)
  if (match === null) return null
  const [, text = '', name = '', size, root = '', signatures = ''] = match
  const isSigned = signatures.split('\n').some((line) => {
    const [, signer, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    return (
      signer === name &&
      keys.some((key) => {
        const id = sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(1), Buffer.from(key.publicKey, 'base64')]))
        return id.subarray(0, 4).equals(bytes.subarray(0, 4)) && isSignedBy(key, text, bytes.subarray(4))
      })
    )
  })
  return isSigned ? { size: Number(size), root: Buffer.from(root, 'base64') } : null
}

interface Sealed {
  readonly '~': string
  readonly k: string
  readonly s: string
}
const unseal = (sealed: Sealed, eventId: string, field: string, key: string): unknown => {
  const [bytes, secret] = [Buffer.from(sealed['~'], 'base64url'), Buffer.from(key, 'base64url')]
  if (sha256(secret).toString('base64url') !== sealed.k) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(`${eventId.length}.${field.length}.${eventId}${field}${sealed.s}`))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString())
  } catch {
    return undefined
  }
}

interface OpenedField {
  readonly eventId: string
  readonly field: string
  readonly value: unknown
  readonly key: string
}

type Leaf = { readonly id: string; readonly type: string; readonly data: Readonly<Record<string, unknown>> }

/** What does not hold, as `file` or `file event`; nothing if all does. */
export const faultsIn = (files: ReadonlyMap<string, Uint8Array>, { keys, newest }: Published): readonly string[] => {
  const faults = new Set<string>()
  const text = (name: string) => Buffer.from(files.get(name) ?? '').toString()
  const json = (name: string): unknown => JSON.parse(text(name))

  const { files: hashes, signature } = json('impronte.json') as {
    files: Record<string, string>
    signature: string
  }
  const signed = `garbo/impronte/v1\n${Object.keys(hashes)
    .sort()
    .map((name) => `${hashes[name]} ${name}\n`)
    .join('')}`
  if (!keys.some((key) => isSignedBy(key, signed, Buffer.from(signature, 'base64')))) faults.add('impronte.json')
  for (const name of new Set([...Object.keys(hashes), ...files.keys()])) {
    if (name === 'impronte.json' || name.startsWith('verifica.')) continue
    if (sha256(files.get(name) ?? '').toString('hex') !== hashes[name]) faults.add(name)
  }

  const log = openNote(text('checkpoint.txt'), keys)
  if (log === null) return [...faults, 'checkpoint.txt']
  const later = newest === undefined ? log : openNote(newest.note, keys)
  const path = (newest?.path ?? []).map((hash) => Buffer.from(hash, 'hex'))
  if (later === null || later.size < log.size || !isConsistent(log, later, path)) faults.add('checkpoint.txt')

  type Proof = { eventId: string; leafHash: string; leafIndex: number; path: string[] }
  const proofs = new Map((json('proofs.json') as Proof[]).map((proof) => [proof.eventId, proof]))
  const leaves = new Map<string, Leaf>()
  for (const event of json('events.json') as (string | { eventId: string; leafHash: string })[]) {
    const leaf = typeof event === 'string' ? (JSON.parse(event) as Leaf) : null
    const eventId = typeof event === 'string' ? (leaf?.id ?? '') : event.eventId
    const hash = typeof event === 'string' ? hashLeaf(event) : Buffer.from(event.leafHash, 'hex')
    const proof = proofs.get(eventId)
    if (leaf !== null) leaves.set(eventId, leaf)
    // only the time of what its reader may not see is confidential
    if (proof === undefined && leaf === null) continue
    const siblings = (proof?.path ?? []).map((sibling) => Buffer.from(sibling, 'hex'))
    const root = proof && rootFromInclusion(hash, proof.leafIndex, log.size, siblings)
    if (root?.equals(log.root) !== true) faults.add(`events.json ${eventId}`)
    proofs.delete(eventId)
  }
  for (const eventId of proofs.keys()) faults.add(`proofs.json ${eventId}`)

  for (const { eventId, field, value, key } of json('opened.json') as OpenedField[]) {
    const sealed = leaves.get(eventId)?.data[field] as Sealed | undefined
    if (sealed === undefined || !isDeepStrictEqual(unseal(sealed, eventId, field, key), value))
      faults.add(`opened.json ${eventId}`)
  }
  return [...faults]
}
