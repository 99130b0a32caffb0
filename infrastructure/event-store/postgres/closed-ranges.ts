import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Pool } from 'pg'
import { OperatorError } from '../../operator-error.ts'
import { onOwnConnection, withShortLocks } from '../../postgres/postgres.ts'
import { eventsPerPage, type Payload, readRangeFile, writeRangeFile } from './range-file.ts'

/** A closed range of the log: its data and metadata are in a partition of `log.payloads`, or in a file. */
export interface ClosedRange {
  /** Positions of the first and the last event, counted from 1. */
  readonly first: number
  readonly last: number
  /** Closed events in between: all, or those of some streams. */
  readonly events: number
  readonly isDetached: boolean
  /** Size of the partition on disk; null if detached. */
  readonly bytes: number | null
}

/** Operations on old parts of the log, one at a time, while Garbo runs. All reject with the reason if they cannot. */
export interface ClosedRanges {
  readonly list: () => Promise<readonly ClosedRange[]>
  /** Closes everything up to `last` that is not closed yet. Copies the table, so it takes as long as reading the log. */
  readonly close: (last: number, options?: CloseOptions) => Promise<ClosedRange>
  /** Writes the range that starts at `first` to a new file and drops it. */
  readonly detach: (first: number, file: string) => Promise<ClosedRange>
  /** Restores a range from its file. */
  readonly attach: (file: string) => Promise<ClosedRange>
}

export interface CloseOptions {
  /** Closes only streams of these categories, the part of their names before the first `-`; default: all. */
  readonly categories?: readonly string[] | undefined
  /** Where the partition is stored; default: with the database. */
  readonly tablespace?: string | undefined
}

export const closedRanges = (pool: Pool): ClosedRanges => ({
  list: () => listRanges(pool),
  close: (last, options) => exclusively(pool, (client) => closeRange(client, last, options)),
  detach: (first, file) => exclusively(pool, (client) => detachRange(client, first, file)),
  attach: (file) => exclusively(pool, (client) => attachRange(client, file)),
})

const operationLock = 7021807292

const exclusively = (pool: Pool, work: (client: Client) => Promise<ClosedRange>): Promise<ClosedRange> =>
  onOwnConnection(pool, async (client) => {
    const { rows } = await client.query<{ ok: boolean }>(`select pg_try_advisory_lock(${operationLock}) as ok`)
    if (rows[0]?.ok !== true) throw new OperatorError('Another process is closing, detaching or attaching events.')
    return work(client)
  })

const listRanges = async (db: Pick<Pool, 'query'>): Promise<readonly ClosedRange[]> => {
  const { rows } = await db.query<ClosedRange>(
    `select first::float8, last::float8, events::float8, detached_at is not null as "isDetached",
       pg_total_relation_size(to_regclass('log.payloads_' || first))::float8 as bytes
     from log.ranges order by first`,
  )
  return rows
}

const rangeFrom = async (client: Client, first: number): Promise<ClosedRange> => {
  const range = (await listRanges(client)).find((one) => one.first === first)
  if (range === undefined) throw new OperatorError(`No closed range starts at ${first}.`)
  return range
}

const partitionOf = ({ first }: Pick<ClosedRange, 'first'>): string => `log.payloads_${first}`

const lastPosition = async (client: Client, table = 'log.events'): Promise<number> => {
  const { rows } = await client.query<{ last: number }>(
    `select coalesce(max(position), 0)::float8 as last from ${table}`,
  )
  return rows[0]?.last ?? 0
}

const lockAttempts = 100
const lockMs = 200

/**
 * Runs in a transaction with a short lock timeout; retries when it expires. Writers take the append lock and those of
 * tables in different orders; this must stop waiting before Postgres looks for a deadlock (a second).
 */
const retryingLocks = async (client: Client, work: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; !(await withShortLocks(client, lockMs, work)); attempt++) {
    if (attempt === lockAttempts)
      throw new OperatorError('The log is in use by a long statement, such as a dump. Try again later.')
    await pause(200 + 200 * Math.random())
  }
}

const eventColumns = 'position, stream_no, id, version, type_no, name'

const closeRange = async (client: Client, last: number, options: CloseOptions = {}): Promise<ClosedRange> => {
  const first = ((await listRanges(client)).at(-1)?.last ?? 0) + 1
  const head = await lastPosition(client)
  if (last < first) throw new OperatorError(`Everything up to ${first - 1} is closed already.`)
  if (last > head) throw new OperatorError(`The log ends at ${head}.`)
  const range = { first, last }
  await client.query(`drop table if exists ${partitionOf(range)}; drop table if exists log.events_next`)
  try {
    const events = await copyPayloads(client, range, options)
    await copyEvents(client, range)
    await retryingLocks(client, () => swapEvents(client, { ...range, events }))
  } catch (error) {
    await client.query(`drop table if exists log.events_next`).catch(() => undefined)
    throw error
  }
  return rangeFrom(client, first)
}

type Range = Pick<ClosedRange, 'first' | 'last'>

/** Its constraint saves reading the table again when it is attached. */
const createPartition = async (client: Client, range: Range, tablespace?: string): Promise<void> => {
  const where = tablespace === undefined ? '' : ` tablespace ${client.escapeIdentifier(tablespace)}`
  await client.query(
    `create table ${partitionOf(range)} (position bigint not null, meta text not null, data text not null,
       check (position >= ${range.first} and position <= ${range.last}))${where}`,
  )
}

/** Adds the key, and the trigger that refuses changes. */
const completePartition = async (client: Client, range: Range, tablespace?: string): Promise<void> => {
  const where = tablespace === undefined ? '' : ` using index tablespace ${client.escapeIdentifier(tablespace)}`
  const table = partitionOf(range)
  await client.query(`alter table ${table} add primary key (position)${where}`)
  await client.query(
    `create trigger payloads_stay before update or delete or truncate on ${table}
       for each statement execute function log.refuse();
     alter table ${table} enable always trigger payloads_stay`,
  )
}

const attachPartition = (client: Client, range: Range) =>
  client.query(
    `alter table log.payloads attach partition ${partitionOf(range)} for values from (${range.first}) to (${range.last + 1})`,
  )

/** Resolves to the number of events. Those recorded with empty texts are always included: in a range, empty texts mark a closed event. */
const copyPayloads = async (
  client: Client,
  range: Range,
  { categories, tablespace }: CloseOptions,
): Promise<number> => {
  await createPartition(client, range, tablespace)
  const inRange = `e.position >= ${range.first} and e.position <= ${range.last}`
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::float8 as count from log.events e where ${inRange}`,
  )
  if (rows[0]?.count !== range.last - range.first + 1) throw new OperatorError('The log has a gap. Run the audit.')
  const { rowCount } = await client.query(
    `insert into ${partitionOf(range)} select e.position, e.meta, e.data from log.events e
     where ${inRange} and ($1::text[] is null or e.meta = '' and e.data = '' or exists (
       select from log.events s where s.position = e.stream_no and split_part(s.name, '-', 1) = any ($1)))
     order by e.position`,
    [categories ?? null],
  )
  await completePartition(client, range, tablespace)
  return rowCount ?? 0
}

/** Copied under the lock, in well under a second. */
const maxLockedEvents = 5_000

/** Copies all events to `log.events_next`, those of closed ranges without their texts. */
const copyEvents = async (client: Client, range: Range): Promise<void> => {
  await client.query('create table log.events_next (like log.events including defaults including storage)')
  const head = await lastPosition(client)
  await client.query(
    `insert into log.events_next
     select ${eventColumns}, case when closed.position is null then e.meta else '' end,
       case when closed.position is null then e.data else '' end, e.is_repeatable
     from log.events e left join ${partitionOf(range)} closed using (position)
     where position <= ${head} order by position`,
  )
  await client.query(
    `alter table log.events_next add constraint events_next_pkey primary key (position);
     create unique index events_next_later on log.events_next (stream_no, version) where version > 1;
     create unique index events_next_name on log.events_next (name) where name is not null;
     create unique index events_next_repeatable on log.events_next (id, stream_no) where is_repeatable`,
  )
  while ((await copyNewEvents(client)) > maxLockedEvents);
  await client.query('vacuum (analyze) log.events_next')
}

const copyNewEvents = async (client: Client): Promise<number> => {
  const { rowCount } = await client.query(
    `insert into log.events_next select * from log.events
     where position > (select coalesce(max(position), 0) from log.events_next) order by position`,
  )
  return rowCount ?? 0
}

/** Every writer holds a lock on the table, so nothing is appended between the last copy and the swap. */
const swapEvents = async (client: Client, range: Range & Pick<ClosedRange, 'events'>): Promise<void> => {
  // locks the view and, through it, the table, in the order in which writers lock them
  await client.query('lock table log.entries in access exclusive mode')
  await copyNewEvents(client)
  await client.query(
    `drop view log.entries;
     drop table log.events;
     alter table log.events_next rename to events;
     alter table log.events rename constraint events_next_pkey to events_pkey;
     alter index log.events_next_later rename to events_later;
     alter index log.events_next_name rename to events_name;
     alter index log.events_next_repeatable rename to events_repeatable;
     create trigger events_stay before update or delete or truncate on log.events
       for each statement execute function log.refuse();
     alter table log.events enable always trigger events_stay;
     create view log.entries as
       select position, stream_no, id, version, type_no, name, meta, data, is_repeatable from log.events
       where (version = 1) = (stream_no = position) and (version = 1) = (name is not null)
       with check option`,
  )
  await attachPartition(client, range)
  const { first, last, events } = range
  await client.query('insert into log.ranges (first, last, events) values ($1, $2, $3)', [first, last, events])
}

/** The payloads of a partition in order, in pages. */
async function* payloadPages(client: Client, range: ClosedRange): AsyncGenerator<readonly Payload[]> {
  const { first, last, events } = range
  let written = 0
  for (let after = first - 1; written < events;) {
    const { rows } = await client.query<{ position: number; meta: string; data: string }>(
      `select position::float8, meta, data from ${partitionOf(range)} where position > $1 order by position limit $2`,
      [after, eventsPerPage],
    )
    if (rows.length === 0) throw new OperatorError('Events of the range are missing. Run the audit.')
    yield rows.map(({ position, meta, data }) => [position, meta, data])
    written += rows.length
    after = rows.at(-1)?.position ?? last
  }
}

const detachRange = async (client: Client, first: number, file: string): Promise<ClosedRange> => {
  const range = await rangeFrom(client, first)
  if (range.isDetached) throw new OperatorError(`The range that starts at ${first} is detached already.`)
  const sha256 = await writeRangeFile(file, range, payloadPages(client, range))
  const { digest } = await readRangeFile(file, async () => undefined)
  if (!digest.equals(sha256)) throw new OperatorError(`${file} was not written correctly. The range is still attached.`)
  await retryingLocks(client, async () => {
    await client.query(`alter table log.payloads detach partition ${partitionOf(range)}`)
    await client.query(`drop table ${partitionOf(range)}`)
    await client.query('update log.ranges set detached_at = clock_timestamp(), sha256 = $2 where first = $1', [
      first,
      sha256,
    ])
  })
  return rangeFrom(client, first)
}

const attachRange = async (client: Client, file: string): Promise<ClosedRange> => {
  const { header, digest } = await readRangeFile(file, async () => undefined)
  const { rows } = await client.query<{ sha256: Buffer | null; last: number; detached: boolean }>(
    'select sha256, last::float8, detached_at is not null as detached from log.ranges where first = $1',
    [header.first],
  )
  const [known] = rows
  if (known === undefined || known.last !== header.last || known.sha256?.equals(digest) !== true)
    throw new OperatorError(`${file} does not hold events that were detached from this log, or it is damaged.`)
  if (!known.detached) throw new OperatorError('The events of this file are attached already.')
  // left by an attempt that was interrupted
  await client.query(`drop table if exists ${partitionOf(header)}`)
  await createPartition(client, header)
  const loaded = await readRangeFile(file, (payloads) =>
    client.query(`insert into ${partitionOf(header)} select * from unnest($1::bigint[], $2::text[], $3::text[])`, [
      payloads.map(([position]) => position),
      payloads.map(([, meta]) => meta),
      payloads.map(([, , data]) => data),
    ]),
  )
  if (!loaded.digest.equals(digest)) throw new OperatorError(`${file} was changed while it was read.`)
  await completePartition(client, header)
  await retryingLocks(client, async () => {
    await attachPartition(client, header)
    await client.query('update log.ranges set detached_at = null where first = $1', [header.first])
  })
  return rangeFrom(client, header.first)
}
