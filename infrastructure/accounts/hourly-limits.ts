import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { HourlyLimits } from '../../application/accounts/ports.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { statement } from '../postgres/postgres.ts'
import { keyedHash } from './hashing.ts'
import { storageTask, storedInstant } from './storage.ts'

const windowMinutes = 60

/** Sliding-window rate limits in Postgres (module `access`); keys are stored as keyed hashes. */
export const postgresHourlyLimits = (db: CommonQueryMethods, secret: Uint8Array): HourlyLimits => ({
  consume: ({ action, key, perHour }, at) =>
    storageTask(async () => {
      const { refused, oldest } = await db.one(countUse(keyedHash(secret, action, key), perHour, at))
      return refused ? secondsUntil(oldest, at) : null
    }),
  sweep: (at) =>
    storageTask(async () => {
      const { rowCount } = await db.query(statement`
        delete from access.allowances
        where used_at[cardinality(used_at)] <= ${plusMinutes(at, -windowMinutes)}::timestamptz`)
      return rowCount
    }),
})

const countUse = (key: Buffer, perHour: number, at: Instant) => {
  const since = plusMinutes(at, -windowMinutes)
  const recentUses = sql.fragment`array(select t from unnest(a.used_at) t where t > ${since}::timestamptz order by t)`
  const isExhausted = sql.fragment`cardinality(${recentUses}) >= ${perHour}::int`
  return sql.type(z.object({ refused: z.boolean(), oldest: storedInstant }))`
    insert into access.allowances as a (key, used_at, refused)
    values (${sql.binary(key)}, array[${at}::timestamptz], false)
    on conflict (key) do update set
      used_at = case when ${isExhausted} then ${recentUses} else ${recentUses} || ${at}::timestamptz end,
      refused = ${isExhausted}
    returning refused, used_at[1] as oldest`
}

const secondsUntil = (oldest: Instant, at: Instant) =>
  Math.max(1, Math.ceil((Date.parse(oldest) + windowMinutes * 60_000 - Date.parse(at)) / 1000))
