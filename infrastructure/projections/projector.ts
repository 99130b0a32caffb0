import type { RecordedEvent } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import { foldOf, type AnyProjection } from './any-projection.ts'
import type { Cursor, Poison } from './checkpoint.ts'
import { foldOver, touchesOf, type Rows } from './fold.ts'
import { opened } from './opened.ts'
import type { Page } from './pages.ts'
import type { Reading } from './reading.ts'
import { rowKeeper } from './row-keeper.ts'
import type { Table } from './table.ts'

export type Outcome =
  | { readonly type: 'Moved' }
  /** The checkpoint is somebody else's now; nothing was written. */
  | { readonly type: 'Overtaken' }
  /** What was gathered in memory cannot be kept: start again, page by page, to find the event that spoils it. */
  | { readonly type: 'Spoilt' }
  /** Everything before this event is kept, nothing of it and after it. */
  | Poison

export interface ProjectorOptions {
  /** A table that starts from nothing is folded in memory, up to so many rows, before the first of them is written. */
  readonly gatherRows?: number
  /** How many rows the leader remembers between pages. */
  readonly rememberRows?: number
}

/** Brings one table forward page by page, for as long as its checkpoint is ours. */
export const projector = (
  reading: Reading,
  projection: AnyProjection,
  table: Table,
  cursor: Cursor,
  { gatherRows = 100_000, rememberRows = 10_000 }: ProjectorOptions = {},
): ((page: Page) => Promise<Outcome>) => {
  const fold = foldOf(projection)
  const privacy = Object.values(projection.columns).some(({ pii }) => pii) ? 'open' : 'blank'
  const heardOf = (events: readonly RecordedEvent[]) => events.filter(({ type }) => projection.events.codecs.has(type))
  const keeper = rowKeeper(reading, table, cursor, rememberRows)
  const gathered: Rows = new Map()
  let gathering = cursor.stored === null && gatherRows > 0

  const folded = async (heard: readonly RecordedEvent[], known?: Rows) => {
    const recorded = await opened(reading.history, projection.events, heard, privacy)
    if (E.isLeft(recorded)) return recorded
    const touches = touchesOf(fold, recorded.right)
    if (E.isLeft(touches)) return touches
    const before = known ?? (await keeper.before(touches.right))
    return E.map((after: Rows) => ({ after, before }))(foldOver(fold, touches.right, before))
  }

  /** Halves the page until the event that cannot be taken stands alone. */
  const project = async (events: readonly RecordedEvent[], more: boolean): Promise<Outcome> => {
    const last = events.at(-1)
    if (last === undefined) return { type: 'Moved' }
    const heard = heardOf(events)
    if (heard.length === 0) {
      keeper.passOver(last.position)
      return { type: 'Moved' }
    }
    const rows = await folded(heard)
    const kept = E.isLeft(rows) ? rows : await keeper.put(rows.right.after, rows.right.before, last.position, !more)
    if (E.isRight(kept)) return { type: kept.right ? 'Moved' : 'Overtaken' }
    if (events.length === 1) return poisonOf(last, kept.left)
    const middle = events.length >> 1
    const first = await project(events.slice(0, middle), true)
    return first.type === 'Moved' ? project(events.slice(middle), more) : first
  }

  const gather = async ({ events, more }: Page): Promise<Outcome> => {
    const rows = await folded(heardOf(events), gathered)
    if (E.isRight(rows)) {
      for (const [key, row] of rows.right.after) gathered.set(key, row)
      cursor.seen = events.at(-1)?.position ?? cursor.seen
      if (more && gathered.size < gatherRows) return { type: 'Moved' }
    }
    gathering = false
    const kept = cursor.seen === null ? E.right(true) : await keeper.put(gathered, new Map(), cursor.seen, true)
    gathered.clear()
    if (E.isLeft(kept)) return { type: 'Spoilt' }
    if (!kept.right) return { type: 'Overtaken' }
    return E.isLeft(rows) ? project(events, more) : { type: 'Moved' }
  }

  return (page) => (gathering ? gather(page) : project(page.events, page.more))
}

export const poisonOf = ({ id, type, position }: RecordedEvent, reason: string): Poison => ({
  type: 'Poisoned',
  position,
  eventId: id,
  eventType: type,
  reason,
})
