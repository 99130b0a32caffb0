import type { RecordedEvent } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { AnyProjection } from './any-projection.ts'
import { erasingOf } from './erasing.ts'
import type { Cursor, Poison } from './checkpoint.ts'
import type { Rows } from './fold.ts'
import { pageFold, type Folded } from './page-fold.ts'
import type { Page } from './pages.ts'
import type { Place } from './place.ts'
import type { Reading } from './reading.ts'
import { rowKeeper, type Kept } from './row-keeper.ts'

export type Outcome =
  | { readonly type: 'Moved' }
  /** The checkpoint is somebody else's now; nothing was written. */
  | { readonly type: 'Overtaken' }
  /** Some rows cannot be kept, nobody knows yet by whose fault: start again, `carefully`. */
  | { readonly type: 'Spoilt' }
  /** Everything before this event is kept, nothing of it and after it. */
  | Poison

export interface ProjectorOptions {
  /** A table that starts from nothing is folded in memory, up to so many rows, before the first of them is written. */
  readonly gatherRows?: number
  /** How many rows the leader remembers between pages. */
  readonly rememberRows?: number
  /** Each page is on disk before the next is looked at. */
  readonly carefully?: boolean
}

/** So many rows of a table in memory are no burden. */
export const fewRows = 100_000

/** Takes the next page of the log. */
export type Take = (page: Page) => Promise<Outcome>

/** Brings one place forward page by page, for as long as its checkpoint is ours. */
export const projector = (
  reading: Reading,
  projection: AnyProjection,
  place: Place,
  cursor: Cursor,
  { gatherRows = fewRows, rememberRows = 10_000, carefully = false }: ProjectorOptions = {},
): Take => {
  const owners = erasingOf(projection)?.owners ?? []
  const keeper = rowKeeper(reading, place, cursor, { remembered: rememberRows, owners })
  const fold = pageFold(reading, projection)
  const gathered: Rows = new Map()
  let gathering = cursor.stored === null && gatherRows > 0 && !carefully

  const begin = async (folded: E.Either<string, Folded>, { events, more }: Page): Promise<Kept> => {
    const to = events.at(-1)?.position
    if (E.isLeft(folded) || to === undefined) return E.isLeft(folded) ? folded : E.right(true)
    return keeper.begin(folded.right, to, !more)
  }

  /** Halves the page until the event that cannot be taken stands alone. */
  const project = async (page: Page): Promise<Outcome> => {
    const { events, more } = page
    const begun = await begin(await fold.over(events, keeper.before), page)
    const kept = E.isLeft(begun) ? begun : await keeper.settled()
    const [first] = events
    if (E.isRight(kept) || first === undefined) return outcomeOf(kept)
    if (events.length === 1) return poisonOf(first, kept.left)
    const middle = events.length >> 1
    const before = await project({ events: events.slice(0, middle), more: true })
    return before.type === 'Moved' ? project({ events: events.slice(middle), more }) : before
  }

  /** The same, while the page before is still being written. */
  const overlap = async (page: Page): Promise<Outcome> => {
    const folded = await fold.over(page.events, keeper.before)
    const earlier = outcomeOf(await keeper.settled())
    if (earlier.type !== 'Moved') return earlier
    return E.isLeft(await begin(folded, page)) ? project(page) : earlier
  }

  const gather = async (page: Page): Promise<Outcome> => {
    const folded = await fold.into(page.events, gathered)
    if (E.isLeft(folded)) return { type: 'Spoilt' }
    cursor.seen = page.events.at(-1)?.position ?? cursor.seen
    if (page.more && gathered.size < gatherRows) return { type: 'Moved' }
    gathering = false
    const all = { before: new Map(), after: gathered }
    const begun = cursor.seen === null ? E.right(true) : await keeper.begin(all, cursor.seen, true)
    const written = outcomeOf(E.isLeft(begun) ? begun : await keeper.settled())
    gathered.clear()
    return written
  }

  return async (page) => {
    if (gathering) return gather(page)
    if (page.more && !carefully) return overlap(page)
    const earlier = outcomeOf(await keeper.settled())
    return earlier.type === 'Moved' ? project(page) : earlier
  }
}

export const outcomeOf = (kept: Kept): Outcome =>
  E.isLeft(kept) ? { type: 'Spoilt' } : { type: kept.right ? 'Moved' : 'Overtaken' }

export const poisonOf = ({ id, type, position }: RecordedEvent, reason: string): Poison => ({
  type: 'Poisoned',
  position,
  eventId: id,
  eventType: type,
  reason,
})
