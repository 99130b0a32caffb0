import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { History } from '../../application/history.ts'
import type { InFlight } from '../../application/in-flight.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import {
  checkpointBatcher,
  type CheckpointBatcher,
  type Cursor,
  localProgress,
  type LocalProgress,
  moveCheckpoints,
  type PoisonedEvent,
  stopCheckpoint,
} from './checkpoints.ts'
import { describeError } from './fold.ts'
import { type Lease, type Leases, processLeases } from './leases.ts'
import { processSession, type ProcessSession } from './process-session.ts'

/** What went wrong for a reader of the log; it tries again by itself. */
export interface ReaderFailure {
  /** A projection's table, `policy:<name>` or `outbox`. */
  readonly reader: string
  readonly type: 'Stopped' | 'Unavailable'
  readonly reason: string
  readonly cause?: unknown
}

export interface ReaderOptions {
  readonly store: Pick<EventStore, 'readAll' | 'subscribe' | 'head'>
  readonly history: Pick<History, 'decode'>
  readonly pool: Pool
  /** How long a leader that fell silent still counts. */
  readonly leaseMs?: number
  /** How long a stopped reader waits before it tries the same event again. */
  readonly retryMs?: number
  readonly report?: (trouble: ReaderFailure) => void
  /** Requests whose events policies leave to them until they are done. */
  readonly inFlight?: Pick<InFlight, 'whenDone'>
}

/** What all readers of one process share: one connection to hear by, one set of leases. */
export interface ReaderRuntime extends Required<ReaderOptions> {
  readonly session: ProcessSession
  readonly leases: Leases
  readonly checkpointBatcher: CheckpointBatcher
  readonly localProgress: LocalProgress
  /** After the readers have ended: gives the leases back, so that others take over at once. */
  readonly close: () => Promise<void>
}

export const startReaderRuntime = (options: ReaderOptions): ReaderRuntime => {
  const { pool, leaseMs = 10_000, retryMs = 30_000, report = () => undefined, inFlight = noRequests } = options
  const session = processSession(pool)
  const leases = processLeases(session, leaseMs)
  const here = localProgress()
  const moves = checkpointBatcher(pool, here)
  const close = async () => {
    await moves.close()
    await leases.close()
    await session.close()
  }
  return {
    ...options,
    leaseMs,
    retryMs,
    report,
    inFlight,
    session,
    leases,
    checkpointBatcher: moves,
    localProgress: here,
    close,
  }
}

const noRequests: Pick<InFlight, 'whenDone'> = { whenDone: async () => undefined }

/** How many milliseconds to wait before serving again. */
export type RestMs = number

/** Serves whenever this process leads, until `signal` aborts; what is thrown is reported, and tried again after a pause. */
export const runAsLeader = async (
  reading: ReaderRuntime,
  name: string,
  signal: AbortSignal,
  serve: (lease: Lease, until: AbortSignal) => Promise<RestMs>,
): Promise<void> => {
  let failures = 0
  let failedAt = -Infinity
  while (!signal.aborted) {
    const lease = await reading.leases.hold(name, signal)
    if (lease === null) return
    const until = AbortSignal.any([signal, lease.lost])
    let rest = 0
    try {
      while (!until.aborted) await pause(await serve(lease, until), until)
    } catch (cause) {
      failures = performance.now() - failedAt > 60_000 ? 1 : failures + 1
      failedAt = performance.now()
      rest = Math.min(100 * 2 ** failures, 10_000)
      if (!until.aborted) reading.report({ reader: name, type: 'Unavailable', reason: describeError(cause), cause })
    }
    await reading.leases.release(lease)
    await pause(rest, signal)
  }
}

/** Writes down what holds a reader up, at the very place it has got to, and says so. */
export const stopAtPoison = async (reading: ReaderRuntime, cursor: Cursor, poison: PoisonedEvent): Promise<RestMs> => {
  const { pool, checkpointBatcher } = reading
  await checkpointBatcher.withdraw(cursor)
  const { seen } = cursor
  if (seen !== null && seen !== cursor.stored) await moveCheckpoints(pool, [{ cursor, seen }])
  await stopCheckpoint(pool, cursor, poison)
  const { eventType, eventId, position, reason } = poison
  const why = `${eventType} ${eventId} at ${position}: ${reason}`
  reading.report({ reader: cursor.name, type: 'Stopped', reason: why })
  return reading.retryMs
}

/** Ends early, and quietly, when `signal` aborts. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined)
}
