import { E } from '../../domain/kernel/fp.ts'
import type { AnyProjection } from './any-projection.ts'
import { progressChannel, retired, type Cursor } from './checkpoint.ts'
import type { Page } from './pages.ts'
import type { Outcome } from './projector.ts'
import type { Reading } from './reading.ts'
import { transaction } from './table-writer.ts'
import type { Table } from './table.ts'

export type Swapped = { readonly type: 'Serving' } | { readonly type: 'Busy' } | Exclude<Outcome, { type: 'Moved' }>

/** Neither readers nor the serving table's leader wait longer than this for a swap. */
const patience = `set local lock_timeout = '200ms'; set local idle_in_transaction_session_timeout = '1s'`
const busy = new Set(['55P03', '25P03', '40P01', '57P01'])

/**
 * Lets a filled table serve in place of the serving one. The serving one stands still for the moment it takes to read what
 * it has read and we have not, so that no reader ever goes back in time.
 */
export const swap = async (
  { pool, store, moves }: Reading,
  { name }: AnyProjection,
  table: Table,
  cursor: Cursor,
  take: (page: Page) => Promise<Outcome>,
): Promise<Swapped> => {
  let swapped: Swapped = { type: 'Serving' }
  const leave = (why: Swapped) => {
    swapped = why
    return false
  }
  const work = async (db: Parameters<Parameters<typeof transaction>[1]>[0]) => {
    await db.query(patience)
    const { rows } = await db.query<{ relation: string; position: string | null }>(
      `select b.relation, c.position from ops.builds b join ops.checkpoints c on c.name = b.relation
       where b.projection = $1 and b.state = 'serving' for update`,
      [name],
    )
    const serving = rows[0]
    while ((cursor.seen ?? '') < (serving?.position ?? '')) {
      const page = await store.readAll(cursor.seen, 500)()
      if (E.isLeft(page)) return leave({ type: 'Busy' })
      const outcome = await take({ events: page.right, more: false })
      if (outcome.type !== 'Moved') return leave(outcome)
    }
    await moves.withdraw(cursor)
    const { rowCount } = await db.query(
      `update ops.checkpoints set position = $1, fence = 0
       where name = $2 and position is not distinct from $3 and fence = $4`,
      [cursor.seen, cursor.name, cursor.stored, cursor.fence],
    )
    if (rowCount !== 1) return leave({ type: 'Overtaken' })
    await db.query(`update ops.checkpoints set fence = $1 where name = $2`, [retired, serving?.relation])
    await db.query(`update ops.builds set state = 'retired' where relation = $1`, [serving?.relation])
    await db.query(`update ops.builds set state = 'serving' where relation = $1`, [table.relation])
    await db.query(table.show)
    await db.query(`select pg_notify('${progressChannel}', '')`)
    return true
  }
  try {
    await transaction(pool, work)
    return swapped
  } catch (error) {
    if (busy.has(String((error as { readonly code?: unknown }).code))) return { type: 'Busy' }
    throw error
  }
}
