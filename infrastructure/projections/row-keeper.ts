import type { Pool } from 'pg'
import { E } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { Cursor } from './checkpoint.ts'
import type { Rows, Touched } from './fold.ts'
import type { Folded } from './page-fold.ts'
import type { Place } from './place.ts'
import type { Reading } from './reading.ts'
import { encodeRows, loadRows, loadRowsOf, type Writes } from './rows.ts'
import { refusedRows, tableWriter } from './table-writer.ts'

/** False: the checkpoint is somebody else's. A left: these rows can never be kept. */
export type Kept = E.Either<string, boolean>

/** The rows of one place while its checkpoint is ours: nobody else changes them, so some are remembered. */
export interface RowKeeper {
  /** The touched rows as they stand, or are about to, and those about whoever is erased; a row that is not there is not in the map. */
  readonly before: (touched: Touched) => Promise<Rows>
  /** Begins to keep what changed and to move on; only after what was begun before it is settled. */
  readonly begin: (rows: Folded, to: Position, notify: boolean) => Promise<Kept>
  /** How that ended. */
  readonly settled: () => Promise<Kept>
}

export const rowKeeper = (
  { pool, moves, here }: Reading,
  place: Place,
  cursor: Cursor,
  { remembered, owners }: { readonly remembered: number; readonly owners: readonly string[] },
): RowKeeper => {
  const write = tableWriter(pool, place)
  const cache: Rows = new Map()
  let writing: { readonly after: Rows; readonly done: Promise<Kept> } | null = null
  const prepared = preparing(pool, place)

  const aboutErased = async (subjects: readonly string[]): Promise<Rows> => {
    if (subjects.length === 0 || owners.length === 0) return new Map()
    await prepared()
    const stored = [...(await loadRowsOf(pool, place, owners, subjects))]
    return new Map([...stored.map(([key, row]) => [key, cache.get(key) ?? row] as const), ...(writing?.after ?? [])])
  }

  return {
    before: async ({ keys, erased }) => {
      const rows = await aboutErased(erased)
      const missing: string[] = []
      for (const key of keys) {
        if (rows.has(key)) continue
        const row = writing?.after.get(key)
        const known = row === undefined ? cache.get(key) : row
        if (known === undefined) missing.push(key)
        else rows.set(key, known)
      }
      if (missing.length === 0) return rows
      await prepared()
      for (const [key, row] of await loadRows(pool, place, missing)) rows.set(key, row)
      return rows
    },
    begin: async ({ before, after }, to, notify) => {
      const writes = encodeRows(place, after, before)
      if (E.isLeft(writes)) return writes
      if (isNothing(writes.right)) {
        // others may wait for this place; the checkpoint follows a little later
        cursor.seen = to
        moves.later(cursor)
        return E.right(true)
      }
      await moves.withdraw(cursor)
      const done = write(writes.right, cursor, to, notify).then((moved): Kept => {
        if (moved) remember(cache, after, remembered)
        if (moved) here.moved(cursor, to)
        return E.right(moved)
      }, refusedRows)
      done.catch(() => undefined)
      writing = { after, done }
      return E.right(true)
    },
    settled: async () => {
      const outcome = await (writing?.done ?? E.right(true))
      writing = null
      return outcome
    },
  }
}

const preparing = (pool: Pool, { prepare }: Place) => {
  let ready: Promise<unknown> | null = null
  return () => (ready ??= prepare === '' ? Promise.resolve() : pool.query(prepare))
}

const isNothing = ({ columns, gone }: Writes) => columns[0]?.length === 0 && gone.length === 0

const remember = (cache: Rows, after: Rows, most: number) => {
  for (const [key, row] of after) {
    cache.delete(key)
    cache.set(key, row)
  }
  for (const key of cache.keys()) {
    if (cache.size <= most) break
    cache.delete(key)
  }
}
