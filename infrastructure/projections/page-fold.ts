import type { RecordedEvent } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import type { AnyProjection } from './any-projection.ts'
import { heardBy } from './erasing.ts'
import { foldInto, touchedBy, type Rows, type Touched } from './fold.ts'
import { opened } from './opened.ts'
import type { Reading } from './reading.ts'

export interface Folded {
  readonly before: Rows
  readonly after: Rows
}

/** A left says why an event of the page can never be taken. */
export interface PageFold {
  /** The rows a page of the log touches, before and after it. */
  readonly over: (
    events: readonly RecordedEvent[],
    rowsBefore: (touched: Touched) => Promise<Rows>,
  ) => Promise<E.Either<string, Folded>>
  /** Folds a page into all the rows there are; what it changes also stands in `changed` then. */
  readonly into: (events: readonly RecordedEvent[], rows: Rows, changed?: Rows) => Promise<E.Either<string, Rows>>
}

export const pageFold = ({ history }: Pick<Reading, 'history'>, projection: AnyProjection): PageFold => {
  const family = heardBy(projection)
  const privacy = Object.values(projection.columns).some(({ pii }) => pii) ? 'open' : 'blank'

  const heardIn = async (events: readonly RecordedEvent[]): Promise<E.Either<string, readonly Recorded[]>> => {
    const heard = events.filter(({ type }) => family.codecs.has(type))
    return heard.length === 0 ? E.right([]) : opened(history, family, heard, privacy)
  }

  return {
    over: async (events, rowsBefore) => {
      const heard = await heardIn(events)
      if (E.isLeft(heard)) return heard
      if (heard.right.length === 0) return E.right({ before: new Map(), after: new Map() })
      const touched = touchedBy(projection, heard.right)
      if (E.isLeft(touched)) return touched
      const before = await rowsBefore(touched.right)
      return E.map((after: Rows) => ({ before, after }))(foldInto(projection, heard.right, new Map(before)))
    },
    into: async (events, rows, changed) => {
      const heard = await heardIn(events)
      return E.isLeft(heard) ? heard : foldInto(projection, heard.right, rows, changed)
    },
  }
}
