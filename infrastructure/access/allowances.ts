import type { Allowances } from '../../application/ports/allowances.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { keyedHash } from './keyed-hash.ts'
import { stored, type Database } from './storage.ts'

const hour = 60

/** Counted in any sixty minutes, in tables of module `access`; only keyed hashes say by whom. */
export const postgresAllowances = (db: Database, secret: Uint8Array): Allowances => ({
  use: ({ what, whose, timesAnHour }, at) =>
    stored(async () => {
      const since = plusMinutes(at, -hour)
      const { rows } = await db.query<{ refused: boolean; oldest: Date }>(use, [
        keyedHash(secret, what, whose),
        at,
        since,
        timesAnHour,
      ])
      const [row] = rows
      return row?.refused === true ? secondsUntil(row.oldest, at) : null
    }),
  sweep: (at) =>
    stored(async () => {
      const { rowCount } = await db.query(
        'delete from access.allowances where used_at[cardinality(used_at)] <= $1::timestamptz',
        [plusMinutes(at, -hour)],
      )
      return rowCount ?? 0
    }),
})

const recent = 'array(select t from unnest(a.used_at) t where t > $3::timestamptz order by t)'
const use = `
  insert into access.allowances as a values ($1, array[$2::timestamptz], false)
  on conflict (key) do update set
    used_at = case when cardinality(${recent}) < $4::int then ${recent} || $2::timestamptz else ${recent} end,
    refused = cardinality(${recent}) >= $4::int
  returning refused, used_at[1] as oldest`

const secondsUntil = (oldest: Date, at: Instant) =>
  Math.max(1, Math.ceil((oldest.getTime() + hour * 60_000 - Date.parse(at)) / 1000))
