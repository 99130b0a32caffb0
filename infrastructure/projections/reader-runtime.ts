import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { History } from '../../application/history.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import { isUnreachable, type ProcessSession, sharedOrOwnSession } from '../postgres/postgres.ts'
import { checkpointBatcher, type CheckpointBatcher } from './checkpoint-batcher.ts'
import { type AcquiredCheckpoint, type FailedEvent, moveCheckpoints, stopCheckpoint } from './checkpoints.ts'
import { describeError } from './fold.ts'
import { type Lease, type Leases, processLeases } from './leases.ts'
import { localProgress, type LocalProgress } from './local-progress.ts'
import { retryChannel } from './set-aside.ts'

/** A failure of a reader, which retries by itself; events set aside only when it starts again or on request. */
export interface ReaderFailure {
  /** Table of a projection (`projection:<name>` if `Unavailable`), `policy:<name>`, `outbox`, `tree` or `read-model-checks`. */
  readonly reader: string
  readonly type: 'Stopped' | 'SetAside' | 'Unavailable'
  readonly reason: string
  readonly cause?: unknown
}

export interface ReaderOptions {
  readonly store: Pick<EventStore, 'read' | 'readAll' | 'subscribe' | 'head'>
  readonly history: Pick<History, 'decode'>
  readonly pool: Pool
  /** By default a new one with the settings of the pool. */
  readonly session?: ProcessSession
  /** How long an unresponsive leader keeps its lease. */
  readonly leaseMs?: number
  /** How long a leader that has work may make no progress before another process takes over. */
  readonly stallMs?: number
  /** Delay before a stopped reader retries the same event. */
  readonly retryMs?: number
  readonly report?: (failure: ReaderFailure) => void
}

/** Shared by all readers of a process: one session and one set of leases. */
export interface ReaderRuntime extends Required<ReaderOptions> {
  readonly session: ProcessSession
  readonly leases: Leases
  readonly checkpointBatcher: CheckpointBatcher
  readonly localProgress: LocalProgress
  /** Held while a table is filled from the start of the log. */
  readonly fillingPermits: Permits
  /** Name of a lease that shows other processes, through `ops.is_held`, that this one is alive. */
  readonly processLease: string
  /** Holds it until `close`, also after it was lost; resolves once it is held. */
  readonly holdProcessLease: () => Promise<void>
  /** Call after all readers have ended; releases the leases so that other processes take over at once. */
  readonly close: () => Promise<void>
}

/** Another process takes over from one that hangs, or whose network is gone, within this time. */
const defaultLeaseMs = 4_000
/** Each holds rows in memory and occupies the event loop, so that many at once would hold up each other's writes. */
const maxTablesFilledAtOnce = 4
/** Longer than a statement may take, so that only a leader that waits for nothing is replaced. */
const defaultStallMs = 30_000

export const startReaderRuntime = (options: ReaderOptions): ReaderRuntime => {
  const { pool, leaseMs = defaultLeaseMs, stallMs = defaultStallMs, retryMs = 30_000 } = options
  const { report = () => undefined } = options
  const { session, release } = sharedOrOwnSession(options.session, pool)
  const leases = processLeases(session, leaseMs)
  const progress = localProgress()
  const batcher = checkpointBatcher(pool, progress)
  const processLease = `process:${randomUUID()}`
  const closing = new AbortController()
  const close = async () => {
    closing.abort()
    await batcher.close()
    await leases.close()
    await release()
  }
  return {
    ...options,
    leaseMs,
    stallMs,
    retryMs,
    report,
    session,
    leases,
    checkpointBatcher: batcher,
    localProgress: progress,
    fillingPermits: permits(maxTablesFilledAtOnce),
    processLease,
    holdProcessLease: async () => {
      await pool.query(deleteOldProcessLeases)
      await holdUntil(leases, processLease, closing.signal)
    },
    close,
  }
}

const deleteOldProcessLeases = `delete from ops.leases
  where name similar to '(process|worker):%' and until < clock_timestamp() - interval '1 day'`

const holdUntil = (leases: Leases, name: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const keepHolding = async () => {
      for (;;) {
        const lease = await leases.hold(name, signal)
        resolve()
        if (lease === null) return
        if (!lease.lost.aborted) await once(lease.lost, 'abort')
      }
    }
    void keepHolding()
  })

/** Milliseconds to wait before running the reader again. */
export type DelayMs = number

export type RunReader = (lease: Lease, until: AbortSignal, watch: StallWatch) => Promise<DelayMs>

/**
 * Calls `runReader` whenever this process leads, until `signal` aborts. Errors are reported and retried with increasing
 * delays. A leader that stalls gives up its lease; what it still does carries an old fence and changes nothing.
 */
export const runAsLeader = async (
  runtime: ReaderRuntime,
  name: string,
  signal: AbortSignal,
  runReader: RunReader,
): Promise<void> => {
  let failures = 0
  let failedAt = -Infinity
  while (!signal.aborted) {
    const lease = await runtime.leases.hold(name, signal, 'distributed')
    if (lease === null) return
    const watch = stallWatch(runtime.stallMs)
    const until = AbortSignal.any([signal, lease.lost, watch.stalled])
    let delayMs = 0
    try {
      while (!until.aborted) await pause(await unlessStalled(runReader(lease, until, watch), watch), until)
    } catch (cause) {
      failures = performance.now() - failedAt > 60_000 ? 1 : failures + 1
      failedAt = performance.now()
      // waits, so that another process can take the lease
      delayMs = watch.stalled.aborted ? runtime.leaseMs : retryDelayMs(failures, cause)
      if (watch.stalled.aborted || !until.aborted)
        runtime.report({ reader: name, type: 'Unavailable', reason: describeError(cause), cause })
    }
    watch.idle()
    await runtime.leases.release(lease)
    await pause(delayMs, signal)
  }
}

/** How long a reader pauses after several failures in a row. What is unavailable may be back at any moment. */
export const retryDelayMs = (failures: number, cause: unknown): DelayMs =>
  Math.min(100 * 2 ** failures, isOutage(cause) ? 1_000 : 10_000)

const isOutage = (cause: unknown): boolean => {
  if (isUnreachable(cause)) return true
  if (typeof cause !== 'object' || cause === null) return false
  const { type, cause: inner } = cause as { readonly type?: unknown; readonly cause?: unknown }
  return type === 'Unavailable' || isOutage(inner)
}

/** Notices that a leader has work but makes no progress. */
export interface StallWatch {
  /** There is work, or some of it has been done: restarts the watch. */
  readonly busy: () => void
  /** There is nothing to do. */
  readonly idle: () => void
  /** Aborts when the leader has had work for too long without progress. */
  readonly stalled: AbortSignal
}

const stallWatch = (stallMs: number): StallWatch => {
  const stalling = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const idle = () => clearTimeout(timer)
  return {
    idle,
    busy: () => {
      idle()
      timer = setTimeout(() => stalling.abort(), stallMs).unref()
    },
    stalled: stalling.signal,
  }
}

const unlessStalled = (work: Promise<DelayMs>, { stalled }: StallWatch): Promise<DelayMs> => {
  work.catch(() => undefined)
  const stall = new Promise<never>((_, reject) => {
    stalled.addEventListener('abort', () => reject(new Error('there is work, but no progress')), { once: true })
  })
  return Promise.race([work, stall])
}

/**
 * Restarts a reader when an operator asks it to retry the events it has set aside, and after a lost connection: the
 * database may have crashed, and with it the latest checkpoints, rows and messages. Returns how to unsubscribe.
 */
export const restartOnRetryRequest = (
  { session }: Pick<ReaderRuntime, 'session'>,
  current: () => AcquiredCheckpoint | null,
) =>
  session.on(retryChannel, (missed) => {
    const checkpoint = current()
    if (checkpoint !== null && (missed || !checkpoint.blocked.isEmpty())) checkpoint.stop.abort()
  })

/** Records and reports the event a reader is stopped at, with the checkpoint moved up to it. */
export const stopAtFailedEvent = async (
  runtime: ReaderRuntime,
  checkpoint: AcquiredCheckpoint,
  failed: FailedEvent,
): Promise<DelayMs> => {
  const { pool, checkpointBatcher } = runtime
  await checkpointBatcher.withdraw(checkpoint)
  const { readUpTo } = checkpoint
  if (readUpTo !== null && readUpTo !== checkpoint.stored)
    await moveCheckpoints(pool, { moves: [{ checkpoint, readUpTo }], announced: new Map() })
  await stopCheckpoint(pool, checkpoint, failed)
  runtime.report({ reader: checkpoint.name, type: 'Stopped', reason: describeFailedEvent(failed) })
  return runtime.retryMs
}

export const reportSetAside = (
  { report }: Pick<ReaderRuntime, 'report'>,
  { name }: AcquiredCheckpoint,
  failed: FailedEvent,
): void => report({ reader: name, type: 'SetAside', reason: describeFailedEvent(failed) })

const describeFailedEvent = ({ eventType, eventId, position, reason }: FailedEvent) =>
  `${eventType} ${eventId} at ${position}: ${reason}`

export interface Permits {
  /** Waits for a permit, in the order of the calls, or until `signal` aborts. Returns how to give it back. */
  readonly acquire: (signal: AbortSignal) => Promise<() => void>
}

const permits = (count: number): Permits => {
  let free = count
  const waiting = new Set<(isGranted: boolean) => void>()
  const giveBack = () => {
    const [next] = waiting
    if (next === undefined) free += 1
    else next(true)
  }
  const waitForOne = (signal: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const settle = (isGranted: boolean) => {
        waiting.delete(settle)
        resolve(isGranted)
      }
      waiting.add(settle)
      signal.addEventListener('abort', () => waiting.has(settle) && settle(false), { once: true })
    })
  return {
    acquire: async (signal) => {
      let isHeld = !signal.aborted && free > 0
      if (isHeld) free -= 1
      else if (!signal.aborted) isHeld = await waitForOne(signal)
      return () => {
        if (isHeld) giveBack()
        isHeld = false
      }
    },
  }
}

/** Resolves early when `signal` aborts. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined)
}
