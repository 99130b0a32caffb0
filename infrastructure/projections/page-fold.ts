import type { RecordedEvent } from '../../application/ports/event-store.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import {
  type AnyProjection,
  decodeEvents,
  describeError,
  foldInto,
  handledEvents,
  type IsBlocked,
  rowKeys,
  type RowsByKey,
  touchedRows,
  type TouchedRows,
} from './fold.ts'
import { encodeRows, type RowSink } from './projection-table.ts'
import type { ReaderRuntime } from './reader-runtime.ts'
import {
  type BlockedRows,
  noSetAsideChanges,
  type SetAsideChanges,
  type SetAsideEvent,
  setAsideEvent,
  waitingEvents,
} from './set-aside.ts'

export interface FoldedPage {
  readonly before: RowsByKey
  readonly after: RowsByKey
  readonly setAside: SetAsideChanges
}

export const nothingFolded: FoldedPage = { before: new Map(), after: new Map(), setAside: noSetAsideChanges }

type LoadRows = (touched: TouchedRows) => Promise<RowsByKey>

/** An error string says why an event can never be folded. */
export interface PageFold {
  /** Rows touched by a page, before and after it. Events of blocked rows are set aside. */
  readonly foldTouchedRows: (
    events: readonly RecordedEvent[],
    rowsBefore: LoadRows,
    blocked: BlockedRows,
  ) => Promise<E.Either<string, FoldedPage>>
  /** Folds one event into one row. */
  readonly foldRow: (stored: RecordedEvent, key: string, rowsBefore: LoadRows) => Promise<E.Either<string, FoldedPage>>
  /** Keys of the rows an event touches. */
  readonly keysOf: (stored: RecordedEvent) => Promise<E.Either<string, readonly string[]>>
  /** Folds a page into the complete set of rows; changed rows are also added to `changed`. */
  readonly foldAllRows: (
    events: readonly RecordedEvent[],
    rows: RowsByKey,
    changed?: RowsByKey,
  ) => Promise<E.Either<string, RowsByKey>>
}

export const pageFold = ({ history }: Pick<ReaderRuntime, 'history'>, projection: AnyProjection): PageFold => {
  const family = handledEvents(projection)
  const personalData = Object.values(projection.columns).some(({ pii }) => pii) ? 'decrypted' : 'omitted'

  const decode = (events: readonly RecordedEvent[]) => decodeEvents(history, family, events, personalData)
  const foldDecoded = async (
    events: readonly EventEnvelope[],
    touched: TouchedRows,
    rowsBefore: LoadRows,
    { isBlocked, added }: { readonly isBlocked: IsBlocked; readonly added: readonly SetAsideEvent[] },
  ): Promise<E.Either<string, FoldedPage>> => {
    const before = await rowsBefore(touched)
    const folded = foldInto(projection, events, new Map(before), { isBlocked })
    return E.map((after: RowsByKey): FoldedPage => ({ before, after, setAside: { added, resolved: [] } }))(folded)
  }

  return {
    foldTouchedRows: async (events, rowsBefore, blocked) => {
      const decoded = await decode(events)
      if (E.isLeft(decoded)) return decoded
      if (decoded.right.length === 0) return E.right(nothingFolded)
      const touched = touchedRows(projection, decoded.right)
      if (E.isLeft(touched)) return touched
      const added = waitingEvents(projection, decoded.right, blocked)
      return foldDecoded(decoded.right, touched.right, rowsBefore, { isBlocked: isAmong(added), added })
    },
    foldRow: async (stored, key, rowsBefore) => {
      const decoded = await decode([stored])
      if (E.isLeft(decoded)) return decoded
      const touched = { keys: new Set([key]), erased: [] }
      return foldDecoded(decoded.right, touched, rowsBefore, { isBlocked: (_, other) => other !== key, added: [] })
    },
    keysOf: async (stored) => {
      const decoded = await decode([stored])
      return E.isLeft(decoded) ? decoded : E.tryCatch(() => decoded.right.flatMap(rowKeys(projection)), describeError)
    },
    foldAllRows: async (events, rows, changed) => {
      const decoded = await decode(events)
      return E.isLeft(decoded) ? decoded : foldInto(projection, decoded.right, rows, changed && { changed })
    },
  }
}

const isAmong = (waiting: readonly SetAsideEvent[]): IsBlocked => {
  if (waiting.length === 0) return () => false
  const rows = new Set(waiting.map(({ position, key }) => `${position} ${key}`))
  return ({ position }, key) => rows.has(`${position} ${key}`)
}

interface EventToSetAside {
  readonly stored: RecordedEvent
  readonly reason: string
  readonly blocked: BlockedRows
}

/**
 * Folds an event that failed into the rows it can be applied to, and sets it aside for the others (`storableRows`) or for
 * all its rows (`noRows`).
 */
export const foldFailedEvent = async (
  fold: PageFold,
  { stored, reason, blocked }: EventToSetAside,
  rowsBefore: LoadRows,
  sink: RowSink,
): Promise<{ readonly storableRows: FoldedPage; readonly noRows: FoldedPage }> => {
  const known = await fold.keysOf(stored)
  const keys = E.isLeft(known) || known.right.length === 0 ? [''] : known.right
  const setAsideFor = (key: string, why: string) =>
    setAsideEvent(stored, key, blocked.has(stored.stream, key) ? null : why)
  const foldAlone = async (key: string): Promise<E.Either<SetAsideEvent, FoldedPage>> => {
    if (key === '' || blocked.has(stored.stream, key)) return E.left(setAsideFor(key, reason))
    const folded = await fold.foldRow(stored, key, rowsBefore)
    if (E.isLeft(folded)) return E.left(setAsideFor(key, folded.left))
    const storable = encodeRows(sink, folded.right.after, null)
    return E.isLeft(storable) ? E.left(setAsideFor(key, storable.left)) : folded
  }
  const pages: FoldedPage[] = []
  const added: SetAsideEvent[] = []
  for (const key of keys) {
    const outcome = await foldAlone(key)
    if (E.isRight(outcome)) pages.push(outcome.right)
    else added.push(outcome.left)
  }
  const noRows = { ...nothingFolded, setAside: { added: keys.map((key) => setAsideFor(key, reason)), resolved: [] } }
  if (added.length === 0) return { storableRows: noRows, noRows }
  const before = new Map(pages.flatMap((page) => [...page.before]))
  const after = new Map(pages.flatMap((page) => [...page.after]))
  return { storableRows: { before, after, setAside: { added, resolved: [] } }, noRows }
}
