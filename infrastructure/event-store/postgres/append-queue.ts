import type { EventStore, EventStoreFailure } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { isPermanentError, isUniqueViolation } from '../../postgres/postgres.ts'
import { validateAppend } from '../append-validation.ts'
import {
  type BatchedAppend,
  composeBatch,
  eventCount,
  expectedVersion,
  type PendingAppend,
  pendingHeads,
  requiredVersions,
  type StreamHeadCache,
  resolveStreamNumber,
  type TailPrediction,
  tailPredictor,
} from './batch-composition.ts'
import { resolveConflicts } from './conflict-resolution.ts'
import type { EventTypes } from './event-types.ts'
import { copyRows, encodeBatch, encodeEvent, encodeRequiredVersions, formatPosition } from './row-encoding.ts'
import {
  appendBatch,
  copyBatch,
  idAt,
  insertBatchAt,
  insertEventAt,
  type RunQuery,
  type TextRow,
} from './statements.ts'
import type { WriteConnection } from './write-connection.ts'

export const unavailable = (cause: unknown): Extract<EventStoreFailure, { type: 'Unavailable' }> => ({
  type: 'Unavailable',
  cause,
})

export interface AppendQueue {
  readonly append: EventStore['append']
  /** Resolves when the batches in flight have been answered. */
  readonly committing: () => Promise<unknown>
  /** Resolves when every append received so far has been answered. */
  readonly drained: () => Promise<void>
}

interface AppendQueueOptions {
  /** Executes statements in the order they are sent. */
  readonly write: BatchConnection & Pick<WriteConnection, 'open'>
  readonly read: RunQuery
  readonly types: EventTypes
  readonly heads: StreamHeadCache
  /** Discards all caches: the database may contain a different log. */
  readonly clearCaches: () => void
  /** Called with the position before a batch that has been committed. */
  readonly onCommitted: (base: number, batch: readonly BatchedAppend[]) => void
}

/**
 * Two batches overlap only while this process is the sole writer. Otherwise a batch waits for those of other processes,
 * and one large batch is cheaper than two.
 */
const maxBatchesInFlight = 2
/** Minimum number of events for a second batch while one is in flight. */
const minEventsPerBatch = 8

/** Group commit without a timer: as soon as a batch may be sent, all waiting appends form the next one. */
export const appendQueue = (options: AppendQueueOptions): AppendQueue => {
  const [predicted, predictor] = [pendingHeads(options.heads), tailPredictor()]
  const resolutions = new Set<Promise<void>>()
  /** Each group is committed separately, so that a rejected batch can be retried in parts. */
  const queue: PendingAppend[][] = []
  const inFlight = new Set<Promise<void>>()
  const state = { isScheduled: false }

  const sendNext = () => {
    state.isScheduled = false
    const maxInFlight = predictor.isSoleWriter() ? maxBatchesInFlight : 1
    for (let group = queue[0]; group !== undefined && inFlight.size < maxInFlight; group = queue[0]) {
      const size = eventCount(group)
      if (inFlight.size > 0 && size < minEventsPerBatch) return
      const batchCount = size < 2 * minEventsPerBatch ? 1 : maxInFlight - inFlight.size
      const { batch, conflicting, waiting } = composeBatch(group, predicted.get, Math.ceil(group.length / batchCount))
      queue.splice(0, 1, ...(waiting.length > 0 ? [waiting] : []))
      if (batch.length > 0) start(batch)
      if (conflicting.length > 0) resolveInBackground(conflicting)
      if (batch.length === 0 && waiting.length > 0) return
    }
  }

  const start = (batch: readonly BatchedAppend[]) => {
    const { prediction, onWritten } = predictor.onSent(batch)
    const confirmHeads = predicted.extend(batch)
    const commit = async () => {
      const { retryGroups, base, logWasReplaced } = await commitBatch(options, batch, prediction)
      inFlight.delete(committing)
      if (onWritten(base, logWasReplaced)) options.clearCaches()
      confirmHeads(base !== null)
      queue.unshift(...retryGroups)
      sendNext()
    }
    const committing = commit()
    inFlight.add(committing)
  }

  const add = (appends: readonly PendingAppend[]) => {
    if (queue.length === 0) queue.push([])
    queue.at(-1)?.push(...appends)
    if (!state.isScheduled) queueMicrotask(sendNext)
    state.isScheduled = true
  }

  /** Outside the queue, so that conflicting appends do not delay others. */
  const resolveInBackground = (conflicting: readonly PendingAppend[]) => {
    const resolution = Promise.all(inFlight)
      .then(() => resolveConflicts(options.read, options.heads.observe, conflicting))
      .then(add, (error: unknown) => failAll(conflicting, unavailable(error)))
      .finally(() => resolutions.delete(resolution))
    resolutions.add(resolution)
  }

  return {
    append: validated(add),
    committing: () => Promise.all(inFlight),
    drained: async () => {
      while (state.isScheduled || queue.length + inFlight.size + resolutions.size > 0)
        await Promise.all([...inFlight, ...resolutions])
    },
  }
}

const validated =
  (add: (appends: readonly PendingAppend[]) => void): EventStore['append'] =>
  (stream, expected, events) =>
  () =>
    new Promise((answer) => {
      const failure = validateAppend(stream, expected, events)
      if (failure === null) add([{ stream, expected, events, answer }])
      else answer(E.left(failure))
    })

const failAll = (appends: readonly PendingAppend[], failure: EventStoreFailure) => {
  for (const { answer } of appends) answer(E.left(failure))
}

interface BatchOutcome {
  /** Appends to retry, grouped. */
  readonly retryGroups: PendingAppend[][]
  /** Position before the first event of the batch; null if nothing was written. */
  readonly base: number | null
  /** The expected last event is missing: the log was replaced, for example by a backup. */
  readonly logWasReplaced: boolean
}

/** Never rejects. Every append that is not in `retryGroups` has been answered. */
const commitBatch = async (
  options: AppendQueueOptions,
  batch: readonly BatchedAppend[],
  prediction: TailPrediction,
): Promise<BatchOutcome> => {
  const { write, heads } = options
  try {
    const base = await sendBatch(options, batch, prediction)
    if (typeof base === 'number') return { retryGroups: [], base, logWasReplaced: false }
    const remaining = await resolveConflicts(write.query, heads.set, batch)
    const retryGroups = remaining.length > 0 ? [remaining] : []
    return {
      retryGroups,
      base: null,
      logWasReplaced: base === null && !(await hasExpectedHead(write.query, prediction)),
    }
  } catch (error) {
    return { retryGroups: bisectRejected(batch, error), base: null, logWasReplaced: false }
  }
}

/** Whether the log contains the event at which it was expected to end; another process may have written after it. */
const hasExpectedHead = async (query: RunQuery, { head, isSoleWriter }: TailPrediction): Promise<boolean> => {
  if (head === null || !isSoleWriter) return true
  const [[id] = []] = await query(idAt, [head.position])
  return id === head.id.toLowerCase()
}

/** Splits a rejected batch in half until the offending append is alone. */
const bisectRejected = (batch: readonly BatchedAppend[], error: unknown): PendingAppend[][] => {
  if (isPermanentError(error) && batch.length > 1) {
    const half = Math.ceil(batch.length / 2)
    return [batch.slice(0, half), batch.slice(half)]
  }
  failAll(batch, isPermanentError(error) ? { type: 'Malformed', why: error.message } : unavailable(error))
  return []
}

/**
 * Position before the batch; otherwise nothing was written, because a position or version was taken or the batch did
 * not fit.
 */
const sendBatch = async (
  { write, types, heads, onCommitted }: AppendQueueOptions,
  batch: readonly BatchedAppend[],
  prediction: TailPrediction,
): Promise<number | 'positionTaken' | null> => {
  const opening = write.open()
  if (opening) await opening
  const numberOf = types.numbersOf(batch) ?? (await types.add(write.query, batch))
  const base = await writeBatch(write, batch, numberOf, prediction).catch((error: unknown) => {
    if (isUniqueViolation(error)) return 'positionTaken' as const
    throw error
  })
  if (typeof base !== 'number') return base
  onCommitted(base, batch)
  for (const batched of batch) {
    const { stream, events, before, offset, answer } = batched
    const version = before + events.length
    heads.set(stream, { streamNumber: resolveStreamNumber(batched, base), version })
    answer(E.right({ version, position: formatPosition(base + offset + events.length - 1) }))
  }
  return base
}

export type BatchConnection = Pick<WriteConnection, 'query' | 'insert' | 'copyIn'>

/** From this batch size on, COPY costs the database no more than INSERT, and this process less. */
const minEventsToCopy = 64

/**
 * Writes a batch and returns the position before it; null if it did not fit, in which case nothing was written. The
 * only writer knows the position and inserts there, with COPY for large batches.
 */
export const writeBatch = async (
  { query, insert, copyIn }: BatchConnection,
  batch: readonly BatchedAppend[],
  typeNumber: (type: string) => number,
  { head, isSoleWriter }: TailPrediction,
): Promise<number | null> => {
  if (head === null || !isSoleWriter)
    return baseOf(await query(appendBatch, [...encodeBatch(batch, typeNumber), ...encodeRequiredVersions(batch)]))
  const [first] = batch
  const size = eventCount(batch)
  if (size >= minEventsToCopy) {
    await copyIn(
      copyBatch(head.position, requiredVersions(batch), head.position + size),
      copyRows(batch, typeNumber, head.position),
    )
    return head.position
  }
  const written =
    size === 1 && first && expectedVersion(first.expected) !== null
      ? await insert(insertEventAt, [head.position, head.id, ...encodeEvent(first, typeNumber)])
      : await insert(insertBatchAt, [head.position, head.id, ...encodeBatch(batch, typeNumber)])
  return written === size ? head.position : null
}

const baseOf = ([row]: readonly TextRow[]): number | null => {
  const position = row?.[0] ?? null
  return position === null ? null : Number(position)
}
