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
      TE.flatMapEither((keys) => usable(subjects, keys)),
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

/** All the keys, or why not: nothing may be written about an erased subject. */
const usable = (subjects: ReadonlySet<string>, keys: Keys): E.Either<SealingFailure, ReadonlyMap<string, DataKey>> => {
  const ready = new Map<string, DataKey>()
  for (const subject of subjects) {
    const key = keys.get(subject)
    if (key === 'erased') return E.left({ type: 'SubjectErased', subject })
    if (key === undefined) return E.left(lost([subject]))
    ready.set(subject, key)
  }
  return E.right(ready)
}

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

const sealed = (catalogue: EventFamily<AnyEvent>, one: Sealable, keys: ReadonlyMap<string, DataKey>): Data => {
  const data: Record<string, unknown> = {}
  visit(catalogue, one, (field, value, personal) => {
    data[field] = personal ? sealField(keys.get(personal.subject), { eventId: one.id, field }, personal, value) : value
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
