import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import type { Database } from './storage.ts'

export interface LockRule {
  /** So many failures, each within `minutes` of the one before, lock for `minutes`. */
  readonly failures: number
  readonly minutes: number
}

/**
 * Counts an attempt before it is judged, so that a hundred at once are not a hundred guesses. Null when it may be judged;
 * otherwise until when it may not. What is tried during a lock does not prolong it.
 */
export const countAttempt = async (
  db: Database,
  key: Buffer,
  { failures, minutes }: LockRule,
  at: Instant,
): Promise<Instant | null> => {
  const { rows } = await db.query<{ failures: number; latest_at: Date }>(count, [
    key,
    at,
    plusMinutes(at, -minutes),
    failures,
  ])
  const [row] = rows
  if (row === undefined || row.failures <= failures) return null
  return plusMinutes(row.latest_at.toISOString() as Instant, minutes)
}

const count = `
  insert into access.failures as f values ($1, 1, $2)
  on conflict (key) do update set
    failures = case when f.latest_at <= $3 then 1 else least(f.failures, $4::int) + 1 end,
    latest_at = case when f.latest_at <= $3 or f.failures < $4::int then $2 else f.latest_at end
  returning failures, latest_at`

/** The attempt was right: it does not count, and neither do the failures before it. */
export const clearAttempts = async (db: Database, key: Buffer): Promise<void> => {
  await db.query('delete from access.failures where key = $1', [key])
}

/** The attempt was right, but those of others stay counted. */
export const uncountAttempt = async (db: Database, key: Buffer): Promise<void> => {
  await db.query('update access.failures set failures = greatest(failures - 1, 0) where key = $1', [key])
}

export const sweepAttempts = async (db: Database, before: Instant): Promise<number> =>
  (await db.query('delete from access.failures where latest_at <= $1', [before])).rowCount ?? 0
