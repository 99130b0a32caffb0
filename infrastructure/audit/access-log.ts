import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { AccessEntry, AccessFilter, AccessLogStore } from '../../application/audit/ports.ts'
import {
  accessActs,
  accessLogMonths,
  accessOutcomes,
  accessReasons,
  accessRoles,
} from '../../domain/audit/vocabulary.ts'
import { decodeCursor, instantColumn, instantCursor, pageOf } from '../../projections/columns.ts'
import { keyedHash } from '../accounts/hashing.ts'
import { isPermanentError, type Migrations, reconnectDelay, statement } from '../postgres/postgres.ts'

export const auditMigrations: Migrations = { module: 'audit', folder: new URL('migrations/', import.meta.url) }

/** Entries are written at most this long after they were recorded. @rule D-36 */
const flushMs = 100
const maxPerStatement = 1_000
/** Entries in memory; the oldest ones are dropped while the database is away. */
export const maxQueued = 20_000

export interface AccessLogOptions {
  /** Key of the hashes of addresses and browsers. */
  readonly secret: Uint8Array
  /** Called when the first entries of an outage are dropped. */
  readonly onDropping?: () => void
}

export interface AccessLogWriter extends AccessLogStore {
  /** Entries that wait to be written, and entries dropped since the process started. */
  readonly counts: () => { readonly queued: number; readonly dropped: number }
  /** Writes what is queued, if the database accepts it now. */
  readonly close: () => Promise<void>
}

/**
 * Writes entries in batches behind the requests, in the Postgres table `audit.access_log`. A killed process loses the
 * entries of its last 100 ms.
 * @rule Q-97 D-36
 */
export const postgresAccessLog = (db: DatabasePool, options: AccessLogOptions): AccessLogWriter => {
  const hash = (text: string | null) => (text === null ? null : sourceHash(options.secret, text))
  const { push, counts, close } = writeBehind<QueuedEntry>((batch) => insert(db, batch), options)
  return {
    record: ({ object, address, browser, ...entry }) =>
      push({
        ...entry,
        object: hash(object),
        address: hash(address),
        browser: hash(browser),
        recordedAt: performance.now(),
      }),
    search: (filter) => search(db, filter),
    maintain: async () => {
      await db.query(sql.type(NoValue)`select audit.maintain_access_log(clock_timestamp(), ${accessLogMonths})`)
    },
    forget: (accountId) => forget(db, accountId),
    counts,
    close,
  }
}

interface QueuedEntry extends Omit<AccessEntry, 'object' | 'address' | 'browser'> {
  readonly object: Buffer | null
  readonly address: Buffer | null
  readonly browser: Buffer | null
  /** Of `performance.now()`. */
  readonly recordedAt: number
}

/** Half of the digest tells any two sources apart. */
const sourceHash = (secret: Uint8Array, text: string) => keyedHash(secret, text).subarray(0, 16)

// --- Queue ------------------------------------------------------------------------------------------

/** Collects items and writes them in batches; keeps them while writing fails. */
const writeBehind = <A>(write: (batch: readonly A[]) => Promise<void>, { onDropping }: AccessLogOptions) => {
  let queue: A[] = []
  let [beingWritten, dropped, failures] = [0, 0, 0]
  let isDropping = false
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<boolean> | null = null

  const dropOldest = () => {
    const surplus = queue.length - maxQueued
    if (surplus <= 0) return
    queue = queue.slice(surplus)
    dropped += surplus
    if (!isDropping) onDropping?.()
    isDropping = true
  }
  /** False if the database did not accept the batch. */
  const writeBatch = async (): Promise<boolean> => {
    const batch = queue.slice(0, maxPerStatement)
    queue = queue.slice(batch.length)
    beingWritten = batch.length
    try {
      await write(batch)
      failures = 0
      isDropping = false
      return true
    } catch (error) {
      if (isPermanentError(error)) dropped += batch.length
      else queue = [...batch, ...queue]
      failures++
      dropOldest()
      return false
    } finally {
      beingWritten = 0
    }
  }
  const schedule = () => {
    if (timer !== null || writing !== null || queue.length === 0) return
    timer = setTimeout(flush, failures === 0 ? flushMs : Math.max(flushMs, reconnectDelay(failures)))
    timer.unref()
  }
  const flush = () => {
    timer = null
    if (queue.length === 0) return
    writing ??= writeBatch().finally(() => {
      writing = null
      schedule()
    })
  }
  return {
    push: (item: A) => {
      queue.push(item)
      if (queue.length > maxQueued + maxPerStatement) dropOldest()
      schedule()
    },
    counts: () => ({ queued: queue.length + beingWritten, dropped }),
    close: async () => {
      await writing
      while (queue.length > 0 && (await writeBatch()));
      if (timer !== null) clearTimeout(timer)
    },
  }
}

// --- Statements -------------------------------------------------------------------------------------

/** Of a function without a result. */
const NoValue = z.record(z.string(), z.unknown())

/** Held while entries are written, so that readings are compared and forgotten accounts are seen by all processes. */
const lock = sql.type(NoValue)`select pg_advisory_xact_lock(hashtextextended('access log', 0))`

/**
 * Times are the database's, less the time an entry waited. Of the readings of one thing about one account by one member of
 * staff, the first of an hour is kept. @rule Q-97
 */
const insert = (db: DatabasePool, entries: readonly QueuedEntry[]): Promise<void> => {
  const now = performance.now()
  const rows = withoutRepeatedReads(entries).map((entry, order) => [
    order,
    Math.max(0, Math.round(now - entry.recordedAt)),
    entry.what,
    entry.outcome,
    entry.actor,
    entry.role,
    entry.subject,
    entry.why,
    entry.device,
    entry.address?.toString('hex') ?? null,
    entry.browser?.toString('hex') ?? null,
    entry.correlationId,
    entry.object?.toString('hex') ?? null,
  ])
  const types = ['int4', 'int4', ...Array.from({ length: 11 }, () => 'text')]
  return db.transaction(async (transaction) => {
    await transaction.query(lock)
    await transaction.query(statement`
      with entries as (
        select e.number, clock_timestamp() - e.waited * interval '1 ms' as at, e.what, e.outcome,
          case when fa.at is null then e.actor end as actor, e.role,
          case when fs.at is null then e.subject end as subject, e.why, e.device,
          case when fa.at is null then decode(e.address, 'hex') end as address,
          case when fa.at is null then decode(e.browser, 'hex') end as browser,
          case when fa.at is null then e.correlation_id end as correlation_id,
          case when fa.at is null and fs.at is null then decode(e.object, 'hex') end as object
        from ${sql.unnest(rows, types)} as e (number, waited, what, outcome, actor, role, subject, why, device,
          address, browser, correlation_id, object)
          left join audit.forgotten fa on fa.account_id = e.actor
          left join audit.forgotten fs on fs.account_id = e.subject
      )
      insert into audit.access_log
        (at, what, outcome, actor, role, subject, why, device, address, browser, correlation_id, object)
      select at, what, outcome, actor, role, subject, why, device, address, browser, correlation_id, object
      from entries e
      where e.what <> 'staff-read' or e.outcome <> 'success' or not exists (
        select from audit.access_log a
        where a.subject = e.subject and a.actor = e.actor and a.what = 'staff-read' and a.outcome = 'success'
          and a.why is not distinct from e.why and a.object is not distinct from e.object
          and a.at > clock_timestamp() - interval '1 hour')
      order by e.number`)
  })
}

const withoutRepeatedReads = (entries: readonly QueuedEntry[]): readonly QueuedEntry[] => {
  const known = new Set<string>()
  return entries.filter(({ what, outcome, actor, subject, why, object }) => {
    if (what !== 'staff-read' || outcome !== 'success' || actor === null || subject === null) return true
    const reading = JSON.stringify([actor, subject, why, object?.toString('hex')])
    return !known.has(reading) && known.add(reading)
  })
}

/** Nothing joins the rows that remain: neither the source of the requests nor the events that they caused. */
const forget = (db: DatabasePool, accountId: string): Promise<void> =>
  db.transaction(async (transaction) => {
    await transaction.query(lock)
    await transaction.query(statement`
      insert into audit.forgotten (account_id) values (${accountId})
      on conflict (account_id) do update set at = excluded.at`)
    await transaction.query(
      statement`update audit.access_log set subject = null, object = null where subject = ${accountId}`,
    )
    await transaction.query(statement`
      update audit.access_log set actor = null, object = null, address = null, browser = null, correlation_id = null
      where actor = ${accountId}`)
  })

const StoredEntry = z.object({
  id: z.string(),
  at: instantColumn,
  what: z.enum(accessActs),
  outcome: z.enum(accessOutcomes),
  actor: z.string().nullable(),
  role: z.enum(accessRoles).nullable(),
  subject: z.string().nullable(),
  why: z.enum(accessReasons).nullable(),
  device: z.string().nullable(),
  source: z.string().nullable(),
  correlationId: z.string().nullable(),
})

const entryCursor = instantCursor.refine(([, number]) => /^\d{1,18}$/.test(number))

const search = async (db: CommonQueryMethods, { limit, cursor, ...filter }: AccessFilter) => {
  const last = decodeCursor(entryCursor, cursor)
  const conditions = [
    ...(['subject', 'actor', 'what'] as const).flatMap((column) =>
      filter[column] === undefined ? [] : [sql.fragment`${sql.identifier([column])} = ${filter[column]}`],
    ),
    ...(filter.from === undefined ? [] : [sql.fragment`at >= ${filter.from}::timestamptz`]),
    ...(filter.to === undefined ? [] : [sql.fragment`at < ${filter.to}::timestamptz`]),
    ...(last === null ? [] : [sql.fragment`(at, number) < (${last[0]}::timestamptz, ${last[1]}::bigint)`]),
    sql.fragment`true`,
  ]
  const rows = await db.any(sql.type(StoredEntry)`
    select number::text as id, at, what, outcome, actor, role, subject, why, device,
      encode(address, 'hex') as source, correlation_id as "correlationId"
    from audit.access_log where ${sql.join(conditions, sql.fragment` and `)}
    order by at desc, number desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ at, id }) => [at, id])
}
