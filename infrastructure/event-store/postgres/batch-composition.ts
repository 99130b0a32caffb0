import type {
  Appended,
  EventStoreFailure,
  Expected,
  NewEvent,
  Version,
} from '../../../application/ports/event-store.ts'
import type { E } from '../../../domain/kernel/fp.ts'
import { generationalMap } from './generational-map.ts'

/** An append waiting to be answered. */
export interface PendingAppend {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly NewEvent[]
  readonly answer: (outcome: E.Either<EventStoreFailure, Appended>) => void
}

/** An append with its offset in a batch. */
export interface BatchedAppend extends PendingAppend {
  /** The stream's number or, if the stream starts in this batch, the negated offset of its first event. */
  readonly streamNumber: number
  /** The stream's version before this append. */
  readonly before: Version
  /** Of its first event in the batch, counted from 1. */
  readonly offset: number
}

export interface ComposedBatch {
  /** Appends for the next statement. */
  readonly batch: readonly BatchedAppend[]
  /** Appends that do not match the known stream head. They may be repetitions, which only the database can tell. */
  readonly conflicting: readonly PendingAppend[]
  /** Appends for a later batch, in order. */
  readonly waiting: PendingAppend[]
}

const maxBatchEvents = 1_000
const maxBatchChars = 1_000_000

/**
 * Takes as many appends from the queue as fit in one batch, at most `maxAppends`. `headOf` predicts the head of a
 * stream.
 */
export const composeBatch = (
  queue: readonly PendingAppend[],
  headOf: PendingHeads['get'],
  maxAppends: number,
): ComposedBatch => {
  const batch: BatchedAppend[] = []
  const conflicting: PendingAppend[] = []
  const waiting: PendingAppend[] = []
  const addToBatch = batchAppender(headOf)
  let [events, chars] = [0, 0]
  for (const [n, append] of queue.entries()) {
    const size = charCount(append)
    const isFull =
      batch.length >= maxAppends || events + append.events.length > maxBatchEvents || chars + size > maxBatchChars
    if (isFull && batch.length > 0) return { batch, conflicting, waiting: [...waiting, ...queue.slice(n)] }
    const batched = addToBatch(append, events + 1)
    if (batched === 'conflicting') conflicting.push(append)
    else if (batched === 'waiting') waiting.push(append)
    else {
      batch.push(batched)
      events += append.events.length
      chars += size
    }
  }
  return { batch, conflicting, waiting }
}

/** Total number of events. */
export const eventCount = (appends: readonly Pick<PendingAppend, 'events'>[]): number =>
  appends.reduce((sum, { events }) => sum + events.length, 0)

/** Resolves a negative number once the position before the batch is known. */
export const resolveStreamNumber = ({ streamNumber }: Pick<BatchedAppend, 'streamNumber'>, base: number): number =>
  streamNumber < 0 ? base - streamNumber : streamNumber

/** Streams a batch continues, and the version each must have. */
export const requiredVersions = (batch: readonly BatchedAppend[]): ReadonlyMap<number, number> => {
  const required = new Map<number, number>()
  for (const { streamNumber, before } of batch)
    if (streamNumber > 0 && !required.has(streamNumber)) required.set(streamNumber, before)
  return required
}

const charCount = ({ events }: PendingAppend) =>
  events.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0)

/** Adds appends to a batch, one after another. */
const batchAppender = (headOf: PendingHeads['get']) => {
  const chains = new Map<string, StreamHead>()
  const delayed = new Set<string>()
  const firstIds = new Set<string>()

  return (append: PendingAppend, offset: number): BatchedAppend | 'conflicting' | 'waiting' => {
    const { stream, expected, events } = append
    if (delayed.has(stream)) return 'waiting'
    const chain = chains.get(stream)
    const known = chain === undefined ? headOf(stream) : undefined
    if (known && known.streamNumber < 0) {
      delayed.add(stream)
      return 'waiting'
    }
    const end = chain ?? known ?? (expectedVersion(expected) === 0 ? emptyStream : undefined)
    if (end === undefined || !matchesExpectation(expected, end.version)) return 'conflicting'
    if (expectedVersion(expected) === null) {
      const firstId = `${events[0]?.id.toLowerCase()} ${stream}`
      if (firstIds.has(firstId)) return 'conflicting'
      firstIds.add(firstId)
    }
    const streamNumber = end.version === 0 ? -offset : end.streamNumber
    chains.set(stream, { streamNumber, version: end.version + events.length })
    return { ...append, streamNumber, before: end.version, offset }
  }
}

const emptyStream: StreamHead = { streamNumber: 0, version: 0 }

/** Whether an append with this expectation may follow this version. */
export const matchesExpectation = (expected: Expected, version: Version): boolean =>
  expected === 'any' || (expected === 'exists' ? version > 0 : expectedVersion(expected) === version)

/** The expected version; null for `any` and `exists`. */
export const expectedVersion = (expected: Expected): Version | null =>
  typeof expected === 'number' ? expected : expected === 'none' ? 0 : null

/** The last known end of a stream; both 0 if it does not exist. */
export interface StreamHead {
  /** The stream's number: the position of its first event. */
  readonly streamNumber: number
  readonly version: Version
}

/** Heads of recently used streams. A stream may have grown since; the database decides. */
export interface StreamHeadCache {
  readonly get: (stream: string) => StreamHead | undefined
  /** Sets a head read or written by the append queue. */
  readonly set: (stream: string, head: StreamHead) => void
  /** Records a head from a concurrent read, which may be older than the cached one. */
  readonly observe: (stream: string, head: StreamHead) => void
  /** Discards everything: the database may contain a different log. */
  readonly clear: () => void
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
    clear: () => {
      heads = emptyHeadCache()
    },
  }
}

const emptyHeadCache = () => generationalMap<string, StreamHead>(maxCachedHeads, suffixHash)

/** Stream names differ most in their last characters. */
const suffixHash = (stream: string) =>
  31 * stream.charCodeAt(stream.length - 1) + stream.charCodeAt(Math.max(stream.length - 2, 0))

/** Predicted heads of streams once all batches in flight are written. */
export interface PendingHeads {
  /** The number is negative while the stream's first batch is in flight; undefined if unknown. */
  readonly get: (stream: string) => StreamHead | undefined
  /** Adds a batch in flight. Call the result with the outcome; after a failure all predictions are discarded. */
  readonly extend: (batch: readonly BatchedAppend[]) => (isWritten: boolean) => void
}

export const pendingHeads = (heads: StreamHeadCache): PendingHeads => {
  const predictions = new Map<string, StreamHead>()
  return {
    get: (stream) => predictions.get(stream) ?? heads.get(stream),
    extend: (batch) => {
      const own = new Map<string, StreamHead>()
      for (const { stream, streamNumber, before, events } of batch) {
        const head = { streamNumber, version: before + events.length }
        own.set(stream, head)
        predictions.set(stream, head)
      }
      return (isWritten) => {
        if (!isWritten) predictions.clear()
        for (const [stream, head] of own) if (predictions.get(stream) === head) predictions.delete(stream)
      }
    },
  }
}

/** The head of the log: its last event. */
export interface LogHead {
  readonly position: number
  readonly id: string
}

/** What is known about the head of the log when a batch is sent. */
export interface TailPrediction {
  /** The event before the batch if no other process writes; null if unknown. */
  readonly head: LogHead | null
  /** The previous batches were written at the predicted positions, so no other process is writing at the moment. */
  readonly isSoleWriter: boolean
}

/** Predicts the head of the log once all batches in flight are written. */
export interface TailPredictor {
  readonly isSoleWriter: () => boolean
  /**
   * Registers a batch as sent. Call `onWritten` with the position before it, or null and the reason if it was not
   * written. `onWritten` returns true if the log must be a different one, such as a restored backup.
   */
  readonly onSent: (batch: readonly Pick<BatchedAppend, 'events'>[]) => {
    readonly prediction: TailPrediction
    readonly onWritten: (base: number | null, logWasReplaced?: boolean) => boolean
  }
}

/**
 * Maximum number of batches in a row that must be written at the predicted position. The required number doubles each
 * time another process turns out to write too, since a wrong prediction makes both retry.
 */
const maxConfirmations = 64

export const tailPredictor = (): TailPredictor => {
  let position: number | null = null
  let id = ''
  let inFlight = 0
  let confirmed = 0
  let required = 1
  const isSoleWriter = () => confirmed >= required
  const confirm = () => {
    confirmed++
    if (confirmed === 16 * required) required = 1
  }
  const contradict = (wasTrusted: boolean) => {
    if (wasTrusted) required = Math.min(2 * required, maxConfirmations)
    confirmed = 0
  }
  return {
    isSoleWriter,
    onSent: (batch) => {
      const size = eventCount(batch)
      const expected = position
      const prediction = { head: expected === null ? null : { position: expected, id }, isSoleWriter: isSoleWriter() }
      id = batch.at(-1)?.events.at(-1)?.id ?? id
      inFlight += size
      if (position !== null) position += size
      const onWritten = (base: number | null, logWasReplaced = false) => {
        // After a batch that was not written, the following ones are not at their predicted positions.
        const isReplaced = position !== null && (base === null ? logWasReplaced : expected !== null && base < expected)
        inFlight -= size
        if (base !== null && base === expected) confirm()
        else contradict(prediction.isSoleWriter && position !== null)
        if (base === null) position = null
        else if (position === null || base !== expected) position = base + size + inFlight
        return isReplaced
      }
      return { prediction, onWritten }
    },
  }
}
