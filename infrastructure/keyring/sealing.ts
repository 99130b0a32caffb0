import type { DataKey, Keyring, KeyringFailure } from '../../application/ports/keyring.ts'
import type { Sealable, Sealed, Sealing, SealingFailure } from '../../application/ports/sealing.ts'
import type { AnyEvent, EventFamily } from '../../domain/kernel/event.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import { isSealed, openField, sealField, type SealedField } from './sealed-field.ts'

type Data = Readonly<Record<string, unknown>>
type Keys = ReadonlyMap<string, DataKey | 'erased'>

/**
 * Seals each personal field in its place; what the catalogue does not declare is not written. A field that was moved or
 * tampered with stays sealed when opened: no codec takes it, so that event is unreadable and the others are unharmed.
 */
export const sealing = (keyring: Keyring, catalogue: EventFamily<AnyEvent>): Sealing => ({
  seal: (events) => {
    const subjects = new Set<string>()
    for (const one of events) visit(catalogue, one, (_, __, personal) => personal && subjects.add(personal.subject))
    return pipe(
      subjects.size === 0 ? noKeys : keyring.provision([...subjects]),
      TE.flatMapEither((keys) => (all(subjects, keys) ? E.right(keys) : usable(catalogue, events, keys))),
      TE.map((keys) => events.map((one) => sealed(catalogue, one, keys))),
    )
  },

  open: (events) => {
    const subjects = new Set<string>()
    for (const { data } of events) replaced(data, ({ s }) => subjects.add(s))
    return pipe(
      subjects.size === 0 ? noKeys : keyring.find([...subjects]),
      TE.filterOrElseW(
        (keys) => [...subjects].every((subject) => keys.has(subject)),
        (keys) => lost([...subjects].filter((subject) => !keys.has(subject))),
      ),
      TE.map((keys) => events.map((one) => opened(one, keys))),
    )
  },

  blank: (events) => events.map(({ data }) => replaced(data, ({ e }) => e)),
})

const noKeys: TE.TaskEither<KeyringFailure, Keys> = TE.right(new Map())

/** A key is made before anything is sealed under it: one that is not there was lost, and may come back with a backup. */
const lost = (subjects: readonly string[]): KeyringFailure => ({
  type: 'KeyringUnavailable',
  cause: new Error(`The keyring has lost the keys of ${subjects.slice(0, 5).join(', ')} (${subjects.length} in all)`),
})

const all = (subjects: ReadonlySet<string>, keys: Keys): boolean =>
  [...subjects].every((subject) => keys.get(subject) instanceof Uint8Array)

/** The keys, or why not: nobody may write about an erased subject, but for whoever must decide. */
const usable = (catalogue: EventFamily<AnyEvent>, events: readonly Sealable[], keys: Keys) => {
  let failure: SealingFailure | null = null
  for (const one of events)
    visit(catalogue, one, (_, __, personal) => {
      const key = personal === null ? undefined : keys.get(personal.subject)
      if (personal === null || (key !== undefined && key !== 'erased') || failure !== null) return
      if (key === undefined) failure = lost([personal.subject])
      else if (!decides(one)) failure = { type: 'SubjectErased', subject: personal.subject }
    })
  return failure === null ? E.right(keys) : E.left<SealingFailure>(failure)
}

/** Moderators and what follows by itself: what is left of somebody erased must not be out of their reach. */
const decides = ({ meta }: Sealable): boolean => meta?.actor.role === 'moderator' || meta?.actor.role === 'policy'

interface Personal {
  readonly subject: string
  readonly whenErased: unknown
}

/** Shows the declared fields that hold something; what is personal of them, or null for those anybody may read. */
const visit = (
  catalogue: EventFamily<AnyEvent>,
  { event }: Sealable,
  show: (name: string, value: unknown, personal: Personal | null) => void,
): void => {
  const codec = catalogue.codecs.get(event.type)
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

const sealed = (catalogue: EventFamily<AnyEvent>, one: Sealable, keys: Keys): Data => {
  const data: Record<string, unknown> = {}
  visit(catalogue, one, (field, value, personal) => {
    if (personal === null) data[field] = value
    else {
      const key = keys.get(personal.subject)
      data[field] = key === 'erased' ? personal.whenErased : sealField(key, { eventId: one.id, field }, personal, value)
    }
  })
  return data
}

const opened = ({ id, data }: Sealed, keys: Keys): unknown =>
  replaced(data, (field, name) => {
    const key = keys.get(field.s)
    return key === 'erased' ? field.e : openField(key, { eventId: id, field: name }, field)
  })

/** The same data with its sealed fields replaced; itself when it has none. */
const replaced = (data: unknown, by: (field: SealedField, name: string) => unknown): unknown => {
  if (typeof data !== 'object' || data === null) return data
  let copy: Record<string, unknown> | null = null
  for (const [name, value] of Object.entries(data))
    if (isSealed(value)) {
      copy ??= { ...data }
      copy[name] = by(value, name)
    }
  return copy ?? data
}
