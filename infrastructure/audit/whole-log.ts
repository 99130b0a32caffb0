import type { EventStore, RecordedEvent } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { Hole } from '../event-store/postgres/inspection.ts'

/** Finds a hole among so many events after a position; null where none can be told. */
export type FindHole = (after: Position | null, limit: number) => Promise<Hole | null>

/** Every event there was when it began, page by page: over a hole it goes on where the log does. */
export async function* wholeLog(
  store: Pick<EventStore, 'readAll' | 'head'>,
  findHole: FindHole,
  limit = 1_000,
): AsyncGenerator<readonly RecordedEvent[]> {
  const head = await store.head()()
  if (E.isLeft(head)) throw unreadable(null, head.left)
  const end = head.right
  if (end === null) return
  let after: Position | null = null
  while ((after ?? '') < end) {
    const page: Stretch = await stretchAfter(store, findHole, after, limit)
    const known = page.events.filter(({ position }) => position <= end)
    if (known.length > 0) yield known
    if (page.reached === null) return
    after = page.reached
  }
}

interface Stretch {
  readonly events: readonly RecordedEvent[]
  /** To read on from; null at the end. */
  readonly reached: Position | null
}

/** A page, or what there is of one before a hole. */
const stretchAfter = async (
  store: Pick<EventStore, 'readAll'>,
  findHole: FindHole,
  after: Position | null,
  limit: number,
): Promise<Stretch> => {
  const page = await store.readAll(after, limit)()
  if (E.isRight(page)) return { events: page.right, reached: page.right.at(-1)?.position ?? null }
  const hole = await findHole(after, limit)
  if (hole === null) throw unreadable(after, page.left)
  if (hole.untilThen === 0) return { events: [], reached: hole.end }
  const before = await store.readAll(after, hole.untilThen)()
  if (E.isLeft(before)) throw unreadable(after, before.left)
  return { events: before.right, reached: hole.end }
}

const unreadable = (after: Position | null, failure: unknown) =>
  new Error(`The log cannot be read after ${after ?? 'its beginning'}`, { cause: failure })
