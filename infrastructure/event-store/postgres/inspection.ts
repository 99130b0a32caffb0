import type { Pool } from 'pg'
import type { Position } from '../../../domain/kernel/recorded.ts'
import { placeOf, positionOf } from './position.ts'
import { hole } from './statements.ts'

/** Positions count from 1, without holes. */
export const isNextPlace = (before: Position | null, position: Position): boolean =>
  placeOf(position) === placeOf(before) + 1

export interface Hole {
  /** The last position before it; null when there is none. */
  readonly before: Position | null
  /** How many events lie between where the look began and the hole. */
  readonly untilThen: number
  /** To read on from: the next event stands right behind it. */
  readonly end: Position
}

/** The first hole among so many events after a position; null when there is none. */
export const holeAfter = async (pool: Pool, after: Position | null, limit: number): Promise<Hole | null> => {
  const place = placeOf(after)
  const { rows } = await pool.query<{ before: string; position: string }>(hole.text, [place, limit])
  const [found] = rows
  if (found === undefined) return null
  const before = Number(found.before)
  return {
    before: before === 0 ? null : positionOf(before),
    untilThen: before - place,
    end: positionOf(Number(found.position) - 1),
  }
}

const restrictViolation = '23001'
/** `before update or delete or truncate … for each statement`, as pg_trigger has it. */
const everyChange = 2 + 8 + 16 + 32

/** What is missing of what keeps the log from being changed: looks at the triggers, and tries them on no row. */
export const missingGuards = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ table: string }>(
    `select c.relname as table from pg_trigger t
       join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where t.tgrelid in ('log.events'::regclass, 'log.types'::regclass) and t.tgfoid = 'log.refuse'::regproc
       and t.tgenabled = 'A' and t.tgtype = $1 and t.tgqual is null`,
    [everyChange],
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
      if (!(await isRefused(pool, change))) missing.push(`“${change}” is not refused`)
  }
  return missing
}

const isRefused = async (pool: Pool, change: string): Promise<boolean> => {
  try {
    await pool.query(change)
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === restrictViolation) return true
    throw error
  }
}
