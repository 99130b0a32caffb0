import type { Client, Pool } from 'pg'
import { onOwnConnection, withShortLocks } from '../postgres/postgres.ts'

const weekMs = 7 * 24 * 60 * 60_000
/** Partitions exist at least this long before their first message. */
const aheadMs = 2 * weekMs
/** A partition is dropped this long after its last message. */
const keptMs = 2 * weekMs
/** Partitions that begin later were added while the clock of the database was ahead. */
const maxAheadMs = aheadMs + weekMs
/** With more messages that are not delivered, a partition is kept: moving them would take too long. */
const maxMoved = 10_000
const maxSettled = 10_000
const lockMs = 1_000

/** Delivered at least an hour ago, so that no running transaction can change it; statements take seconds. */
const isSettled = `delivered_at < now() - interval '1 hour'`

interface Partition {
  readonly name: string
  /** End of the times of its keys. */
  readonly until: number
}

const partitionUntil = (until: number): Partition => ({
  name: `outbox_until_${new Date(until).toISOString().slice(0, 10).replaceAll('-', '')}`,
  until,
})

/** A Monday. */
const firstWeek = Date.UTC(1970, 0, 5)
const startOfWeek = (at: number): number => firstWeek + Math.floor((at - firstWeek) / weekMs) * weekMs

/** Oldest first. */
const listPartitions = async (client: Client): Promise<readonly Partition[]> => {
  const { rows } = await client.query<Partition>(
    `select c.relname as name, extract(epoch from right(c.relname, 8)::date)::float8 * 1000 as until
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'ops.outbox'::regclass and c.relname like 'outbox\\_until\\_%' order by c.relname`,
  )
  return rows
}

/**
 * Adds the partition; messages of its time that were written without it move there. Not added if it existed before and
 * was dropped, because the clock was ahead: its digests are compared only with messages outside a partition.
 */
const addPartition = (client: Client, { name, until }: Partition): Promise<boolean> => {
  const from = until - weekMs
  return withShortLocks(client, lockMs, async () => {
    const { rows } = await client.query<{ first: string; end: string }>(
      `select * from (select ops.outbox_bound(to_timestamp($1::float8 / 1000)) as first,
         ops.outbox_bound(to_timestamp($2::float8 / 1000)) as end) bounds
       where not exists (select from ops.outbox_settled where bucket between left(first, 8) and left("end", 8))`,
      [from, until],
    )
    const [bounds] = rows
    if (bounds === undefined) return
    await client.query(`create table ops.${name} (like ops.outbox including all)`)
    await client.query('lock table ops.outbox_other in access exclusive mode')
    await client.query(
      `with moved as (delete from ops.outbox_other where key >= $1 and key < $2 returning *)
       insert into ops.${name} select * from moved`,
      [bounds.first, bounds.end],
    )
    await client.query(
      `alter table ops.outbox attach partition ops.${name} for values from ('${bounds.first}') to ('${bounds.end}')`,
    )
  })
}

/** Remembers the digests of keys, so that their messages are not written again. */
const settle = (keys: string) => `insert into ops.outbox_settled as s (bucket, digests)
  select left(key, 8), array_agg(ops.outbox_digest(key)) from ${keys} group by 1
  on conflict (bucket) do update set digests = s.digests || excluded.digests`

/** Drops the partition; messages that are not delivered move to `ops.outbox_other`. False if it could not be locked. */
const dropPartition = async (client: Client, { name }: Partition): Promise<boolean> => {
  const { rowCount } = await client.query(`select from ops.${name} where delivered_at is null limit ${maxMoved + 1}`)
  if ((rowCount ?? 0) > maxMoved) return true
  return withShortLocks(client, lockMs, async () => {
    await client.query(settle(`ops.${name} where ${isSettled}`))
    await client.query('lock table ops.outbox in access exclusive mode')
    await client.query(`alter table ops.outbox detach partition ops.${name}`)
    await client.query(`insert into ops.outbox select * from ops.${name} where (${isSettled}) is not true`)
    await client.query(`drop table ops.${name}`)
  })
}

/** Deletes what was delivered after it had been moved out of a dropped partition. */
const settleOthers = (client: Client, before: number): Promise<boolean> =>
  withShortLocks(client, lockMs, async () => {
    await client.query('lock table ops.outbox_other in share row exclusive mode')
    await client.query(
      `with old as (
         select key from ops.outbox_other
         where key < ops.outbox_bound(to_timestamp($1::float8 / 1000)) and ${isSettled} limit ${maxSettled}
       ), settled as (delete from ops.outbox_other o using old where o.key = old.key returning o.key)
       ${settle('settled')}`,
      [before],
    )
  })

/** Adds the partitions that follow the last one, or those from the time of the oldest messages that are kept. */
const addPartitions = async (client: Client, last: Partition | undefined, at: number): Promise<void> => {
  const from = Math.max(last?.until ?? 0, startOfWeek(at - keptMs))
  for (let until = from; until < at + aheadMs;) {
    until += weekMs
    if (!(await addPartition(client, partitionUntil(until)))) return
  }
}

/**
 * Adds partitions ahead of time; drops old ones, and those that a wrong clock added far ahead. What cannot be locked now,
 * for example during a dump, is left to the next call. `now` in milliseconds, by default the database's.
 */
export const maintainOutbox = (pool: Pick<Pool, 'options'>, signal: AbortSignal, now?: number): Promise<void> =>
  onOwnConnection(pool, async (client) => {
    const stop = () => void client.end().catch(() => undefined)
    signal.addEventListener('abort', stop)
    try {
      const { rows } = await client.query<{ ms: number }>('select extract(epoch from now())::float8 * 1000 as ms')
      const at = now ?? rows[0]?.ms ?? Date.now()
      for (const partition of await listPartitions(client))
        if (partition.until - weekMs > at + maxAheadMs && !(await dropPartition(client, partition))) return
      const partitions = await listPartitions(client)
      await addPartitions(client, partitions.at(-1), at)
      for (const partition of partitions)
        if (partition.until < at - keptMs && !(await dropPartition(client, partition))) return
      await settleOthers(client, at - keptMs)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  })
