import type { EventStore, EventStoreFailure, RecordedEvent } from '../../application/ports/event-store.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { LogGap } from '../event-store/postgres/postgres-event-store.ts'

/** Finds a gap within the `limit` events after a position; null if the log cannot name one. */
export type FindGap = (after: Position | null, limit: number) => Promise<LogGap | null>

/** Reads every event present at the start, in pages, one ahead. Continues after a gap instead of stopping there. */
export async function* scanLog(
  store: Pick<EventStore, 'readAll' | 'head'>,
  findGap: FindGap,
  limit = 1_000,
): AsyncGenerator<readonly RecordedEvent[]> {
  const head = await store.head()()
  if (E.isLeft(head)) throw readFailure(null, head.left)
  const end = head.right
  if (end === null) return
  const read = (after: Position | null): Promise<ScannedPage> => {
    const page = readAcrossGap(store, findGap, after, limit)
    // nobody waits for it if the caller stops
    page.catch(() => undefined)
    return page
  }
  for (let next: Promise<ScannedPage> | null = read(null); next !== null;) {
    const { events, resumeAfter }: ScannedPage = await next
    // the database reads the next page during the work on this one
    next = resumeAfter === null || resumeAfter >= end ? null : read(resumeAfter)
    const known = events.filter(({ position }) => position <= end)
    if (known.length > 0) yield known
  }
}

interface ScannedPage {
  readonly events: readonly RecordedEvent[]
  /** Null at the end of the log. */
  readonly resumeAfter: Position | null
}

/** Reads a page, or the part of it that precedes a gap. */
const readAcrossGap = async (
  store: Pick<EventStore, 'readAll'>,
  findGap: FindGap,
  after: Position | null,
  limit: number,
): Promise<ScannedPage> => {
  const page = await store.readAll(after, limit)()
  if (E.isRight(page)) return { events: page.right, resumeAfter: page.right.at(-1)?.position ?? null }
  const gap = await findGap(after, limit)
  if (gap === null) throw readFailure(after, page.left)
  if (gap.eventsBefore === 0) return { events: [], resumeAfter: gap.resumeAfter }
  const before = await store.readAll(after, gap.eventsBefore)()
  if (E.isLeft(before)) throw readFailure(after, before.left)
  return { events: before.right, resumeAfter: gap.resumeAfter }
}

const readFailure = (after: Position | null, failure: EventStoreFailure) => {
  const why = failure.type === 'Detached' ? `: ${failure.why}` : ''
  return new Error(`The log cannot be read after ${after ?? 'its beginning'}${why}`, { cause: failure })
}
