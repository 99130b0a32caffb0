import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { DataKey, Keyring, KeyringFailure } from '../../application/ports/keyring.ts'
import type { Sealable, Sealed, Sealing, SealingFailure } from '../../application/ports/sealing.ts'
import type { AnyEvent, EventFamily } from '../../domain/kernel/event.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'

type Data = Readonly<Record<string, unknown>>
type Keys = ReadonlyMap<string, DataKey | 'erased'>

/**
 * Seals each personal field in its place; what the catalogue does not declare is not written. A field that was moved or
 * tampered with stays sealed when opened: no codec takes it, so that event is unreadable and the others are unharmed.
 */
export const sealing = (keyring: Keyring, eventRegistry: EventFamily<AnyEvent>): Sealing => ({
  seal: (events) => {
    const subjects = new Set<string>()
    for (const one of events)
      visitFields(eventRegistry, one, (_, __, personal) => personal && subjects.add(personal.subject))
    return pipe(
      subjects.size === 0 ? noKeys : keyring.provision([...subjects]),
      TE.flatMapEither((keys) =>
        hasAllKeys(subjects, keys) ? E.right(keys) : requireWritable(eventRegistry, events, keys),
      ),
      TE.map((keys) => events.map((one) => sealData(eventRegistry, one, keys))),
    )
  },

  open: (events) => {
    const subjects = new Set<string>()
    for (const { data } of events) replaceSealed(data, ({ s }) => subjects.add(s))
    return pipe(
      subjects.size === 0 ? noKeys : keyring.find([...subjects]),
      TE.filterOrElseW(
        (keys) => [...subjects].every((subject) => keys.has(subject)),
        (keys) => keysLost([...subjects].filter((subject) => !keys.has(subject))),
      ),
      TE.map((keys) => events.map((one) => openData(one, keys))),
    )
  },

  blank: (events) => events.map(({ data }) => replaceSealed(data, ({ e }) => e)),
})

const noKeys: TE.TaskEither<KeyringFailure, Keys> = TE.right(new Map())

/** A key is made before anything is sealed under it: one that is not there was lost, and may come back with a backup. */
const keysLost = (subjects: readonly string[]): KeyringFailure => ({
  type: 'KeyringUnavailable',
  cause: new Error(`The keyring has lost the keys of ${subjects.slice(0, 5).join(', ')} (${subjects.length} in all)`),
})

const hasAllKeys = (subjects: ReadonlySet<string>, keys: Keys): boolean =>
  [...subjects].every((subject) => keys.get(subject) instanceof Uint8Array)

/** The keys, or why not: nobody may write about an erased subject, but for whoever must decide. */
const requireWritable = (eventRegistry: EventFamily<AnyEvent>, events: readonly Sealable[], keys: Keys) => {
  let failure: SealingFailure | null = null
  for (const one of events)
    visitFields(eventRegistry, one, (_, __, personal) => {
      const key = personal === null ? undefined : keys.get(personal.subject)
      if (personal === null || (key !== undefined && key !== 'erased') || failure !== null) return
      if (key === undefined) failure = keysLost([personal.subject])
      else if (!isDecidingActor(one)) failure = { type: 'SubjectErased', subject: personal.subject }
    })
  return failure === null ? E.right(keys) : E.left<SealingFailure>(failure)
}

/** Moderators and what follows by itself: what is left of somebody erased must not be out of their reach. */
const isDecidingActor = ({ meta }: Sealable): boolean =>
  meta?.actor.role === 'moderator' || meta?.actor.role === 'policy'

interface Personal {
  readonly subject: string
  readonly whenErased: unknown
}

/** Shows the declared fields that hold something; what is personal of them, or null for those anybody may read. */
const visitFields = (
  eventRegistry: EventFamily<AnyEvent>,
  { event }: Sealable,
  show: (name: string, value: unknown, personal: Personal | null) => void,
): void => {
  const codec = eventRegistry.codecs.get(event.type)
  if (!codec) throw new TypeError(`${event.type} is not in the catalogue: nobody knows what of it is personal`)
  const data = event.data as Data
  for (const [name, field] of Object.entries(codec.fields)) {
    const value = data[name]
    if (value === undefined) continue
    if (field.kind === 'clear') show(name, value, null)
    else show(name, value, { subject: subjectOf(event, field.subject), whenErased: field.whenErased })
  }
}

const subjectOf = ({ type, data }: AnyEvent, field: string): string => {
  const subject = (data as Data)[field]
  if (typeof subject === 'string' && subject !== '') return subject
  throw new TypeError(`${type} holds personal data of nobody: ${field} is empty`)
}

const sealData = (eventRegistry: EventFamily<AnyEvent>, one: Sealable, keys: Keys): Data => {
  const data: Record<string, unknown> = {}
  visitFields(eventRegistry, one, (field, value, personal) => {
    if (personal === null) data[field] = value
    else {
      const key = keys.get(personal.subject)
      data[field] = key === 'erased' ? personal.whenErased : sealField(key, { eventId: one.id, field }, personal, value)
    }
  })
  return data
}

const openData = ({ id, data }: Sealed, keys: Keys): unknown =>
  replaceSealed(data, (field, name) => {
    const key = keys.get(field.s)
    return key === 'erased' ? field.e : openField(key, { eventId: id, field: name }, field)
  })

/** The same data with its sealed fields replaced; itself when it has none. */
const replaceSealed = (data: unknown, by: (field: SealedField, name: string) => unknown): unknown => {
  if (typeof data !== 'object' || data === null) return data
  let copy: Record<string, unknown> | null = null
  for (const [name, value] of Object.entries(data))
    if (isSealed(value)) {
      copy ??= { ...data }
      copy[name] = by(value, name)
    }
  return copy ?? data
}

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
export interface FieldLocation {
  readonly eventId: string
  readonly field: string
}

const fieldCipher = 'aes-256-gcm'
const ivBytes = 12
const headerBytes = ivBytes + 16
/** Values are padded to a multiple of this, so that null and a short text look alike. */
const paddingBlock = 32

/** Without a key it throws, rather than write in clear. */
export const sealField = (
  key: DataKey | undefined,
  at: FieldLocation,
  { subject, whenErased }: { readonly subject: string; readonly whenErased: unknown },
  value: unknown,
): SealedField => {
  const json = JSON.stringify(value)
  const iv = freshIv()
  const cipher = createCipheriv(fieldCipher, keyObjectFor(key), iv)
  cipher.setAAD(additionalData(at, subject))
  const ciphertext = cipher.update(json.padEnd(Math.ceil(json.length / paddingBlock) * paddingBlock), 'utf8')
  cipher.final()
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), ciphertext], headerBytes + ciphertext.length)
  return { '~': sealed.toString('base64url'), s: subject, e: whenErased }
}

/** The value; the sealed field itself when it is not what was sealed for this place and subject. */
export const openField = (key: DataKey | undefined, at: FieldLocation, sealed: SealedField): unknown => {
  try {
    const bytes = Buffer.from(sealed['~'], 'base64url')
    const decipher = createDecipheriv(fieldCipher, keyObjectFor(key), bytes.subarray(0, ivBytes), { authTagLength: 16 })
    decipher.setAAD(additionalData(at, sealed.s))
    decipher.setAuthTag(bytes.subarray(ivBytes, headerBytes))
    const json = decipher.update(bytes.subarray(headerBytes), undefined, 'utf8') + decipher.final('utf8')
    return JSON.parse(json) as unknown
  } catch {
    return sealed
  }
}

/** What the ciphertext is bound to. Lengths come first, so that no two places read the same. */
const additionalData = ({ eventId, field }: FieldLocation, subject: string): Buffer =>
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
const keyObjects = new WeakMap<DataKey, KeyObject>()
const keyObjectFor = (key: DataKey | undefined): KeyObject => {
  if (!key) throw new TypeError('A personal field without a key')
  const known = keyObjects.get(key)
  if (known) return known
  const secret = createSecretKey(key)
  keyObjects.set(key, secret)
  return secret
}

/** Whom the sealed fields of an event's data belong to. */
export const subjectsIn = (data: unknown): readonly string[] =>
  typeof data !== 'object' || data === null
    ? []
    : Object.values(data)
        .filter(isSealed)
        .map(({ s }) => s)

/** Bytes under an account's data key, so that they end with it. `place` is where they are kept: they open nowhere else. */
export interface SealedBytes {
  /** Null when the account has been erased. */
  readonly seal: (accountId: string, place: Uint8Array, bytes: Uint8Array) => Promise<Buffer | null>
  /** Null when the account has been erased meanwhile. */
  readonly open: (accountId: string, place: Uint8Array, sealed: Uint8Array) => Promise<Buffer | null>
}

export const sealedBytes = (keyring: Pick<Keyring, 'provision' | 'find'>): SealedBytes => ({
  seal: async (accountId, place, bytes) => {
    const key = await dataKeyFrom(keyring.provision, accountId)
    if (key === null) return null
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(place)
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  },
  open: async (accountId, place, sealed) => {
    const key = await dataKeyFrom(keyring.find, accountId)
    if (key === null) return null
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(place).setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
  },
})

const dataKeyFrom = async (find: Keyring['find'], accountId: string): Promise<DataKey | null> => {
  const keys = await find([accountId])()
  if (E.isLeft(keys))
    throw Object.assign(new Error('The keyring cannot be reached', { cause: keys.left.cause }), { statusCode: 503 })
  const key = keys.right.get(accountId)
  return key === undefined || key === 'erased' ? null : key
}
