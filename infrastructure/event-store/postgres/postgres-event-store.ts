import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { EventStore, EventStoreFailure, RecordedEvent } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'
import {
  answerTimeout,
  type DatabaseTimeouts,
  defaultTimeouts,
  type Migrations,
  type ProcessSession,
  sharedOrOwnSession,
  supervised,
} from '../../postgres/postgres.ts'
import { isInvalidStreamName } from '../append-validation.ts'
import { appendQueue, unavailable } from './append-queue.ts'
import { streamHeadCache } from './batch-composition.ts'
import { eventTypes } from './event-types.ts'
import { isBrokenLog, isDetachedEvents, logQueries, type LogQueries } from './log-queries.ts'
import { logTailer, type LogTailer } from './log-tailer.ts'
import { formatPosition, parsePosition, recordedEvents } from './row-encoding.ts'
import { findGap, queryOn, withTimeout } from './statements.ts'
import { writeConnection } from './write-connection.ts'

export { type ClosedRange, closedRanges, type ClosedRanges } from './closed-ranges.ts'
export { formatPosition } from './row-encoding.ts'

export const eventStoreMigrations: Migrations = {
  module: 'event-store',
  folder: new URL('migrations/', import.meta.url),
}

export interface PostgresEventStoreOptions {
  /** For reads; not closed by the store. Requires the schema of `eventStoreMigrations`. */
  readonly pool: Pool
  /** For the write connection. Must not go through a pooling proxy. */
  readonly connectionString: string
  /** Receives notifications of new events while there are subscribers. By default a new one for `connectionString`. */
  readonly session?: ProcessSession
  readonly timeouts?: DatabaseTimeouts
  /** First and maximum polling interval without notifications, in milliseconds. */
  readonly polls?: readonly [number, number]
}

/** Stores the log in the Postgres schema `log`. Positions count from 1 without gaps, in commit order. */
export const postgresEventStore = (options: PostgresEventStoreOptions): EventStore => {
  const { pool, connectionString, timeouts = defaultTimeouts } = options
  const closing = new AbortController()
  const read = withTimeout(queryOn(pool), answerTimeout(timeouts))
  const types = eventTypes()
  const heads = streamHeadCache()
  const log = logQueries(read, types, heads)
  const clearCaches = () => {
    heads.clear()
    types.clear()
  }
  const writer = writeConnection({ connectionString, timeouts, onOpened: clearCaches })
  const { session, release } = sharedOrOwnSession(options.session, {
    options: { connectionString, ...supervised(timeouts) },
  })
  const tailer = logTailer(log, { ...options, session, committing: () => queue.committing() })
  const queue = appendQueue({
    write: writer,
    read,
    types,
    heads,
    clearCaches,
    onCommitted: (base, batch) => tailer.offer(base, () => recordedEvents(base, batch)),
  })

  const whileOpen =
    <A>(query: () => Promise<A>): TE.TaskEither<EventStoreFailure, A> =>
    async () => {
      if (closing.signal.aborted) return closedFailure
      try {
        return E.right(await query())
      } catch (cause) {
        return E.left(isDetachedEvents(cause) ? { type: 'Detached', why: cause.message } : unavailable(cause))
      }
    }

  return {
    read: (stream, from = 1, limit = Infinity) =>
      whileOpen(() => (isInvalidStreamName(stream) ? Promise.resolve([]) : log.stream(stream, from, limit))),
    append: (stream, expected, events) => () =>
      closing.signal.aborted ? Promise.resolve(closedFailure) : queue.append(stream, expected, events)(),
    readAll: (after, limit) => whileOpen(() => log.after(parsePosition(after), limit)),
    subscribe: (after, signal) => subscriptionPages(log, tailer, after, AbortSignal.any([signal, closing.signal])),
    head: () => whileOpen(async () => headPosition(await log.head())),
    close: async () => {
      closing.abort()
      await queue.drained()
      await Promise.all([writer.close(), tailer.close()])
      await release()
    },
  }
}

const closedFailure = E.left(unavailable(new Error('the event store is closed')))
const headPosition = (position: number): Position | null => (position === 0 ? null : formatPosition(position))

const pageSize = 1_000
const readRetryMs = 200

async function* subscriptionPages(log: LogQueries, tailer: LogTailer, after: Position | null, signal: AbortSignal) {
  if (signal.aborted) return
  const unfollow = tailer.follow()
  const read = (from: number) => readWithRetry(() => log.after(from, pageSize), signal)
  let prefetched: Promise<readonly RecordedEvent[]> | null = null
  try {
    for (let from = parsePosition(after); !signal.aborted;) {
      const seen = tailer.arrivals.count()
      const page: readonly RecordedEvent[] = tailer.after(from, pageSize) ?? (await (prefetched ?? read(from)))
      from += page.length
      // Prefetches the next page unless the end is near. The query is sent in the next turn of the event loop.
      prefetched = page.length === pageSize && tailer.after(from, 1) === null ? read(from) : null
      prefetched?.catch(() => undefined)
      if (prefetched) await turn()
      if (signal.aborted) return
      if (page.length > 0) yield page
      else await tailer.arrivals.waitForMoreThan(seen, signal)
    }
  } finally {
    unfollow()
  }
}

/** Retries while the database is unavailable; only a broken log and detached events end it. */
const readWithRetry = async (
  query: () => Promise<readonly RecordedEvent[]>,
  signal: AbortSignal,
): Promise<readonly RecordedEvent[]> => {
  while (!signal.aborted) {
    try {
      return await query()
    } catch (error) {
      if (isBrokenLog(error) || isDetachedEvents(error)) throw error
      await pause(readRetryMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return []
}

export const isNextPosition = (before: Position | null, position: Position): boolean =>
  parsePosition(position) === parsePosition(before) + 1

export interface LogGap {
  /** Last position before the gap; null if there is none. */
  readonly before: Position | null
  /** Number of events between the start of the search and the gap. */
  readonly eventsBefore: number
  /** Resume here; the next event follows directly. */
  readonly resumeAfter: Position
}

/** What an audit asks of the log's tables. */
export interface LogInspection {
  /** The first gap among the next `limit` events; null if there is none. */
  readonly findGapAfter: (after: Position | null, limit: number) => Promise<LogGap | null>
  /** Missing protections against changes to the log. Checks the triggers and tries a change that affects no rows. */
  readonly missingWriteGuards: () => Promise<readonly string[]>
}

export const logInspection = (pool: Pool): LogInspection => ({
  findGapAfter: (after, limit) => findGapAfter(pool, after, limit),
  missingWriteGuards: () => missingWriteGuards(pool),
})

const findGapAfter = async (pool: Pool, after: Position | null, limit: number): Promise<LogGap | null> => {
  const position = parsePosition(after)
  const { rows } = await pool.query<{ before: string; position: string }>(findGap.text, [position, limit])
  const [gap] = rows
  if (gap === undefined) return null
  const before = Number(gap.before)
  return {
    before: before === 0 ? null : formatPosition(before),
    eventsBefore: before - position,
    resumeAfter: formatPosition(Number(gap.position) - 1),
  }
}

const restrictViolation = '23001'
/** `before update or delete or truncate … for each statement` in the encoding of pg_trigger. */
const everyChangeTrigger = 2 + 8 + 16 + 32

/** The log's tables, with those of closed ranges, and whether a trigger rejects every change of them. */
const listGuards = async (pool: Pool) => {
  const { rows } = await pool.query<{ table: string; isGuarded: boolean }>(
    `select c.relname as table, exists (
       select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'log.refuse'::regproc
         and t.tgenabled = 'A' and t.tgtype = $1 and t.tgqual is null) as "isGuarded"
     from pg_class c where c.oid in ('log.events'::regclass, 'log.types'::regclass, 'log.payloads'::regclass)
       or c.oid in (select inhrelid from pg_inherits where inhparent = 'log.payloads'::regclass)
     order by c.relname`,
    [everyChangeTrigger],
  )
  return rows
}

const missingWriteGuards = async (pool: Pool): Promise<readonly string[]> => {
  const missing: string[] = []
  for (const { table, isGuarded } of await listGuards(pool)) {
    const column = table === 'types' ? 'name' : 'position'
    if (!isGuarded) missing.push(`log.${table} has no enabled trigger that rejects every change`)
    for (const change of [
      `update log.${table} set ${column} = ${column} where false`,
      `delete from log.${table} where false`,
    ])
      if (!(await isChangeRefused(pool, change))) missing.push(`“${change}” is not rejected`)
  }
  return missing
}

const isChangeRefused = async (pool: Pool, change: string): Promise<boolean> => {
  try {
    await pool.query(change)
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === restrictViolation) return true
    throw error
  }
}
