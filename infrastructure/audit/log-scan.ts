import type { EventStore, RecordedEvent } from '../../application/ports/event-store.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { LogGap } from '../event-store/postgres/postgres-event-store.ts'

/** Finds a hole among so many events after a position; null where none can be told. */
export type FindGap = (after: Position | null, limit: number) => Promise<LogGap | null>

/** Every event there was when it began, page by page: over a hole it goes on where the log does. */
export async function* scanLog(
  store: Pick<EventStore, 'readAll' | 'head'>,
  findGap: FindGap,
  limit = 1_000,
): AsyncGenerator<readonly RecordedEvent[]> {
  const head = await store.head()()
  if (E.isLeft(head)) throw readFailure(null, head.left)
  const end = head.right
  if (end === null) return
  let after: Position | null = null
  while ((after ?? '') < end) {
    const page: Stretch = await readStretch(store, findGap, after, limit)
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
const readStretch = async (
  store: Pick<EventStore, 'readAll'>,
  findGap: FindGap,
  after: Position | null,
  limit: number,
): Promise<Stretch> => {
  const page = await store.readAll(after, limit)()
  if (E.isRight(page)) return { events: page.right, reached: page.right.at(-1)?.position ?? null }
  const hole = await findGap(after, limit)
  if (hole === null) throw readFailure(after, page.left)
  if (hole.eventsBefore === 0) return { events: [], reached: hole.resumeAfter }
  const before = await store.readAll(after, hole.eventsBefore)()
  if (E.isLeft(before)) throw readFailure(after, before.left)
  return { events: before.right, reached: hole.resumeAfter }
}

const readFailure = (after: Position | null, failure: unknown) =>
  new Error(`The log cannot be read after ${after ?? 'its beginning'}`, { cause: failure })
