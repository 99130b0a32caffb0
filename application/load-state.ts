import type { EventEnvelope } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventFamily } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import type { EventStore, EventStoreFailure, RecordedEvent, Version } from './ports/event-store.ts'

/** How the events of an aggregate become its state. */
export interface Folding<Event extends AnyEvent, State> {
  readonly events: EventFamily<Event>
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
}

export interface LoadedState<Event extends AnyEvent, State> {
  readonly state: State
  readonly version: Version
  /** The events read for it: the whole stream, or those after the state that an earlier load kept. */
  readonly read: readonly EventEnvelope<Event>[]
  /** Version of the first event with this cause; null if there is none. */
  readonly firstCausedBy: (causationId: string) => Version | null
}

/** The state of a whole stream. */
export const foldAll = <Event extends AnyEvent, State>(
  { initial, evolve }: Folding<Event, State>,
  past: readonly EventEnvelope<Event>[],
): LoadedState<Event, State> => ({
  state: past.reduce((state, { event }) => evolve(state, event), initial),
  version: past.length,
  read: past,
  firstCausedBy: findCause(past),
})

const findCause = (events: readonly EventEnvelope[]) => (causationId: string) =>
  events.find(({ meta }) => meta.causationId === causationId)?.version ?? null

// --- States kept between loads ----------------------------------------------------------------------

/** A state folded from the first `version` events of a stream, without personal data. */
interface KeptState {
  /** The function that folded it; no other aggregate uses the state. */
  readonly evolve: unknown
  readonly state: unknown
  readonly version: Version
  /** Id of the last event folded. */
  readonly lastEventId: string
  /** Version of the first event of each cause. Later states of the stream add to it. */
  readonly firstVersions: Map<string, Version>
}

export interface KeptStatesLimits {
  /** Shorter streams are not kept: reading them costs as much as reading what is new. */
  readonly minEvents: number
  /** Events folded into all kept states together. The least recently used are dropped, except the last one used. */
  readonly maxEvents: number
}

export const keptStatesLimits: KeptStatesLimits = { minEvents: 100, maxEvents: 100_000 }

const keptStates = (maxEvents: number) => {
  const states = new Map<string, KeptState>()
  let events = 0

  const drop = (stream: string) => {
    events -= states.get(stream)?.version ?? 0
    states.delete(stream)
  }
  const add = (stream: string, state: KeptState) => {
    drop(stream)
    states.set(stream, state)
    events += state.version
  }

  return {
    find: (stream: string, evolve: unknown): KeptState | null => {
      const kept = states.get(stream)
      if (kept === undefined || kept.evolve !== evolve) return null
      add(stream, kept)
      return kept
    },
    keep: (stream: string, state: KeptState): void => {
      add(stream, state)
      for (const oldest of states.keys()) {
        if (events <= maxEvents || states.size === 1) break
        drop(oldest)
      }
    },
  }
}

// --- Loading ----------------------------------------------------------------------------------------

/** Decodes events of a stream without personal data. */
export type VisitEvents<Failure> = <Event extends AnyEvent>(
  family: EventFamily<Event>,
  events: readonly RecordedEvent[],
  visit: (event: EventEnvelope<Event>) => void,
) => TE.TaskEither<Failure, void>

/**
 * Loads states without personal data, and keeps those of long streams in memory. A load reads what was appended since, so
 * it never returns an outdated state.
 */
export const stateLoader = <Failure>(
  read: EventStore['read'],
  visitEvents: VisitEvents<Failure>,
  { minEvents, maxEvents }: KeptStatesLimits,
) => {
  const states = keptStates(maxEvents)

  const foldOnto = <Event extends AnyEvent, State>(
    { events: family, evolve }: Folding<Event, State>,
    stream: string,
    before: KeptState,
    later: readonly RecordedEvent[],
  ): TE.TaskEither<Failure, LoadedState<Event, State>> => {
    let state = before.state as State
    const decoded: EventEnvelope<Event>[] = []
    return pipe(
      visitEvents(family, later, (event) => {
        decoded.push(event)
        state = evolve(state, event.event)
      }),
      TE.map(() => {
        const version = before.version + later.length
        const loaded = { state, version, read: decoded }
        if (version < minEvents) return { ...loaded, firstCausedBy: findCause(decoded) }
        const { firstVersions } = before
        addCauses(firstVersions, decoded)
        states.keep(stream, { ...before, state, version, lastEventId: later.at(-1)?.id ?? before.lastEventId })
        return { ...loaded, firstCausedBy: (cause) => atMost(version, firstVersions.get(cause)) }
      }),
    )
  }

  const loadFromStart = <Event extends AnyEvent, State>(aggregate: Folding<Event, State>, stream: string) =>
    pipe(
      read(stream),
      TE.flatMap((events) => foldOnto(aggregate, stream, nothingFolded(aggregate.initial, aggregate.evolve), events)),
    )

  return <Event extends AnyEvent, State>(
    aggregate: Folding<Event, State>,
    stream: string,
  ): TE.TaskEither<Failure | EventStoreFailure, LoadedState<Event, State>> => {
    const kept = states.find(stream, aggregate.evolve)
    if (kept === null) return loadFromStart(aggregate, stream)
    // starts with the last event folded, which is another one after an older backup of the log was restored
    return pipe(
      read(stream, kept.version),
      TE.flatMap(([last, ...later]) =>
        last?.id === kept.lastEventId ? foldOnto(aggregate, stream, kept, later) : loadFromStart(aggregate, stream),
      ),
    )
  }
}

const nothingFolded = (initial: unknown, evolve: unknown): KeptState => ({
  evolve,
  state: initial,
  version: 0,
  lastEventId: '',
  firstVersions: new Map(),
})

const addCauses = (firstVersions: Map<string, Version>, events: readonly EventEnvelope[]) => {
  for (const { version, meta } of events)
    if (meta.causationId !== null && !firstVersions.has(meta.causationId)) firstVersions.set(meta.causationId, version)
}

/** A concurrent load of the stream may have added later versions. */
const atMost = (max: Version, version: Version | undefined) => (version === undefined || version > max ? null : version)
