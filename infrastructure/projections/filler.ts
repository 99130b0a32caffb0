import { E } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { AnyProjection } from './any-projection.ts'
import type { Cursor } from './checkpoint.ts'
import type { Rows } from './fold.ts'
import { pageFold } from './page-fold.ts'
import { fewRows, outcomeOf, projector, type Outcome, type ProjectorOptions, type Take } from './projector.ts'
import type { Reading } from './reading.ts'
import type { Kept } from './row-keeper.ts'
import { encodeRows } from './rows.ts'
import { refusedRows, tableWriter, type Write } from './table-writer.ts'
import type { Table } from './table.ts'

/**
 * Fills a table from nothing. As long as all rows are few they are in memory, and from there they go into the table at the end;
 * what changes meanwhile is noted down. Once they are too many, those that are touched are loaded, and the notes are all there is.
 */
export const filler = (
  reading: Reading,
  projection: AnyProjection,
  { notes }: Table,
  cursor: Cursor,
  { gatherRows = fewRows, rememberRows = fewRows }: ProjectorOptions,
): Take => {
  const [noteDown, writeHere] = [tableWriter(reading.pool, notes), tableWriter(reading.pool, notes.table)]
  const fold = pageFold(reading, projection)
  const rows: Rows = new Map()
  /** Since it was last written down; at first that is all. */
  let changed = rows
  let writing: Promise<Kept> = Promise.resolve(E.right(true))
  let read: Position | null = null
  let overflow: Take | null = null

  const writeDown = async (write: Write, all: Rows, to: Position): Promise<Outcome> => {
    const writes = encodeRows(notes, all, all === rows ? new Map() : null)
    const earlier = outcomeOf(await writing)
    if (earlier.type !== 'Moved') return earlier
    if (E.isLeft(writes)) return { type: 'Spoilt' }
    writing = write(writes.right, cursor, to, false).then(E.right, refusedRows)
    writing.catch(() => undefined)
    changed = new Map()
    return earlier
  }

  /** What was noted down is of use no more: rows that are gone by now would come back from there. */
  const writeAll: Write = async (...all) => {
    await reading.pool.query(notes.clear)
    return writeHere(...all)
  }

  return async (page) => {
    if (overflow) return overflow(page)
    if (E.isLeft(await fold.into(page.events, rows, changed))) return { type: 'Spoilt' }
    read = page.events.at(-1)?.position ?? read
    if (page.more && changed.size < gatherRows) return { type: 'Moved' }
    const [write, all] = page.more ? [noteDown, changed] : [writeAll, rows]
    if (read !== null && all.size > 0) {
      const outcome = await writeDown(write, all, read)
      if (outcome.type !== 'Moved') return outcome
    }
    if (page.more && rows.size <= rememberRows) return { type: 'Moved' }
    const outcome = outcomeOf(await writing)
    cursor.seen = read
    rows.clear()
    if (page.more) overflow = projector(reading, projection, notes, cursor, { gatherRows: 0, rememberRows })
    return outcome
  }
}
