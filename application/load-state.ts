import type { EventEnvelope, Position } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventFamily } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import type { EventStore, EventStoreFailure, RecordedEvent, Version } from './ports/event-store.ts'
import type { PersonalData } from './ports/sealing.ts'
import type { StateSnapshot, StateSnapshots } from './ports/state-snapshots.ts'
import { readState, writeState } from './state-text.ts'

/** How the events of an aggregate become its state. */
export interface Folding<Event extends AnyEvent, State> {
  readonly events: EventFamily<Event>
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
}

export interface LoadedState<Event extends AnyEvent, State> {
  readonly state: State
  readonly version: Version
  /** Position of the last event; null without events. Once the read models have reached it, they show the state. */
  readonly position: Position | null
  /** The events read for it: the whole stream, or those after the state that an earlier load cached. */
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
  position: past.at(-1)?.position ?? null,
  read: past,
  firstCausedBy: findCause(past),
})

const findCause = (events: readonly EventEnvelope[]) => (causationId: string) =>
  events.find(({ meta }) => meta.causationId === causationId)?.version ?? null

// --- States cached between loads ---------------------------------------------------------------------

/** A state folded from the first `version` events of a stream. */
interface CachedState {
  /** The function that folded it; no other aggregate uses the state. */
  readonly evolve: unknown
  readonly state: unknown
  readonly version: Version
  /** Id of the last event folded. */
  readonly lastEventId: string
  /** Position of the last event folded; null if not known, as in a snapshot. */
  readonly position: Position | null
  /** Version of the first event of each cause. Later states of the stream add to it. */
  readonly firstVersions: Map<string, Version>
  /** Version of the last snapshot; 0 without one. */
  readonly snapshot: Version
  /** How many subjects were erased before its personal data was decrypted; null if it contains none. */
  readonly erased: number | null
}

export interface StateCacheLimits {
  /** Shorter streams are not cached: reading them in full costs no more than reading only the new events. */
  readonly minEvents: number
  /** Events folded into all cached states together. The least recently used are dropped, except the last one used. */
  readonly maxEvents: number
  /** Events after which a new snapshot is written. */
  readonly eventsPerSnapshot: number
}

export const stateCacheLimits: StateCacheLimits = {
  minEvents: 100,
  maxEvents: 100_000,
  eventsPerSnapshot: 1_000,
}

const stateCache = (maxEvents: number) => {
  const states = new Map<string, CachedState>()
  let events = 0

  const drop = (key: string) => {
    events -= states.get(key)?.version ?? 0
    states.delete(key)
  }
  const add = (key: string, state: CachedState) => {
    drop(key)
    states.set(key, state)
    events += state.version
  }

  return {
    find: (stream: string, evolve: unknown, personalData: PersonalData): CachedState | null => {
      const key = `${personalData} ${stream}`
      const cached = states.get(key)
      if (cached === undefined || cached.evolve !== evolve) return null
      add(key, cached)
      return cached
    },
    dropDecrypted: (): void => {
      for (const [key, { erased }] of states) if (erased !== null) drop(key)
    },
    put: (stream: string, state: CachedState): void => {
      add(`${state.erased === null ? 'omitted' : 'decrypted'} ${stream}`, state)
      for (const oldest of states.keys()) {
        if (events <= maxEvents || states.size === 1) break
        drop(oldest)
      }
    },
  }
}

const snapshotStore = (snapshots: StateSnapshots, eventsPerSnapshot: number) => ({
  find: async (stream: string, evolve: unknown): Promise<CachedState | null> => {
    const found = await snapshots.find(stream)
    return found === null ? null : readSnapshot(evolve, found)
  },
  /** Writes a snapshot if the last one is old, once pending work has run. */
  write: (stream: string, cached: CachedState): CachedState => {
    const { version } = cached
    if (version - cached.snapshot < eventsPerSnapshot) return cached
    setImmediate(() => {
      const text = snapshotText(cached)
      if (text !== null) snapshots.save(stream, { version, text })
    })
    return { ...cached, snapshot: version }
  },
})

const snapshotText = ({ state, lastEventId, firstVersions }: CachedState): string | null =>
  writeState({ state, lastEventId, firstVersions: [...firstVersions] })

const readSnapshot = (evolve: unknown, { version, text }: StateSnapshot): CachedState => {
  const { state, lastEventId, firstVersions } = readState(text) as Pick<CachedState, 'state' | 'lastEventId'> & {
    readonly firstVersions: readonly (readonly [string, Version])[]
  }
  const read = { evolve, state, version, lastEventId, firstVersions: new Map(firstVersions) }
  return { ...read, position: null, snapshot: version, erased: null }
}

// --- Loading ----------------------------------------------------------------------------------------

/** Decodes events of a stream. */
export type VisitEvents<Failure> = <Event extends AnyEvent>(
  family: EventFamily<Event>,
  events: readonly RecordedEvent[],
  personalData: PersonalData,
  visit: (event: EventEnvelope<Event>) => void,
) => TE.TaskEither<Failure, void>

export interface StateSources<Failure> {
  readonly read: EventStore['read']
  readonly visitEvents: VisitEvents<Failure>
  /** See `Keyring`. */
  readonly countErased: TE.TaskEither<Failure, number>
  readonly snapshots: StateSnapshots
  readonly limits: StateCacheLimits
}

/**
 * Loads states, and caches those of long streams. A load reads what was appended since, so it never returns an outdated
 * state. After any erasure, states with personal data are folded again.
 */
export const stateLoader = <Failure>({ read, visitEvents, countErased, snapshots, limits }: StateSources<Failure>) => {
  const { minEvents, maxEvents, eventsPerSnapshot } = limits
  const states = stateCache(maxEvents)
  const { find: findSnapshot, write: withSnapshot } = snapshotStore(snapshots, eventsPerSnapshot)
  const findFolded = foldedStates(states, findSnapshot, countErased)

  const foldOnto = folder(visitEvents, minEvents, (stream, cached) =>
    states.put(stream, cached.erased === null ? withSnapshot(stream, cached) : cached),
  )

  const loadFromStart = <Event extends AnyEvent, State>(
    aggregate: Folding<Event, State>,
    stream: string,
    personalData: PersonalData,
  ) =>
    pipe(
      TE.Do,
      TE.bind('events', () => read(stream)),
      // before decryption, so that an erasure from then on is noticed
      TE.bindW('erased', ({ events }) =>
        personalData === 'decrypted' && events.length >= minEvents ? countErased : TE.right(null),
      ),
      TE.flatMap(({ events, erased }) =>
        foldOnto(
          aggregate,
          stream,
          personalData,
          { ...nothingFolded(aggregate.initial, aggregate.evolve), erased },
          events,
        ),
      ),
    )

  const loadOnto = <Event extends AnyEvent, State>(
    cached: CachedState,
    aggregate: Folding<Event, State>,
    stream: string,
    personalData: PersonalData,
  ): TE.TaskEither<Failure | EventStoreFailure, LoadedState<Event, State>> =>
    pipe(
      // starts at the last event folded, which differs if an older backup of the log has been restored
      read(stream, cached.version),
      TE.flatMap(([last, ...later]) =>
        last?.id === cached.lastEventId
          ? foldOnto(aggregate, stream, personalData, { ...cached, position: last.position }, later)
          : loadFromStart(aggregate, stream, personalData),
      ),
    )

  return <Event extends AnyEvent, State>(
    aggregate: Folding<Event, State>,
    stream: string,
    personalData: PersonalData,
  ): TE.TaskEither<Failure | EventStoreFailure, LoadedState<Event, State>> =>
    pipe(
      findFolded(stream, aggregate.evolve, personalData),
      TE.flatMap((folded) =>
        folded === null
          ? loadFromStart(aggregate, stream, personalData)
          : loadOnto(folded, aggregate, stream, personalData),
      ),
    )
}

/** Finds the state to fold later events onto, cached or in a snapshot; null without one. */
const foldedStates =
  <Failure>(
    states: ReturnType<typeof stateCache>,
    findSnapshot: ReturnType<typeof snapshotStore>['find'],
    countErased: TE.TaskEither<Failure, number>,
  ) =>
  (stream: string, evolve: unknown, personalData: PersonalData): TE.TaskEither<Failure, CachedState | null> => {
    const cached = states.find(stream, evolve, personalData)
    if (cached === null)
      return personalData === 'omitted' ? TE.fromTask(() => findSnapshot(stream, evolve)) : TE.right(null)
    if (cached.erased === null) return TE.right(cached)
    return pipe(
      countErased,
      TE.map((erased) => {
        if (erased === cached.erased) return cached
        states.dropDecrypted()
        return null
      }),
    )
  }

/** Folds later events onto a state. A state of `minEvents` or more is passed to `cache`. */
const folder =
  <Failure>(
    visitEvents: VisitEvents<Failure>,
    minEvents: number,
    cache: (stream: string, cached: CachedState) => void,
  ) =>
  <Event extends AnyEvent, State>(
    { events: family, evolve }: Folding<Event, State>,
    stream: string,
    personalData: PersonalData,
    before: CachedState,
    later: readonly RecordedEvent[],
  ): TE.TaskEither<Failure, LoadedState<Event, State>> => {
    let state = before.state as State
    const decoded: EventEnvelope<Event>[] = []
    return pipe(
      visitEvents(family, later, personalData, (event) => {
        decoded.push(event)
        state = evolve(state, event.event)
      }),
      TE.map(() => {
        const version = before.version + later.length
        const position = later.at(-1)?.position ?? before.position
        const loaded = { state, version, position, read: decoded }
        if (version < minEvents) return { ...loaded, firstCausedBy: findCause(decoded) }
        const { firstVersions } = before
        addCauses(firstVersions, decoded)
        const lastEventId = later.at(-1)?.id ?? before.lastEventId
        cache(stream, { ...before, state, version, position, lastEventId })
        return { ...loaded, firstCausedBy: (cause) => atMost(version, firstVersions.get(cause)) }
      }),
    )
  }

const nothingFolded = (initial: unknown, evolve: unknown): CachedState => ({
  evolve,
  state: initial,
  version: 0,
  lastEventId: '',
  position: null,
  firstVersions: new Map(),
  snapshot: 0,
  erased: null,
})

const addCauses = (firstVersions: Map<string, Version>, events: readonly EventEnvelope[]) => {
  for (const { version, meta } of events)
    if (meta.causationId !== null && !firstVersions.has(meta.causationId)) firstVersions.set(meta.causationId, version)
}

/** A concurrent load of the stream may have added later versions. */
const atMost = (max: Version, version: Version | undefined) => (version === undefined || version > max ? null : version)
