import type {
  Appended,
  EventStoreFailure,
  Expected,
  NewEvent,
  Version,
} from '../../../application/ports/event-store.ts'
import type { E } from '../../../domain/kernel/fp.ts'
import { generationalMap } from './generational-map.ts'

/** An append that waits for its answer. */
export interface PendingAppend {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly NewEvent[]
  readonly answer: (outcome: E.Either<EventStoreFailure, Appended>) => void
}

/** An append that has its place in a batch. */
export interface PlacedAppend extends PendingAppend {
  /** The stream's number; or, negated, the place in the batch of the event that begins it. Places count from 1. */
  readonly no: number
  /** The stream's version before it. */
  readonly before: Version
  /** In the batch, of its first event. */
  readonly place: number
}

export interface ComposedBatch {
  /** What the next statement writes. */
  readonly batch: readonly PlacedAppend[]
  /** What cannot follow in its stream as far as that is known, unless it was made before: the database must be asked. */
  readonly conflicting: readonly PendingAppend[]
  /** What must wait for a later batch, in order. */
  readonly waiting: PendingAppend[]
}

const maxBatchEvents = 1_000
const maxBatchChars = 1_000_000

/** As much of the queue as one batch may hold, `most` appends at most. `tipOf` a stream is where it will end. */
export const composeBatch = (
  queue: readonly PendingAppend[],
  tipOf: PendingHeads['get'],
  most: number,
): ComposedBatch => {
  const batch: PlacedAppend[] = []
  const conflicting: PendingAppend[] = []
  const waiting: PendingAppend[] = []
  const place = appendPlacer(tipOf)
  let [events, text] = [0, 0]
  for (const [n, appending] of queue.entries()) {
    const size = charCount(appending)
    const isFull =
      batch.length >= most || events + appending.events.length > maxBatchEvents || text + size > maxBatchChars
    if (isFull && batch.length > 0) return { batch, conflicting, waiting: [...waiting, ...queue.slice(n)] }
    const found = place(appending, events + 1)
    if (found === 'doubtful') conflicting.push(appending)
    else if (found === 'waiting') waiting.push(appending)
    else {
      batch.push(found)
      events += appending.events.length
      text += size
    }
  }
  return { batch, conflicting, waiting }
}

/** In events. */
export const eventCount = (appends: readonly Pick<PendingAppend, 'events'>[]): number =>
  appends.reduce((sum, { events }) => sum + events.length, 0)

/** The stream's number, once it is known where the batch begins. */
export const streamNumber = ({ no }: Pick<PlacedAppend, 'no'>, base: number): number => (no < 0 ? base - no : no)

/** The streams a batch goes on with, and the version of each that must be there. */
export const requiredVersions = (batch: readonly PlacedAppend[]): ReadonlyMap<number, number> => {
  const held = new Map<number, number>()
  for (const { no, before } of batch) if (no > 0 && !held.has(no)) held.set(no, before)
  return held
}

const charCount = ({ events }: PendingAppend) =>
  events.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0)

/** The place of one append after the other. */
const appendPlacer = (tipOf: PendingHeads['get']) => {
  const chains = new Map<string, StreamHead>()
  const late = new Set<string>()
  const firstIds = new Set<string>()

  return (appending: PendingAppend, place: number): PlacedAppend | 'doubtful' | 'waiting' => {
    const { stream, expected, events } = appending
    if (late.has(stream)) return 'waiting'
    const chain = chains.get(stream)
    const tip = chain === undefined ? tipOf(stream) : undefined
    if (tip && tip.no < 0) {
      late.add(stream)
      return 'waiting'
    }
    const end = chain ?? tip ?? (expectedVersion(expected) === 0 ? emptyStream : undefined)
    if (end === undefined || !matchesExpectation(expected, end.version)) return 'doubtful'
    if (expectedVersion(expected) === null) {
      const first = `${events[0]?.id.toLowerCase()} ${stream}`
      if (firstIds.has(first)) return 'doubtful'
      firstIds.add(first)
    }
    const no = end.version === 0 ? -place : end.no
    chains.set(stream, { no, version: end.version + events.length })
    return { ...appending, no, before: end.version, place }
  }
}

const emptyStream: StreamHead = { no: 0, version: 0 }

/** May what expects this follow that version? */
export const matchesExpectation = (expected: Expected, version: Version): boolean =>
  expected === 'any' || (expected === 'exists' ? version > 0 : expectedVersion(expected) === version)

/** The version an expectation names; null of `any` and `exists`. */
export const expectedVersion = (expected: Expected): Version | null =>
  typeof expected === 'number' ? expected : expected === 'none' ? 0 : null

/** Where a stream ends, as last seen; 0 and 0 where there was none. */
export interface StreamHead {
  /** The stream's number: the position of its first event. */
  readonly no: number
  readonly version: Version
}

/** The ends of the streams touched last. It may have grown since: the database decides. */
export interface StreamHeadCache {
  readonly get: (stream: string) => StreamHead | undefined
  /** As the lane has just found or left it. */
  readonly set: (stream: string, head: StreamHead) => void
  /** As somebody read it, perhaps a while ago. */
  readonly observe: (stream: string, head: StreamHead) => void
  /** This may be another log by now. */
  readonly forget: () => void
}

const maxCachedHeads = 20_000

export const streamHeadCache = (): StreamHeadCache => {
  let heads = emptyHeadCache()
  return {
    get: (stream) => heads.get(stream),
    set: (stream, head) => heads.set(stream, head),
    observe: (stream, head) => {
      if (head.version > (heads.get(stream)?.version ?? -1)) heads.set(stream, head)
    },
    forget: () => {
      heads = emptyHeadCache()
    },
  }
}

const emptyHeadCache = () => generationalMap<string, StreamHead>(maxCachedHeads, suffixHash)

/** Names of streams differ most in their last letters. */
const suffixHash = (stream: string) =>
  31 * stream.charCodeAt(stream.length - 1) + stream.charCodeAt(Math.max(stream.length - 2, 0))

/** Where streams will end once all that is under way is written. */
export interface PendingHeads {
  /** Its number is negative as long as it begins in a batch under way; undefined when nobody knows. */
  readonly get: (stream: string) => StreamHead | undefined
  /** This batch is under way. Tell the answer whether it was written; if not, only what was seen counts. */
  readonly extend: (batch: readonly PlacedAppend[]) => (isWritten: boolean) => void
}

export const pendingHeads = (heads: StreamHeadCache): PendingHeads => {
  const tips = new Map<string, StreamHead>()
  return {
    get: (stream) => tips.get(stream) ?? heads.get(stream),
    extend: (batch) => {
      const own = new Map<string, StreamHead>()
      for (const { stream, no, before, events } of batch) {
        const tip = { no, version: before + events.length }
        own.set(stream, tip)
        tips.set(stream, tip)
      }
      return (isWritten) => {
        if (!isWritten) tips.clear()
        for (const [stream, tip] of own) if (tips.get(stream) === tip) tips.delete(stream)
      }
    },
  }
}

/** The log's last event. */
export interface LogTail {
  readonly place: number
  readonly id: string
}

/** What is known of the log's end when a batch is sent. */
export interface TailPrediction {
  /** Behind which event the batch will begin if nobody else writes; null when nobody knows. */
  readonly end: LogTail | null
  /** The batch before it came to lie where it was expected: nobody else is writing just now. */
  readonly isSoleWriter: boolean
}

/** Where the log will end once all that is under way is written. */
export interface TailPredictor {
  /**
   * These events are sent. Tell `arrived` behind which place they begin, or null when they were not written, and whether it was
   * because the log did not end as expected; it answers whether this must be another log, as one brought back from a copy is.
   */
  readonly sent: (batch: readonly Pick<PlacedAppend, 'events'>[]) => {
    readonly known: TailPrediction
    readonly arrived: (base: number | null, isMisplaced?: boolean) => boolean
  }
}

export const tailPredictor = (): TailPredictor => {
  let place: number | null = null
  let id = ''
  let isSoleWriter = false
  let inFlight = 0
  return {
    sent: (batch) => {
      const size = eventCount(batch)
      const expected = place
      const known = { end: expected === null ? null : { place: expected, id }, isSoleWriter }
      id = batch.at(-1)?.events.at(-1)?.id ?? id
      inFlight += size
      if (place !== null) place += size
      const arrived = (base: number | null, isMisplaced = false) => {
        // Behind a batch that was not written nothing lies where it was to lie.
        const isAnother = place !== null && (base === null ? isMisplaced : expected !== null && base < expected)
        inFlight -= size
        isSoleWriter = base !== null && base === expected
        if (base === null) place = null
        else if (place === null || !isSoleWriter) place = base + size + inFlight
        return isAnother
      }
      return { known, arrived }
    },
  }
}
