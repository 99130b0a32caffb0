import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { DataKey, Keyring, KeyringFailure } from '../../application/ports/keyring.ts'
import type { FieldDisclosure, Sealable, Sealed, Sealing, SealingFailure } from '../../application/ports/sealing.ts'
import type { AnyEvent, EventFamily } from '../../domain/kernel/event.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'

type Data = Readonly<Record<string, unknown>>
type Keys = ReadonlyMap<string, DataKey | 'erased'>

/**
 * Seals personal fields individually; fields the registry does not declare are not written. A field that was moved or
 * tampered with stays sealed when opened, which its codec rejects, so only that event is unreadable.
 */
export const sealing = (keyring: Keyring, eventRegistry: EventFamily<AnyEvent>): Sealing => ({
  seal: (events) => {
    const subjects = new Set<string>()
    for (const sealable of events)
      visitFields(eventRegistry, sealable, (_, __, personal) => personal && subjects.add(personal.subject))
    return pipe(
      subjects.size === 0 ? noKeys : keyring.provision([...subjects]),
      TE.flatMapEither((keys) =>
        hasAllKeys(subjects, keys) ? E.right(keys) : requireWritable(eventRegistry, events, keys),
      ),
      TE.map((keys) => events.map((sealable) => sealData(eventRegistry, sealable, keys))),
    )
  },

  open: (events) =>
    pipe(
      findKeys(keyring, events),
      TE.map((keys) => events.map((sealable) => openData(sealable, keys))),
    ),

  disclose: (events) =>
    pipe(
      findKeys(keyring, events),
      TE.map((keys) => events.map((sealable) => discloseData(sealable, keys))),
    ),

  countErased: keyring.countErased,

  omit: (events) => events.map(({ data }) => replaceSealed(data, ({ e }) => e)),

  replace: (events, replacement) =>
    events.map(({ type, data }) =>
      replaceSealed(data, ({ s, e }, field) => replacement({ eventType: type, field, subject: s, whenErased: e })),
    ),
})

const findKeys = (keyring: Keyring, events: readonly Sealed[]): TE.TaskEither<KeyringFailure, Keys> => {
  const subjects = new Set<string>()
  for (const { data } of events) replaceSealed(data, ({ s }) => subjects.add(s))
  return pipe(
    subjects.size === 0 ? noKeys : keyring.find([...subjects]),
    TE.filterOrElse(
      (keys) => [...subjects].every((subject) => keys.has(subject)),
      (keys) => keysLost([...subjects].filter((subject) => !keys.has(subject))),
    ),
  )
}

const noKeys: TE.TaskEither<KeyringFailure, Keys> = TE.right(new Map())

/** A key always exists before anything is sealed under it. A missing key was lost and may be restored from a backup. */
const keysLost = (subjects: readonly string[]): KeyringFailure => ({
  type: 'KeyringUnavailable',
  cause: new Error(
    `Keys are missing from the keyring: ${subjects.slice(0, 5).join(', ')} (${subjects.length} in total)`,
  ),
})

const hasAllKeys = (subjects: ReadonlySet<string>, keys: Keys): boolean =>
  [...subjects].every((subject) => keys.get(subject) instanceof Uint8Array)

/**
 * The keys, or why the events cannot be written. Nobody may write about an erased subject, except to decide pending
 * cases.
 */
const requireWritable = (eventRegistry: EventFamily<AnyEvent>, events: readonly Sealable[], keys: Keys) => {
  let failure: SealingFailure | null = null
  for (const sealable of events)
    visitFields(eventRegistry, sealable, (_, __, personal) => {
      const key = personal === null ? undefined : keys.get(personal.subject)
      if (personal === null || (key !== undefined && key !== 'erased') || failure !== null) return
      if (key === undefined) failure = keysLost([personal.subject])
      else if (!isDecidingActor(sealable)) failure = { type: 'SubjectErased', subject: personal.subject }
    })
  return failure === null ? E.right(keys) : E.left<SealingFailure>(failure)
}

/** Moderators and policies must still be able to close what an erased account left open. */
const isDecidingActor = ({ meta }: Sealable): boolean =>
  meta?.actor.role === 'moderator' || meta?.actor.role === 'policy'

interface Personal {
  readonly subject: string
  readonly whenErased: unknown
}

/**
 * Visits the declared fields that have a value, with their subject and replacement if they are personal, otherwise
 * null.
 */
const visitFields = (
  eventRegistry: EventFamily<AnyEvent>,
  { event }: Sealable,
  visit: (name: string, value: unknown, personal: Personal | null) => void,
): void => {
  const codec = eventRegistry.codecs.get(event.type)
  if (!codec) throw new TypeError(`${event.type} is not in the event registry, so its personal fields are unknown`)
  const data = event.data as Data
  for (const [name, field] of Object.entries(codec.fields)) {
    const value = data[name]
    if (value === undefined) continue
    if (field.kind === 'clear') visit(name, value, null)
    else visit(name, value, { subject: subjectOf(event, field.subject), whenErased: field.whenErased })
  }
}

const subjectOf = ({ type, data }: AnyEvent, field: string): string => {
  const subject = (data as Data)[field]
  if (typeof subject === 'string' && subject !== '') return subject
  throw new TypeError(`${type} has personal data but no subject: ${field} is empty`)
}

const sealData = (eventRegistry: EventFamily<AnyEvent>, sealable: Sealable, keys: Keys): Data => {
  const data: Record<string, unknown> = {}
  visitFields(eventRegistry, sealable, (field, value, personal) => {
    if (personal === null) data[field] = value
    else {
      const key = keys.get(personal.subject)
      data[field] =
        key === 'erased' ? personal.whenErased : sealField(key, { eventId: sealable.id, field }, personal, value)
    }
  })
  return data
}

const openData = ({ id, data }: Sealed, keys: Keys): unknown =>
  replaceSealed(data, (field, name) => {
    const key = keys.get(field.s)
    return key === 'erased' ? field.e : openField(key, { eventId: id, field: name }, field)
  })

const discloseData = ({ id, data }: Sealed, keys: Keys): readonly FieldDisclosure[] => {
  const disclosed: FieldDisclosure[] = []
  replaceSealed(data, (field, name) => {
    const key = keys.get(field.s)
    if (key === undefined || key === 'erased') return field
    const at = { eventId: id, field: name }
    const value = openField(key, at, field)
    if (value !== field) disclosed.push({ field: name, subject: field.s, value, key: fieldKeyText(key, at, field) })
    return field
  })
  return disclosed
}

/** Replaces sealed fields; returns the same object if there are none. */
const replaceSealed = (data: unknown, replace: (field: SealedField, name: string) => unknown): unknown => {
  if (typeof data !== 'object' || data === null) return data
  let copy: Record<string, unknown> | null = null
  for (const [name, value] of Object.entries(data))
    if (isSealed(value)) {
      copy ??= { ...data }
      copy[name] = replace(value, name)
    }
  return copy ?? data
}

/** A sealed field as stored: ciphertext, subject, and the value to show after erasure. */
export interface SealedField {
  /** base64url of iv (12 bytes), tag (16) and the ciphertext of the value's JSON. */
  readonly '~': string
  /**
   * base64url of the SHA-256 of the field's key: nobody can find two keys that open it to different values, which AES-GCM
   * alone permits. Missing in fields that version 0.3 sealed, whose key is that of the subject.
   */
  readonly k?: string
  readonly s: string
  readonly e: unknown
}

const isSealed = (value: unknown): value is SealedField =>
  typeof value === 'object' &&
  value !== null &&
  '~' in value &&
  's' in value &&
  'e' in value &&
  typeof value['~'] === 'string' &&
  typeof value.s === 'string'

/** A sealed field can be opened only at its own location. */
export interface FieldLocation {
  readonly eventId: string
  readonly field: string
}

const fieldCipher = 'aes-256-gcm'
const ivBytes = 12
const headerBytes = ivBytes + 16
/** Values are padded to a multiple of this, so that null and a short text have the same length. */
const paddingBlock = 32

/** Throws without a key rather than store clear text. */
const sealField = (
  key: DataKey | undefined,
  at: FieldLocation,
  { subject, whenErased }: { readonly subject: string; readonly whenErased: unknown },
  value: unknown,
): SealedField => {
  const json = JSON.stringify(value)
  const iv = freshIv()
  const location = additionalData(at, subject)
  const fieldKey = fieldKeyOf(key, iv, location)
  const cipher = createCipheriv(fieldCipher, createSecretKey(fieldKey), iv)
  cipher.setAAD(location)
  const ciphertext = cipher.update(json.padEnd(Math.ceil(json.length / paddingBlock) * paddingBlock), 'utf8')
  cipher.final()
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), ciphertext], headerBytes + ciphertext.length)
  return { '~': sealed.toString('base64url'), k: hash('sha256', fieldKey, 'base64url'), s: subject, e: whenErased }
}

/**
 * The key of one field. It can be disclosed to prove what was sealed in it, and opens nothing else.
 * @rule D-60
 */
const fieldKeyOf = (key: DataKey | undefined, iv: Uint8Array, location: Buffer): Buffer =>
  createHmac('sha256', keyObjectFor(key)).update(iv).update(location).digest()

/** The value, or the sealed field itself if it was not sealed for this location and subject. */
const openField = (key: DataKey | undefined, at: FieldLocation, sealed: SealedField): unknown => {
  try {
    const bytes = Buffer.from(sealed['~'], 'base64url')
    const iv = bytes.subarray(0, ivBytes)
    const location = additionalData(at, sealed.s)
    const fieldKey = sealed.k === undefined ? null : fieldKeyOf(key, iv, location)
    if (fieldKey !== null && hash('sha256', fieldKey, 'base64url') !== sealed.k) return sealed
    const keyObject = fieldKey === null ? keyObjectFor(key) : createSecretKey(fieldKey)
    const decipher = createDecipheriv(fieldCipher, keyObject, iv, { authTagLength: 16 })
    decipher.setAAD(location)
    decipher.setAuthTag(bytes.subarray(ivBytes, headerBytes))
    const json = decipher.update(bytes.subarray(headerBytes), undefined, 'utf8') + decipher.final('utf8')
    return JSON.parse(json) as unknown
  } catch {
    return sealed
  }
}

/** base64url; null for a field that has the subject's key. */
const fieldKeyText = (key: DataKey, at: FieldLocation, sealed: SealedField): string | null => {
  if (sealed.k === undefined) return null
  const iv = Buffer.from(sealed['~'], 'base64url').subarray(0, ivBytes)
  return fieldKeyOf(key, iv, additionalData(at, sealed.s)).toString('base64url')
}

/** Additional authenticated data. Lengths come first, so that no two locations have the same encoding. */
const additionalData = ({ eventId, field }: FieldLocation, subject: string): Buffer =>
  Buffer.from(`${eventId.length}.${field.length}.${eventId}${field}${subject}`)

/** Random initialisation vectors, generated in bulk: requesting a few bytes costs as much as encrypting a field. */
let ivs = Buffer.alloc(0)
const freshIv = (): Buffer => {
  if (ivs.length === 0) ivs = randomBytes(512 * ivBytes)
  const iv = ivs.subarray(0, ivBytes)
  ivs = ivs.subarray(ivBytes)
  return iv
}

/**
 * node:crypto is several times faster with a key object, and the keyring returns the same key bytes for some time.
 */
const keyObjects = new WeakMap<DataKey, KeyObject>()
const keyObjectFor = (key: DataKey | undefined): KeyObject => {
  if (!key) throw new TypeError('There is no key for a personal field')
  const known = keyObjects.get(key)
  if (known) return known
  const secret = createSecretKey(key)
  keyObjects.set(key, secret)
  return secret
}

/** Subjects of the sealed fields in an event's data. */
export const subjectsIn = (data: unknown): readonly string[] =>
  typeof data !== 'object' || data === null
    ? []
    : Object.values(data)
        .filter(isSealed)
        .map(({ s }) => s)

/**
 * Encrypts bytes under an account's data key, so that erasing the account makes them unreadable.
 * `associatedData` is authenticated but not stored, so opening requires the same.
 */
export interface SealedBytes {
  /** Null if the account has been erased. */
  readonly seal: (accountId: string, associatedData: Uint8Array, bytes: Uint8Array) => Promise<Buffer | null>
  /** Null if the account has been erased in the meantime. */
  readonly open: (accountId: string, associatedData: Uint8Array, sealed: Uint8Array) => Promise<Buffer | null>
}

export const sealedBytes = (keyring: Pick<Keyring, 'provision' | 'find'>): SealedBytes => ({
  seal: async (accountId, associatedData, bytes) => {
    const key = await dataKeyFrom(keyring.provision, accountId)
    if (key === null) return null
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData)
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  },
  open: async (accountId, associatedData, sealed) => {
    const key = await dataKeyFrom(keyring.find, accountId)
    if (key === null) return null
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(associatedData).setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  },
})

const dataKeyFrom = async (find: Keyring['find'], accountId: string): Promise<DataKey | null> => {
  const keys = await find([accountId])()
  if (E.isLeft(keys))
    throw Object.assign(new Error('The keyring is unavailable', { cause: keys.left.cause }), { statusCode: 503 })
  const key = keys.right.get(accountId)
  return key === undefined || key === 'erased' ? null : key
}
