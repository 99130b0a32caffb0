import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import type { DataKey } from '../../application/ports/keyring.ts'

/** How a personal field lies in the log: whose it is and what it reads as once erased stand beside the ciphertext. */
export interface SealedField {
  /** base64url of iv (12 bytes), tag (16), ciphertext of the value's JSON; another format will get another name. */
  readonly '~': string
  readonly s: string
  readonly e: unknown
}

export const isSealed = (value: unknown): value is SealedField =>
  typeof value === 'object' &&
  value !== null &&
  '~' in value &&
  's' in value &&
  'e' in value &&
  typeof value['~'] === 'string' &&
  typeof value.s === 'string'

/** Where a sealed field belongs; anywhere else it does not open. */
export interface Place {
  readonly eventId: string
  readonly field: string
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const headBytes = ivBytes + 16
/** Values are padded to a multiple of this, so that null and a short text look alike. */
const block = 32

/** Without a key it throws, rather than write in clear. */
export const sealField = (
  key: DataKey | undefined,
  at: Place,
  { subject, whenErased }: { readonly subject: string; readonly whenErased: unknown },
  value: unknown,
): SealedField => {
  const json = JSON.stringify(value)
  const iv = freshIv()
  const cipher = createCipheriv(algorithm, secretOf(key), iv)
  cipher.setAAD(binding(at, subject))
  const ciphertext = cipher.update(json.padEnd(Math.ceil(json.length / block) * block), 'utf8')
  cipher.final()
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), ciphertext], headBytes + ciphertext.length)
  return { '~': sealed.toString('base64url'), s: subject, e: whenErased }
}

/** The value; the sealed field itself when it is not what was sealed for this place and subject. */
export const openField = (key: DataKey | undefined, at: Place, sealed: SealedField): unknown => {
  try {
    const bytes = Buffer.from(sealed['~'], 'base64url')
    const decipher = createDecipheriv(algorithm, secretOf(key), bytes.subarray(0, ivBytes), { authTagLength: 16 })
    decipher.setAAD(binding(at, sealed.s))
    decipher.setAuthTag(bytes.subarray(ivBytes, headBytes))
    const json = decipher.update(bytes.subarray(headBytes), undefined, 'utf8') + decipher.final('utf8')
    return JSON.parse(json) as unknown
  } catch {
    return sealed
  }
}

/** What the ciphertext is bound to. Lengths come first, so that no two places read the same. */
const binding = ({ eventId, field }: Place, subject: string): Buffer =>
  Buffer.from(`${eventId.length}.${field.length}.${eventId}${field}${subject}`)

/** Random, made many at a time: asking for a few bytes costs as much as encrypting a field. */
let ivs = Buffer.alloc(0)
const freshIv = (): Buffer => {
  if (ivs.length === 0) ivs = randomBytes(512 * ivBytes)
  const iv = ivs.subarray(0, ivBytes)
  ivs = ivs.subarray(ivBytes)
  return iv
}

/** node:crypto takes a prepared key several times faster than bytes; the keyring hands out the same bytes for a while. */
const secrets = new WeakMap<DataKey, KeyObject>()
const secretOf = (key: DataKey | undefined): KeyObject => {
  if (!key) throw new TypeError('A personal field without a key')
  const known = secrets.get(key)
  if (known) return known
  const secret = createSecretKey(key)
  secrets.set(key, secret)
  return secret
}

/** Whom the sealed fields of an event's data belong to. */
export const subjectsIn = (data: unknown): readonly string[] =>
  typeof data !== 'object' || data === null
    ? []
    : Object.values(data)
        .filter(isSealed)
        .map(({ s }) => s)
