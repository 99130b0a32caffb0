import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'
import { existsSync, linkSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { QueryResultRow } from 'pg'
import type { DataKey } from '../../application/ports/keyring.ts'
import { OperatorError } from '../operator-error.ts'
import { readOrCreateSecret, syncFolder } from '../secret-file.ts'

export interface MasterKeySource {
  /** `GARBO_MASTER_KEY`; if absent, the file `master.key` in the data folder, created on first start. */
  readonly text?: string | undefined
  readonly folder: string
}

/** 32 bytes. Losing them means losing all personal data: back up the file, separately from the database. */
export const loadMasterKey = ({ text, folder }: MasterKeySource): Uint8Array =>
  text === undefined ? readKeyFile(join(folder, 'master.key')) : parseMasterKey(text, 'GARBO_MASTER_KEY')

/** The next master key, in a file next to the current one; an interrupted rotation may have created it. */
export const loadNextMasterKey = (folder: string): Uint8Array => readKeyFile(join(folder, 'master.key.next'))

/** Makes the next key the current one. The former key is kept under a different name because older backups need it. */
export const adoptNextMasterKey = (folder: string): string => {
  const [current, next] = [join(folder, 'master.key'), join(folder, 'master.key.next')]
  const former = `${current}.${createHash('sha256').update(readKeyFile(current)).digest('hex').slice(0, 8)}`
  if (!existsSync(former)) linkSync(current, former)
  renameSync(next, current)
  syncFolder(dirname(current))
  return former
}

const readKeyFile = (path: string): Uint8Array =>
  parseMasterKey(
    readOrCreateSecret(path, () => `${randomBytes(32).toString('base64')}\n`),
    path,
  )

const hexForm = /^[0-9a-f]{64}$/i
const base64Form = /^[\w+/-]{43}=?$/

export const parseMasterKey = (text: string, source: string): Uint8Array => {
  const trimmed = text.trim()
  if (hexForm.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (base64Form.test(trimmed)) return Buffer.from(trimmed, 'base64')
  throw new OperatorError(`${source} is not a valid key: it must be 32 bytes in base64 (44 characters) or hex (64)`)
}

const wrappingCipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
/** Prefix of keys bound to a subject's digest. The first format had no prefix and was bound to the subject's name. */
const formatByte = Buffer.from([2])
/** Length of a wrapped key in the first format. */
export const legacyKeyBytes = ivBytes + tagBytes + 32

/** `unwrap` and `unwrapFor` return null if the key was not wrapped by this master key for this subject. */
export interface KeyWrapping {
  readonly wrap: (subject: string, key: DataKey) => Buffer
  readonly unwrap: (subject: string, wrapped: Uint8Array) => DataKey | null
  /** For callers that know only the digest; keys of the first format cannot be opened this way. */
  readonly wrapFor: (digest: Uint8Array, key: DataKey) => Buffer
  readonly unwrapFor: (digest: Uint8Array, wrapped: Uint8Array) => DataKey | null
}

/** AES-256-GCM under the master key, bound to the subject: format, iv, tag, ciphertext. */
export const keyWrapping = (masterKey: Uint8Array): KeyWrapping => {
  if (masterKey.length !== 32) throw new OperatorError(`The master key must be 32 bytes long, not ${masterKey.length}`)
  const master = createSecretKey(masterKey)

  const decrypt = (aad: Uint8Array, bytes: Uint8Array): DataKey | null => {
    try {
      const iv = bytes.subarray(0, ivBytes)
      const decipher = createDecipheriv(wrappingCipher, master, iv, { authTagLength: tagBytes })
        .setAAD(aad)
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
    } catch {
      return null
    }
  }
  const wrapFor = (digest: Uint8Array, key: DataKey) => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(wrappingCipher, master, iv).setAAD(digest)
    const ciphertext = Buffer.concat([cipher.update(key), cipher.final()])
    return Buffer.concat([formatByte, iv, cipher.getAuthTag(), ciphertext])
  }
  const unwrapFor = (digest: Uint8Array, wrapped: Uint8Array) =>
    wrapped[0] === formatByte[0] && wrapped.length !== legacyKeyBytes ? decrypt(digest, wrapped.subarray(1)) : null

  return {
    wrap: (subject, key) => wrapFor(digestOf(subject), key),
    unwrap: (subject, wrapped) =>
      wrapped.length === legacyKeyBytes
        ? decrypt(Buffer.from(subject), wrapped)
        : unwrapFor(digestOf(subject), wrapped),
    wrapFor,
    unwrapFor,
  }
}

export const newDataKey = (): DataKey => randomBytes(32)

/** Identifies a subject in the keyring. */
export const digestOf = (subject: string): Buffer => createHash('sha256').update(subject).digest()

/** The row that identifies the master key wrapping all others. */
export interface MasterRow extends QueryResultRow {
  readonly proof: Buffer
  readonly root: Buffer | null
  /** Proof of the next master key during a rotation. */
  readonly next: Buffer | null
}

export const selectMasterRow = 'select proof, root, (select proof from keyring.rotation) as next from keyring.master'
export const insertFirstProof = 'insert into keyring.master (proof) values ($1) on conflict do nothing'

const wrappedNames = { proof: 'the master key of this keyring', root: 'the root of its lasting secrets' } as const

export const createProof = ({ wrap }: KeyWrapping): Buffer => wrap(wrappedNames.proof, newDataKey())
export const verifiesProof = ({ unwrap }: KeyWrapping, proof: Buffer): boolean =>
  unwrap(wrappedNames.proof, proof) !== null

/** Root of the lasting secrets: stored wrapped or, before the first rotation, the master key itself. */
export const unwrapRoot = ({ root }: MasterRow, masterKey: Uint8Array, { unwrap }: KeyWrapping): Uint8Array => {
  const secret = root === null ? masterKey : unwrap(wrappedNames.root, root)
  if (secret) return secret
  throw new OperatorError('The root secret in the keyring is damaged')
}
export const wrapRoot = ({ wrap }: KeyWrapping, root: Uint8Array): Buffer => wrap(wrappedNames.root, root)

export const wrongMasterKey = () =>
  new OperatorError(
    'Wrong master key: the keys in this database are wrapped with a different one. Was `keys rotate` interrupted?',
  )
export const rotationUnderWay = () =>
  new OperatorError('The master key is being rotated: complete `npm run garbo -- keys rotate` first')
