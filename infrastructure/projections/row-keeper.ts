import { E } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { Cursor } from './checkpoint.ts'
import type { Rows, Touch } from './fold.ts'
import type { Reading } from './reading.ts'
import { encodeRows, loadRows } from './rows.ts'
import { refusedRows, tableWriter } from './table-writer.ts'
import type { Table } from './table.ts'

/** The rows of one table while its checkpoint is ours: nobody else changes them, so some are remembered. */
export interface RowKeeper {
  /** The touched rows as they stand; a row that is not there is not in the map. */
  readonly before: (touches: readonly Touch[]) => Promise<Rows>
  /** Keeps what changed and moves on. A left: these rows can never be kept. False: the checkpoint is not ours. */
  readonly put: (after: Rows, before: Rows, to: Position, notify: boolean) => Promise<E.Either<string, boolean>>
  /** Moves on over what changes nothing, a little later. */
  readonly passOver: (to: Position) => void
}

export const rowKeeper = ({ pool, moves }: Reading, table: Table, cursor: Cursor, remembered: number): RowKeeper => {
  const write = tableWriter(pool, table)
  const cache: Rows = new Map()

  const remember = (after: Rows) => {
    for (const [key, row] of after) {
      cache.delete(key)
      cache.set(key, row)
    }
    for (const key of cache.keys()) {
      if (cache.size <= remembered) break
      cache.delete(key)
    }
  }

  const passOver = (to: Position) => {
    cursor.seen = to
    moves.later(cursor)
  }

  return {
    passOver,
    before: async (touches) => {
      const rows: Rows = new Map()
      const missing: string[] = []
      for (const key of new Set(touches.flatMap(({ keys }) => keys))) {
        const row = cache.get(key)
        if (row === undefined) missing.push(key)
        else rows.set(key, row)
      }
      if (missing.length > 0) for (const [key, row] of await loadRows(pool, table, missing)) rows.set(key, row)
      return rows
    },
    put: async (after, before, to, notify) => {
      const writes = encodeRows(table, after, before)
      if (E.isLeft(writes)) return writes
      const { columns, gone } = writes.right
      if (columns[0]?.length === 0 && gone.length === 0) {
        passOver(to)
        return E.right(true)
      }
      await moves.withdraw(cursor)
      try {
        const moved = await write(writes.right, cursor, to, notify)
        if (moved) remember(after)
        return E.right(moved)
      } catch (error) {
        return refusedRows(error)
      }
    },
  }
}
