import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Job, Jobs } from '../../application/ports/jobs.ts'
import { statement } from '../postgres/postgres.ts'

/** Keys of messages contain `:`, which the key of a job may not. */
export const jobKeyOf = (messageKey: string): string => messageKey.replace(':', '_')
export const messageKeyOf = (jobKey: string): string => jobKey.replace('_', ':')

export const StoredMessage = z.object({
  key: z.string(),
  queue: z.string(),
  kind: z.string(),
  payload: z.string(),
  runAt: z.number().nullable(),
})
export type StoredMessage = z.infer<typeof StoredMessage>

export const toJob = ({ key, queue, kind, payload, runAt }: StoredMessage): Job => ({
  queue,
  name: kind,
  data: JSON.parse(payload) as Job['data'],
  key: jobKeyOf(key),
  ...(runAt === null ? {} : { runAt: new Date(runAt) }),
})

/** On its way: neither delivered nor given up. */
export const isQueued = sql.fragment`(delivered_at is null and given_up_at is null)`
/** When a message should be delivered; the index `outbox_queued` is in this order. */
export const dueAt = sql.fragment`coalesce(run_at, written_at)`

export const messageColumns = sql.fragment`key, queue, kind, payload::text as payload, run_at as "runAt"`

/** Position of a message in the order of `dueAt`. */
export interface Cursor {
  readonly cursorDue: string
  readonly cursorNumber: string
}
export const firstCursor: Cursor = { cursorDue: '-infinity', cursorNumber: '0' }
/** Their names differ from those of the columns, by which rows are sorted. */
export const cursorColumns = sql.fragment`${dueAt}::text as "cursorDue", number::text as "cursorNumber"`
export const isAfter = ({ cursorDue, cursorNumber }: Cursor): FragmentSqlToken =>
  sql.fragment`(${dueAt}, number) > (${cursorDue}::timestamptz, ${cursorNumber}::bigint)`

/** Locks rows in the order of their keys, so that statements about the same messages wait for each other in turn. */
export const lockedKeys = (keys: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`locked as (select key from ops.outbox where key in (${keys}) order by key for update)`

const keyList = (keys: readonly string[]) => sql.fragment`select unnest(${sql.array(keys, 'text')})`

/** Records that the messages were dispatched to the job store, or must be dispatched again. */
export const setDispatched = async (
  db: CommonQueryMethods,
  keys: readonly string[],
  isDispatched: boolean,
): Promise<void> => {
  await db.query(statement`
    with ${lockedKeys(keyList(keys))}
    update ops.outbox m set dispatched_at = case when ${isDispatched} then now() end
    from locked where m.key = locked.key`)
}

/** Messages dispatched, retried or checked at once. */
export const batchSize = 200

/** Given up; waiting for another attempt; failed in an outage that is over; or the key of a dispatched, undelivered one. */
export type RetrySelection = 'given up' | 'waiting' | 'after an outage' | { readonly key: string }

const conditionOf = (selection: RetrySelection): FragmentSqlToken => {
  if (selection === 'given up') return sql.fragment`given_up_at is not null`
  if (selection === 'waiting') return sql.fragment`${isQueued} and attempts > 0`
  if (selection === 'after an outage')
    return sql.fragment`in_outage and coalesce(given_up_at, last_attempt_at) < (
      select last_at from ops.outbox_deliveries d where d.queue = ops.outbox.queue)`
  return sql.fragment`key = ${messageKeyOf(selection.key)} and delivered_at is null and dispatched_at is not null`
}

const RetriedMessage = StoredMessage.extend({ cursorDue: z.string(), cursorNumber: z.string() })

/** Retries at most `limit` messages now, in the order in which they were due. Resolves to their number. */
export const retryMessages = async (
  db: CommonQueryMethods,
  jobs: Pick<Jobs, 'retry'>,
  selection: RetrySelection,
  limit = Infinity,
): Promise<number> => {
  const startedAt = await db.oneFirst(sql.type(z.object({ now: z.string() }))`select now()::text as now`)
  const condition = conditionOf(selection)
  let last = firstCursor
  for (let count = 0; count < limit;) {
    const messages = await db.any(sql.type(RetriedMessage)`
      select ${messageColumns}, ${cursorColumns} from ops.outbox where ${condition} and ${isAfter(last)}
      order by ${dueAt}, number limit ${batchSize}`)
    if (messages.length === 0) return count
    await jobs.retry(messages.map(toJob))
    await setRetried(
      db,
      messages.map(({ key }) => key),
      startedAt,
    )
    count += messages.length
    last = messages.at(-1) ?? last
  }
  return limit
}

/** Messages that have failed again in the meantime stay as they are. */
const setRetried = async (db: CommonQueryMethods, keys: readonly string[], startedAt: string): Promise<void> => {
  await db.query(statement`
    with ${lockedKeys(keyList(keys))}
    update ops.outbox m set given_up_at = null, in_outage = false, dispatched_at = now(),
      attempts = case when m.given_up_at is null then m.attempts else 0 end
    from locked
    where m.key = locked.key
      and coalesce(m.given_up_at, m.last_attempt_at, m.written_at) < ${startedAt}::timestamptz`)
}

const ListedMessage = z.object({
  key: z.string(),
  state: z.enum(['queued', 'given up']),
  queue: z.string(),
  job: z.string(),
  dueAt: z.string(),
  attempts: z.number(),
  lastError: z.string().nullable(),
})
export type ListedMessage = z.infer<typeof ListedMessage>

/** Messages that are not delivered, without their contents; first those that are given up, then by the time they are due. */
export const listMessages = async (db: CommonQueryMethods, limit: number): Promise<readonly ListedMessage[]> => {
  const listed = (state: ListedMessage['state'], condition: FragmentSqlToken, most: number) =>
    db.any(sql.type(ListedMessage)`
      select key, ${state} as state, queue, kind as job, attempts, last_error as "lastError",
        to_char(${dueAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "dueAt"
      from ops.outbox where ${condition} order by ${dueAt}, number limit ${most}`)
  const givenUp = await listed('given up', sql.fragment`given_up_at is not null`, limit)
  return [...givenUp, ...(await listed('queued', isQueued, limit - givenUp.length))]
}

/** Counting stops here, so that a metric never reads more rows. */
const maxCounted = 100_000

const Progress = z.object({
  hasLeader: z.boolean(),
  lastProgressSeconds: z.number().nullable(),
  lagEvents: z.number(),
  lagSeconds: z.number(),
})

/** Whether the outbox has a leader, the time since the last delivery, and the messages that are due, counted up to 100,000. */
export const outboxProgress = (db: CommonQueryMethods): Promise<z.infer<typeof Progress>> =>
  db.one(sql.type(Progress)`
    select ops.is_held('outbox') as "hasLeader",
      (select extract(epoch from now() - max(last_at))::float8 from ops.outbox_deliveries) as "lastProgressSeconds",
      (select count(*) from (select from ops.outbox where ${isQueued} and ${dueAt} <= now() limit ${maxCounted}) d)::int
        as "lagEvents",
      coalesce((select extract(epoch from now() - min(${dueAt}))::float8 from ops.outbox
        where ${isQueued} and ${dueAt} <= now()), 0) as "lagSeconds"`)

const MessageCounts = z.object({ queued: z.number(), givenUp: z.number(), delivered: z.number() })
export type MessageCounts = z.infer<typeof MessageCounts>

/** Messages by state; at most 100,000 queued and 100,000 given up are counted. */
export const countMessages = (db: CommonQueryMethods): Promise<MessageCounts> =>
  db.one(sql.type(MessageCounts)`
    select
      (select count(*) from (select from ops.outbox where ${isQueued} limit ${maxCounted}) q)::int as queued,
      (select count(*) from (select from ops.outbox where given_up_at is not null limit ${maxCounted}) g)::int as "givenUp",
      (select coalesce(sum(delivered), 0) from ops.outbox_deliveries)::float8 as delivered`)
