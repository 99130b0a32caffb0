import { concernedAccounts } from '../../domain/audit/concerned-accounts.ts'
import { PersistentSet } from '../../domain/kernel/collections.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import { E } from '../../domain/kernel/fp.ts'
import { decodeWith, type HistoryFailure } from '../history.ts'
import { eventRegistry } from '../event-registry.ts'
import type { Folding } from '../load-state.ts'
import type { EventStore, RecordedEvent, Version } from '../ports/event-store.ts'
import type { Sealing } from '../ports/sealing.ts'
import { maxConcerned, subjectsIn } from './people-concerned.ts'
import type { Mark } from './ports.ts'
import { sealedPlaceholder } from './sealed-fields.ts'

/** A stream up to one of its events. */
export interface FoldedStream {
  readonly version: Version
  /** Folded by the aggregate. Sealed text in it is `sealedPlaceholder`. */
  readonly state: unknown
  /** The last event; null without one. */
  readonly last: Pick<EventEnvelope, 'id' | 'position' | 'meta'> | null
  /** The latest time of its events: those that a policy records have the time of their cause. */
  readonly latestAt: string
  /** Ids of accounts and clients that its first events concern, `maxConcerned` or a few more. */
  readonly people: PersistentSet<string>
}

export interface StreamServices {
  readonly store: Pick<EventStore, 'read'>
  readonly sealing: Pick<Sealing, 'open' | 'replace'>
}

/** The part of a stream that is read: up to a mark, with the personal fields of its first `openVersion` events opened. */
export interface Reading {
  readonly stream: string
  readonly aggregate: Folding<AnyEvent, unknown>
  readonly until: Mark
  readonly openVersion: Version
}

type Outcome<A> = Promise<E.Either<HistoryFailure, A>>

/** Called for each event with the stream before and after it. */
type VisitEvent = (before: FoldedStream, event: EventEnvelope, after: FoldedStream) => void

export interface StreamFolder {
  /** Folds a stream up to a mark; version 0 if it has no events, or none before the mark. */
  readonly fold: (reading: Reading) => Outcome<FoldedStream>
  /** Folds the events that follow, up to the mark. */
  readonly foldOn: (reading: Reading, from: FoldedStream, visit: VisitEvent) => Outcome<FoldedStream>
}

/** Events between two states that are kept. */
const eventsPerKeptState = 500
const eventsPerRead = 2_000
/** Of all streams together, the least recently read first: 100,000 events. */
const maxKeptStates = 200
/** Events decoded and folded before other requests are served. */
const eventsAtOnce = 250

const emptyStream = ({ initial }: Folding<AnyEvent, unknown>): FoldedStream => ({
  version: 0,
  state: initial,
  last: null,
  latestAt: '',
  people: PersistentSet(),
})

interface Moment {
  readonly version: Version
  readonly position: Position
  readonly at: string
}

/** Whether an event happened after the mark. */
const isAfter = (mark: Mark, { version, position, at }: Moment): boolean => {
  if (mark === null) return false
  if (mark.kind === 'version') return version > mark.version
  return mark.kind === 'position' ? position > mark.position : at > mark.at
}

/** Whether the mark is before the last event. */
export const isReversed = (folded: FoldedStream, mark: Mark): boolean => !isWithin(mark, folded)

/** Whether all events of the stream happened before the mark. */
const isWithin = (mark: Mark, { version, last, latestAt }: FoldedStream): boolean =>
  !isAfter(mark, { version, position: last?.position ?? '', at: latestAt })

/**
 * Folds streams up to any moment. It keeps a state of every 500 events in memory, all of them sealed, so that another moment
 * of the same stream takes one read. What is opened is never kept.
 * @rule D-16
 */
export const streamFolder = ({ store, sealing }: StreamServices): StreamFolder => {
  const kept = keptStates()
  const decode = decoderOf(sealing)

  const foldOn: StreamFolder['foldOn'] = async (reading, from, visit) => {
    let folded = from
    for (let limit = eventsPerKeptState; ; limit = eventsPerRead) {
      // begins with the last event folded, which differs after an older backup of the log has been restored
      const overlap = folded.last === null ? 0 : 1
      const read = await store.read(reading.stream, folded.version + 1 - overlap, limit + overlap)()
      if (E.isLeft(read)) return read
      if (overlap === 1 && read.right[0]?.id !== folded.last?.id) return refold(reading, visit)
      const later = read.right.slice(overlap)
      for (let start = 0; start < later.length; start += eventsAtOnce) {
        if (start > 0) await new Promise<void>((resolve) => setImmediate(resolve))
        const decoded = await decode(reading, later.slice(start, start + eventsAtOnce))
        if (E.isLeft(decoded)) return decoded
        for (const envelope of decoded.right) {
          if (isAfter(reading.until, momentOf(envelope))) return E.right(folded)
          const after = withEvent(reading.aggregate, folded, envelope)
          visit(folded, envelope, after)
          folded = after
          if (reading.openVersion === 0) kept.add(reading.stream, folded)
        }
      }
      if (later.length < limit) return E.right(folded)
    }
  }
  const refold = (reading: Reading, visit: VisitEvent) => {
    kept.drop(reading.stream)
    return foldOn(reading, emptyStream(reading.aggregate), visit)
  }

  return {
    foldOn,
    fold: (reading) => {
      const start = reading.openVersion === 0 ? kept.find(reading.stream, reading.until) : null
      return foldOn(reading, start ?? emptyStream(reading.aggregate), () => undefined)
    },
  }
}

const momentOf = ({ version, position, meta: { occurredAt: at } }: EventEnvelope): Moment => ({ version, position, at })

const keptStates = () => {
  const states = new Map<string, readonly FoldedStream[]>()
  let count = 0
  const drop = (stream: string) => {
    count -= states.get(stream)?.length ?? 0
    states.delete(stream)
  }
  const put = (stream: string, all: readonly FoldedStream[]) => {
    drop(stream)
    states.set(stream, all)
    count += all.length
  }
  return {
    drop,
    /** The latest state within the mark. */
    find: (stream: string, until: Mark): FoldedStream | null => {
      const all = states.get(stream)
      if (all === undefined) return null
      put(stream, all)
      return all.findLast((folded) => isWithin(until, folded)) ?? null
    },
    /** Keeps the state if it is the next one to keep. */
    add: (stream: string, folded: FoldedStream): void => {
      const all = states.get(stream) ?? []
      if (folded.version !== (all.length + 1) * eventsPerKeptState) return
      put(stream, [...all, folded])
      for (const oldest of states.keys()) {
        if (count <= maxKeptStates || states.size === 1) break
        drop(oldest)
      }
    },
  }
}

const withEvent = (
  { evolve }: Folding<AnyEvent, unknown>,
  { state, latestAt, people }: FoldedStream,
  { id, version, position, meta, event }: EventEnvelope,
): FoldedStream => ({
  version,
  state: evolve(state, event),
  last: { id, position, meta },
  latestAt: meta.occurredAt > latestAt ? meta.occurredAt : latestAt,
  people:
    people.size < maxConcerned ? people.union(concernedAccounts(event), subjectsIn(eventRegistry, event)) : people,
})

/** Decodes events of a stream, those up to `openVersion` with their personal fields. Cannot open any other. */
const decoderOf = ({ open, replace }: StreamServices['sealing']) => {
  const placeholder = sealedPlaceholder(eventRegistry)
  const decodeSealed = decodeWith({ open: (events) => open(events), omit: (events) => replace(events, placeholder) })
  const decodePart = async (
    { aggregate }: Reading,
    events: readonly RecordedEvent[],
    personalData: 'decrypted' | 'omitted',
  ): Outcome<readonly EventEnvelope[]> => {
    if (events.length === 0) return E.right([])
    const decoded = await decodeSealed(aggregate.events, events, personalData)()
    if (E.isLeft(decoded)) return decoded
    return E.sequenceArray(decoded.right)
  }
  return async (reading: Reading, events: readonly RecordedEvent[]): Outcome<readonly EventEnvelope[]> => {
    const isOpen = ({ version }: RecordedEvent) => version <= reading.openVersion
    const opened = await decodePart(reading, events.filter(isOpen), 'decrypted')
    if (E.isLeft(opened)) return opened
    const sealed = await decodePart(
      reading,
      events.filter((event) => !isOpen(event)),
      'omitted',
    )
    return E.isLeft(sealed) ? sealed : E.right([...opened.right, ...sealed.right])
  }
}
