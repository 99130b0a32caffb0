import type { Aggregate } from '../domain/kernel/decider.ts'
import type { EventEnvelope, EventMetadata, Position } from '../domain/kernel/event-envelope.ts'
import { type AnyEvent, type EventFamily, holdsPersonalData } from '../domain/kernel/event.ts'
import { E, pipe, TE } from '../domain/kernel/fp.ts'
import type { History, HistoryFailure, NewDomainEvent } from './history.ts'
import type { LoadedState } from './load-state.ts'
import type { NewId } from './ports/clock.ts'
import type { Version } from './ports/event-store.ts'
import type { PersonalData } from './ports/sealing.ts'

export type CommandFailure<Rejection> = { readonly type: 'Rejected'; readonly rejection: Rejection } | HistoryFailure

export interface CommandResult<Event extends AnyEvent, State> {
  /** Events added by this command; empty if it had already been executed. */
  readonly events: readonly Event[]
  /**
   * Recorded events, for policies; new ones all have the position of the append. If a policy repeats a command, those it
   * recorded the first time, possibly in another process, so that the response covers their consequences too (ADR 11).
   */
  readonly recorded: readonly EventEnvelope<Event>[]
  readonly state: State
  readonly version: Version
  /** Position that read models must reach to show this change; null if nothing changed. */
  readonly position: Position | null
}

export interface CommandOptions {
  /** Decides only on exactly this version. Without it, a version conflict is retried. */
  readonly expectedVersion?: Version
  /** Default `omitted`: personal fields have the values they have after erasure; the keyring is not needed. */
  readonly personalData?: PersonalData
}

export interface CommandDeps {
  readonly history: Pick<History, 'read' | 'load' | 'append'>
  readonly newId: NewId
}

/**
 * Maximum retries after a version conflict: 33 concurrent writers of one stream all succeed, as each round lets one
 * through.
 */
export const maxConflictRetries = 32
const maxUnknownOutcomeRetries = 3

/** Loads, decides and appends. The only place where decisions meet the event store. */
export const decideAndAppend =
  ({ history, newId }: CommandDeps) =>
  <C, Ev extends AnyEvent, S, R>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    command: C,
    meta: EventMetadata,
    { expectedVersion, personalData = 'omitted' }: CommandOptions = {},
  ): TE.TaskEither<CommandFailure<R>, CommandResult<Ev, S>> => {
    const stream = streamOf(aggregate, id)

    const attempt = (retriesLeft: number): TE.TaskEither<CommandFailure<R>, CommandResult<Ev, S>> =>
      pipe(
        history.load(aggregate, stream, personalData),
        TE.mapLeft((failure): CommandFailure<R> => failure),
        TE.flatMap((loaded) => {
          const { state, version } = loaded
          if (expectedVersion !== undefined && expectedVersion !== version)
            return TE.left({ type: 'WrongVersion' as const, expected: expectedVersion, actual: version })
          const decision = aggregate.decide(command, state)
          if (E.isLeft(decision)) return TE.left({ type: 'Rejected' as const, rejection: decision.left })
          if (decision.right.length === 0)
            return pipe(
              recordedBefore({ history, family: aggregate.events, stream, personalData }, loaded, meta),
              TE.map((recorded) => ({ events: [], recorded, state, version, position: null })),
            )
          return persist(decision.right, state, version, retriesLeft)
        }),
      )

    const persist = (events: readonly Ev[], before: S, version: Version, retriesLeft: number) => {
      const newEvents = events.map((event): NewDomainEvent => ({ id: newId(), event, meta }))
      return pipe(
        appendWithRetry(history, stream, version, newEvents),
        TE.map((position): CommandResult<Ev, S> => ({
          events,
          recorded: events.map((event, i) => ({
            id: newEvents[i]?.id ?? '',
            stream,
            version: version + i + 1,
            position,
            event,
            meta,
          })),
          state: events.reduce(aggregate.evolve, before),
          version: version + events.length,
          position,
        })),
        TE.orElse((failure) =>
          failure.type === 'WrongVersion' && expectedVersion === undefined && retriesLeft > 0
            ? attempt(retriesLeft - 1)
            : TE.left<CommandFailure<R>>(failure),
        ),
      )
    }

    return attempt(maxConflictRetries)
  }

interface StreamSource<Ev extends AnyEvent> {
  readonly history: Pick<History, 'read'>
  readonly family: EventFamily<Ev>
  readonly stream: string
  readonly personalData: PersonalData
}

/** What an earlier execution of the same policy recorded for the same cause. */
const recordedBefore = <Ev extends AnyEvent>(
  source: StreamSource<Ev>,
  { read, version, firstCausedBy }: LoadedState<Ev, unknown>,
  meta: EventMetadata,
): TE.TaskEither<HistoryFailure, readonly EventEnvelope<Ev>[]> => {
  const { history, family, stream, personalData } = source
  const first = meta.causationId === null ? null : firstCausedBy(meta.causationId)
  if (first === null) return TE.right([])
  const isRead = first >= (read[0]?.version ?? version + 1)
  return pipe(
    isRead ? TE.right(read) : history.read(family, stream, personalData, first),
    TE.map((events) => eventsCausedBy(events, meta).filter((event) => event.version <= version)),
    TE.flatMap((events) => withPersonalFields(source, events)),
  )
}

/** The events with personal fields decrypted; read again only if they have such fields. */
const withPersonalFields = <Ev extends AnyEvent>(
  { history, family, stream, personalData }: StreamSource<Ev>,
  events: readonly EventEnvelope<Ev>[],
): TE.TaskEither<HistoryFailure, readonly EventEnvelope<Ev>[]> => {
  const isPersonal = ({ event: { type } }: EventEnvelope<Ev>) => {
    const codec = family.codecs.get(type)
    return codec !== undefined && holdsPersonalData(codec)
  }
  if (personalData === 'decrypted' || !events.some(isPersonal)) return TE.right(events)
  const ids = new Set(events.map(({ id }) => id))
  return pipe(
    history.read(family, stream, 'decrypted', events[0]?.version),
    TE.map((past) => past.filter(({ id }) => ids.has(id))),
  )
}

/** Events recorded by the same actor for the same cause. */
export const eventsCausedBy = <Ev extends AnyEvent>(
  past: readonly EventEnvelope<Ev>[],
  { causationId, actor }: Pick<EventMetadata, 'causationId' | 'actor'>,
): readonly EventEnvelope<Ev>[] =>
  causationId === null ? [] : past.filter(({ meta }) => meta.causationId === causationId && meta.actor.id === actor.id)

/**
 * Retries an append with unknown outcome with the same ids and version; the store then answers with its first result.
 */
const appendWithRetry = (
  history: Pick<History, 'append'>,
  stream: string,
  version: Version,
  newEvents: readonly NewDomainEvent[],
  retriesLeft = maxUnknownOutcomeRetries,
): TE.TaskEither<HistoryFailure, Position> =>
  pipe(
    history.append(stream, version, newEvents),
    TE.map(({ position }) => position),
    TE.orElse((failure) =>
      failure.type === 'Unavailable' && retriesLeft > 0
        ? appendWithRetry(history, stream, version, newEvents, retriesLeft - 1)
        : TE.left(failure),
    ),
  )

/** Stream name of an aggregate: `<category>-<id>`, without personal data. */
export const streamOf = ({ category }: { readonly category: string }, id: string): string => `${category}-${id}`

/** Current state and version of an aggregate. */
export const load =
  ({ history }: Pick<CommandDeps, 'history'>) =>
  <C, Ev extends AnyEvent, S, R>(
    aggregate: Aggregate<C, Ev, S, R>,
    id: string,
    personalData: PersonalData = 'omitted',
  ): TE.TaskEither<HistoryFailure, LoadedState<Ev, S>> =>
    history.load(aggregate, streamOf(aggregate, id), personalData)

/** Those of the ids whose state matches, in their order. */
export const idsWhose =
  <S, Failure>(
    loadState: (id: string) => TE.TaskEither<Failure, { readonly state: S }>,
    matches: (state: S) => boolean,
  ) =>
  (ids: readonly string[]): TE.TaskEither<Failure, readonly string[]> =>
    pipe(
      ids,
      TE.traverseArray((id) =>
        TE.map(({ state }: { readonly state: S }) => (matches(state) ? [id] : []))(loadState(id)),
      ),
      TE.map((found) => found.flat()),
    )
