import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { EventStore, EventStoreFailure, RecordedEvent } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'
import type { Migrations } from '../../postgres/postgres.ts'
import { isInvalidStreamName } from '../append-validation.ts'
import { appendQueue, unavailable } from './append-queue.ts'
import { streamHeadCache } from './batch-composition.ts'
import { eventTypes } from './event-types.ts'
import { isBrokenLog, logReader, type LogReader } from './log-reader.ts'
import { logTailer, type LogTailer } from './log-tailer.ts'
import { formatPosition, parsePosition } from './row-encoding.ts'
import { findGap, queryOn, withTimeout } from './statements.ts'
import { writeConnection } from './write-connection.ts'

export { formatPosition } from './row-encoding.ts'

export const eventStoreMigrations: Migrations = {
  module: 'event-store',
  folder: new URL('migrations/', import.meta.url),
}

export interface PostgresEventStoreOptions {
  /** For reading; it stays the caller's. Its schema is brought about by `eventStoreMigrations`. */
  readonly pool: Pool
  /** For the connection that writes and, while somebody subscribes, the one that listens. Not through a pooling proxy. */
  readonly connectionString: string
  /** Milliseconds between looks at the log while notifications are silent: from, to. */
  readonly polls?: readonly [number, number]
}

/** The log in the Postgres schema `log`; positions count from 1 without gaps, in commit order. */
export const postgresEventStore = (options: PostgresEventStoreOptions): EventStore => {
  const { pool, connectionString } = options
  const closing = new AbortController()
  const read = withTimeout(queryOn(pool))
  const types = eventTypes()
  const heads = streamHeadCache()
  const log = logReader(read, types, heads)
  const forget = () => {
    heads.forget()
    types.forget()
  }
  const writer = writeConnection(connectionString, forget)
  const lane = appendQueue({ write: writer, read, types, heads, forget })
  const tail = logTailer(log, options)

  const whileOpen =
    <A>(ask: () => Promise<A>): TE.TaskEither<EventStoreFailure, A> =>
    async () => {
      if (closing.signal.aborted) return closedFailure
      try {
        return E.right(await ask())
      } catch (cause) {
        return E.left(unavailable(cause))
      }
    }

  return {
    read: (stream, from = 1) =>
      whileOpen(() => (isInvalidStreamName(stream) ? Promise.resolve([]) : log.stream(stream, from))),
    append: (stream, expected, events) => () =>
      closing.signal.aborted ? Promise.resolve(closedFailure) : lane.append(stream, expected, events)(),
    readAll: (after, limit) => whileOpen(() => log.after(parsePosition(after), limit)),
    subscribe: (after, signal) => subscriptionPages(log, tail, after, AbortSignal.any([signal, closing.signal])),
    head: () => whileOpen(async () => headPosition(await log.head())),
    close: async () => {
      closing.abort()
      await lane.drained()
      await Promise.all([writer.close(), tail.close()])
    },
  }
}

const closedFailure = E.left(unavailable(new Error('the event store is closed')))
const headPosition = (place: number): Position | null => (place === 0 ? null : formatPosition(place))

const pageSize = 1_000
const readRetryMs = 200

async function* subscriptionPages(log: LogReader, tail: LogTailer, after: Position | null, signal: AbortSignal) {
  if (signal.aborted) return
  const leave = tail.follow()
  const read = (from: number) => readWithRetry(() => log.after(from, pageSize), signal)
  let ahead: Promise<readonly RecordedEvent[]> | null = null
  try {
    for (let from = parsePosition(after); !signal.aborted;) {
      const seen = tail.arrivals.count()
      const page: readonly RecordedEvent[] = tail.after(from, pageSize) ?? (await (ahead ?? read(from)))
      from += page.length
      // While one page is being taken the next one is on its way, unless the end is near; it sets out at the next turn.
      ahead = page.length === pageSize && tail.after(from, 1) === null ? read(from) : null
      ahead?.catch(() => undefined)
      if (ahead) await turn()
      if (signal.aborted) return
      if (page.length > 0) yield page
      else await tail.arrivals.waitForMoreThan(seen, signal)
    }
  } finally {
    leave()
  }
}

/** Asks again while the database is away; only a log that is not whole ends it. */
const readWithRetry = async (
  ask: () => Promise<readonly RecordedEvent[]>,
  signal: AbortSignal,
): Promise<readonly RecordedEvent[]> => {
  while (!signal.aborted) {
    try {
      return await ask()
    } catch (error) {
      if (isBrokenLog(error)) throw error
      await pause(readRetryMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return []
}

/** Positions count from 1, without holes. */
export const isNextPosition = (before: Position | null, position: Position): boolean =>
  parsePosition(position) === parsePosition(before) + 1

export interface LogGap {
  /** The last position before it; null when there is none. */
  readonly before: Position | null
  /** How many events lie between where the look began and the hole. */
  readonly eventsBefore: number
  /** To read on from: the next event stands right behind it. */
  readonly resumeAfter: Position
}

/** The first hole among so many events after a position; null when there is none. */
export const findGapAfter = async (pool: Pool, after: Position | null, limit: number): Promise<LogGap | null> => {
  const place = parsePosition(after)
  const { rows } = await pool.query<{ before: string; position: string }>(findGap.text, [place, limit])
  const [found] = rows
  if (found === undefined) return null
  const before = Number(found.before)
  return {
    before: before === 0 ? null : formatPosition(before),
    eventsBefore: before - place,
    resumeAfter: formatPosition(Number(found.position) - 1),
  }
}

const restrictViolation = '23001'
/** `before update or delete or truncate … for each statement`, as pg_trigger has it. */
const everyChangeTrigger = 2 + 8 + 16 + 32

/** What is missing of what keeps the log from being changed: looks at the triggers, and tries them on no row. */
export const missingWriteGuards = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ table: string }>(
    `select c.relname as table from pg_trigger t
       join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where t.tgrelid in ('log.events'::regclass, 'log.types'::regclass) and t.tgfoid = 'log.refuse'::regproc
       and t.tgenabled = 'A' and t.tgtype = $1 and t.tgqual is null`,
    [everyChangeTrigger],
  )
  const guarded = new Set(rows.map(({ table }) => table))
  const missing: string[] = []
  for (const [table, column] of [
    ['events', 'position'],
    ['types', 'name'],
  ] as const) {
    if (!guarded.has(table)) missing.push(`log.${table} has no trigger that is always on and refuses every change`)
    for (const change of [
      `update log.${table} set ${column} = ${column} where false`,
      `delete from log.${table} where false`,
    ])
      if (!(await isChangeRefused(pool, change))) missing.push(`“${change}” is not refused`)
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
