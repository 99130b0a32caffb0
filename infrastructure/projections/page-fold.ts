import type { RecordedEvent } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { AnyProjection } from './any-projection.ts'
import { heardBy } from './erasing.ts'
import { foldOver, touchesOf, type Rows, type Touch } from './fold.ts'
import { opened } from './opened.ts'
import type { Reading } from './reading.ts'

export interface Folded {
  readonly before: Rows
  readonly after: Rows
}

/** The rows a page of the log touches, before and after it; a left says why an event of it can never be taken. */
export type PageFold = (
  events: readonly RecordedEvent[],
  rowsBefore: (touches: readonly Touch[]) => Rows | Promise<Rows>,
) => Promise<E.Either<string, Folded>>

export const pageFold = ({ history }: Pick<Reading, 'history'>, projection: AnyProjection): PageFold => {
  const family = heardBy(projection)
  const privacy = Object.values(projection.columns).some(({ pii }) => pii) ? 'open' : 'blank'

  return async (events, rowsBefore) => {
    const heard = events.filter(({ type }) => family.codecs.has(type))
    if (heard.length === 0) return E.right({ before: new Map(), after: new Map() })
    const recorded = await opened(history, family, heard, privacy)
    if (E.isLeft(recorded)) return recorded
    const touches = touchesOf(projection, recorded.right)
    if (E.isLeft(touches)) return touches
    const before = await rowsBefore(touches.right)
    return E.map((after: Rows) => ({ before, after }))(foldOver(projection, touches.right, before))
  }
}
