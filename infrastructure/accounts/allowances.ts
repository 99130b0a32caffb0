import type { RateLimiter } from '../../application/accounts/ports.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { keyedHash } from './hashing.ts'
import { type Database, storageTask } from './storage.ts'

const windowMinutes = 60

/** Sliding-window rate limits in Postgres (module `access`); keys are stored as keyed hashes. */
export const postgresAllowances = (db: Database, secret: Uint8Array): RateLimiter => ({
  consume: ({ action, key, perHour }, at) =>
    storageTask(async () => {
      const since = plusMinutes(at, -windowMinutes)
      const { rows } = await db.query<{ refused: boolean; oldest: Date }>(useSql, [
        keyedHash(secret, action, key),
        at,
        since,
        perHour,
      ])
      const [row] = rows
      return row?.refused === true ? secondsUntil(row.oldest, at) : null
    }),
  sweep: (at) =>
    storageTask(async () => {
      const { rowCount } = await db.query(
        'delete from access.allowances where used_at[cardinality(used_at)] <= $1::timestamptz',
        [plusMinutes(at, -windowMinutes)],
      )
      return rowCount ?? 0
    }),
})

const recentUses = 'array(select t from unnest(a.used_at) t where t > $3::timestamptz order by t)'
const useSql = `
  insert into access.allowances as a values ($1, array[$2::timestamptz], false)
  on conflict (key) do update set
    used_at = case when cardinality(${recentUses}) < $4::int then ${recentUses} || $2::timestamptz else ${recentUses} end,
    refused = cardinality(${recentUses}) >= $4::int
  returning refused, used_at[1] as oldest`

const secondsUntil = (oldest: Date, at: Instant) =>
  Math.max(1, Math.ceil((oldest.getTime() + windowMinutes * 60_000 - Date.parse(at)) / 1000))
