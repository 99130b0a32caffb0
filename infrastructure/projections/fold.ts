import type { History, UnreadableEvent } from '../../application/history.ts'
import type { RecordedEvent } from '../../application/ports/event-store.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { type AnyEvent, type EventFamily, family } from '../../domain/kernel/event.ts'
import { E } from '../../domain/kernel/fp.ts'
import { AccountErased, type ErasureEvent } from '../../domain/privacy/erasure.ts'
import type { Column, Projection } from '../../projections/projection.ts'
import type { LogPage } from './log-pages.ts'

export type ProjectionRow = Readonly<Record<string, unknown>>

/** Any projection, whatever its row and event types. */
export interface AnyProjection {
  readonly name: string
  readonly version: number
  readonly columns: Readonly<Record<string, Column>>
  readonly erasedWith?: string
  readonly onFailedEvent?: 'stop'
  readonly indexes: readonly string[]
  readonly events: EventFamily<AnyEvent>
  readonly createdBy?: readonly string[] | 'all'
  readonly keys: (recorded: EventEnvelope<never>) => readonly string[]
  readonly evolve: (row: never, recorded: EventEnvelope<never>, key: string) => object | null
}

export type Fold = Pick<Projection<ProjectionRow>, 'keys' | 'evolve'>
const foldOf = (projection: AnyProjection): Fold => projection as unknown as Fold

/** Folds events without a database, optionally only up to a position; for time travel, previews and tests. */
export const foldInMemory = <R extends object, Event extends AnyEvent>(
  projection: Projection<R, Event>,
  events: readonly EventEnvelope[],
  upTo?: Position,
): ReadonlyMap<string, R> => {
  const any: AnyProjection = projection
  const { codecs } = handledEvents(any)
  const relevant = events.filter(
    ({ event, position }) => codecs.has(event.type) && (upTo === undefined || position <= upTo),
  )
  const folded = foldInto(any, relevant, new Map())
  if (E.isLeft(folded)) throw new Error(`${projection.name} cannot be folded: ${folded.left}`)
  const names = Object.keys(projection.columns)
  const inOrder = (row: ProjectionRow) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  return new Map([...folded.right].flatMap(([key, row]) => (row === null ? [] : [[key, inOrder(row) as R]])))
}

/** Null marks a row that does not exist. */
export type RowsByKey = Map<string, ProjectionRow | null>

/** Whether an event is not applied to a row, because the row lacks an earlier one. */
export type IsBlocked = (recorded: EventEnvelope, key: string) => boolean

const nothingIsBlocked: IsBlocked = () => false

/** Rows needed to fold a page. */
export interface TouchedRows {
  /** Without those that the page creates. */
  readonly keys: ReadonlySet<string>
  /** Subjects erased in the page; their data is removed from every row that holds it. */
  readonly erased: readonly string[]
}

export const touchedRows = (
  projection: AnyProjection,
  events: readonly EventEnvelope[],
): E.Either<string, TouchedRows> =>
  E.tryCatch(() => {
    const keysOf = rowKeys(projection)
    const { createdBy = [] } = projection
    const [keys, created] = [new Set<string>(), new Set<string>()]
    for (const recorded of events) {
      const creates = createdBy === 'all' || createdBy.includes(recorded.event.type)
      for (const key of keysOf(recorded))
        if (creates && !keys.has(key)) created.add(key)
        else if (!created.has(key)) keys.add(key)
    }
    return { keys, erased: events.flatMap(erasedSubjects) }
  }, describeError)

export interface FoldOptions {
  /** Changed rows are also added here. */
  readonly changed?: RowsByKey
  readonly isBlocked?: IsBlocked
}

/**
 * Folds events into `rows`, which must contain every existing row they touch. After a left, `rows` and `changed` are
 * inconsistent.
 */
export const foldInto = (
  projection: AnyProjection,
  events: readonly EventEnvelope[],
  rows: RowsByKey,
  { changed = rows, isBlocked = nothingIsBlocked }: FoldOptions = {},
): E.Either<string, RowsByKey> => {
  const { evolve } = foldOf(projection)
  const keysOf = rowKeys(projection)
  const erasing = erasureRules(projection)
  const put = (key: string, row: ProjectionRow | null) => {
    rows.set(key, row)
    if (changed !== rows) changed.set(key, row)
  }
  const erase = (subjects: readonly string[]) => {
    for (const [key, row] of rows) {
      const remaining = row && erasing ? erasing.erase(row, subjects) : row
      if (remaining !== row) put(key, remaining)
    }
  }
  return E.tryCatch(() => {
    for (const recorded of events) {
      const erased = erasedSubjects(recorded)
      if (erased.length > 0) erase(erased)
      for (const key of keysOf(recorded))
        if (!isBlocked(recorded, key)) put(key, evolve(rows.get(key) ?? null, recorded, key))
    }
    return rows
  }, describeError)
}

/** Distinct keys of the rows an event touches. */
export const rowKeys = (projection: AnyProjection) => {
  const { keys } = foldOf(projection)
  const { codecs } = projection.events
  return (recorded: EventEnvelope): readonly string[] => {
    if (!codecs.has(recorded.event.type)) return []
    const all = keys(recorded)
    return all.length > 1 ? [...new Set(all)] : all
  }
}

/** One line about an error. A syntax error is not quoted, because it would contain the input. */
export const describeError = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'SyntaxError: not JSON'
  return (error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is not an Error was thrown').slice(
    0,
    300,
  )
}

export interface ErasureRules {
  /** Fields that hold the owner's id. */
  readonly owners: readonly string[]
  /**
   * Returns the row unchanged if it does not belong to the subjects, without their personal fields, or null if it is
   * removed entirely.
   */
  readonly erase: (row: ProjectionRow, subjects: readonly string[]) => ProjectionRow | null
}

/** Null for a projection without personal data. */
export const erasureRules = ({ columns, erasedWith }: AnyProjection): ErasureRules | null => {
  const personal = Object.entries(columns).flatMap(([field, { pii }]) => (pii ? [{ field, ...pii }] : []))
  const owners = new Set([...personal.map(({ of }) => of), ...(erasedWith === undefined ? [] : [erasedWith])])
  if (owners.size === 0) return null
  return {
    owners: [...owners],
    erase: (row, subjects) => {
      const isOwned = (owner: string) => subjects.some((subject) => row[owner] === subject)
      if (erasedWith !== undefined && isOwned(erasedWith)) return null
      const owned = personal.filter(({ field, of }) => row[field] !== null && isOwned(of))
      if (owned.length === 0) return row
      return { ...row, ...Object.fromEntries(owned.map(({ field, erased }) => [field, erased])) }
    },
  }
}

/** The ids erased by an event; empty for all other events. */
const erasedSubjects = ({ event }: EventEnvelope): readonly string[] => {
  if (event.type !== AccountErased.type) return noSubjects
  const { accountId, clientId } = (event as Extract<ErasureEvent, { readonly type: 'AccountErased' }>).data
  return clientId === null ? [accountId] : [accountId, clientId]
}

const noSubjects: readonly string[] = []

const erasureEvents = family(AccountErased)

/** The projection's own events and, if it holds personal data, erasures. */
export const handledEvents = (projection: AnyProjection): EventFamily<AnyEvent> =>
  erasureRules(projection) === null
    ? projection.events
    : { codecs: new Map([...projection.events.codecs, ...erasureEvents.codecs]) }

export const isErasure = ({ type }: Pick<RecordedEvent, 'type'>): boolean => erasureEvents.codecs.has(type)

export const containsErasure = ({ events }: LogPage): boolean => events.some(isErasure)

/** Decodes the events of the family; a left explains why one can never be decoded. Throws if the keyring is unavailable. */
export const decodeEvents = async (
  history: Pick<History, 'decode'>,
  family: EventFamily<AnyEvent>,
  events: readonly RecordedEvent[],
  personalData: 'decrypted' | 'omitted',
): Promise<E.Either<string, readonly EventEnvelope[]>> => {
  const relevant = events.filter(({ type }) => family.codecs.has(type))
  if (relevant.length === 0) return E.right([])
  const outcome = await history.decode(family, relevant, personalData)()
  if (E.isLeft(outcome)) throw new Error(`events cannot be decrypted: ${outcome.left.type}`, { cause: outcome.left })
  return E.mapLeft(describeUnreadable)(E.sequenceArray(outcome.right))
}

/** Names the invalid fields, never their values. */
export const describeUnreadable = ({ eventType, errors, isDamaged }: UnreadableEvent): string => {
  if (isDamaged) return `${eventType} is not the JSON that Garbo writes`
  const paths = (errors ?? []).map(({ context }) => context.flatMap(({ key }) => (key === '' ? [] : [key])).join('.'))
  return paths.length === 0
    ? `${eventType} is unknown here`
    : `${eventType} cannot be read: ${[...new Set(paths)].slice(0, 5).join(', ')}`
}
