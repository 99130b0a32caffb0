import type { RecordedEvent } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { AcquiredCheckpoint, FailedEvent } from './checkpoints.ts'
import { type AnyProjection, containsErasure, erasureRules, type RowsByKey } from './fold.ts'
import type { Lease } from './leases.ts'
import { type LogPage, readLogPages } from './log-pages.ts'
import { type FoldedPage, foldFailedEvent, nothingFolded, pageFold, type PageFold } from './page-fold.ts'
import type { RowStore } from './projection-table.ts'
import { type ReaderRuntime, reportSetAside, type StallWatch } from './reader-runtime.ts'
import { cachedRowStore, type CachedRowStore, type WriteOutcome, writeThrough } from './row-cache.ts'

export type PageOutcome =
  | { readonly type: 'Moved' }
  /** Another process has acquired the checkpoint; nothing was written. */
  | { readonly type: 'Superseded' }
  /** Some rows cannot be stored and the event responsible is unknown: start again with `sequentially`. */
  | { readonly type: 'RowsRejected' }
  /** Everything before this event is stored, and it cannot be set aside. */
  | FailedEvent

export interface ProjectorOptions {
  /** A new table is folded in memory up to this many rows before the first write. */
  readonly maxGatheredRows?: number
  /** Rows cached between pages. */
  readonly maxCachedRows?: number
  /** Waits for each page to be written before the next is folded. */
  readonly sequentially?: boolean
}

/** A table of this size can be kept in memory. */
export const smallTableRows = 100_000

export type ProcessPage = (page: LogPage) => Promise<PageOutcome>

/** Folds pages into a table as long as this process holds its checkpoint. */
export const projector = (
  runtime: ReaderRuntime,
  projection: AnyProjection,
  rowStore: RowStore,
  checkpoint: AcquiredCheckpoint,
  { maxGatheredRows = smallTableRows, maxCachedRows = 10_000, sequentially = false }: ProjectorOptions = {},
): ProcessPage => {
  const owners = erasureRules(projection)?.owners ?? []
  const store = cachedRowStore(runtime, rowStore, checkpoint, { remembered: maxCachedRows, owners })
  const fold = pageFold(runtime, projection)
  const isNew = checkpoint.stored === null && !sequentially
  let gather = isNew && maxGatheredRows > 0 ? tableGatherer(fold, store, checkpoint, maxGatheredRows) : null

  const writePage = async (
    folded: E.Either<string, FoldedPage>,
    { events, more }: LogPage,
    write = writeThrough(store),
  ): Promise<WriteOutcome> => {
    const to = events.at(-1)?.position
    if (E.isLeft(folded) || to === undefined) return E.isLeft(folded) ? folded : E.right(true)
    return write(folded.right, to, !more)
  }

  /** Halves a page that fails until the failing event is alone. */
  const project = async (page: LogPage): Promise<PageOutcome> => {
    const { events, more } = page
    const written = await writePage(await fold.foldTouchedRows(events, store.load, checkpoint.blocked), page)
    const [first] = events
    if (E.isRight(written) || first === undefined) return toOutcome(written)
    if (events.length === 1) return setAside(first, page, written.left)
    const middle = events.length >> 1
    const before = await project({ events: events.slice(0, middle), more: true })
    return before.type === 'Moved' ? project({ events: events.slice(middle), more }) : before
  }

  /** @rule Q-119 sets an event aside for the rows it cannot be applied to; the projection goes on */
  const setAside = async (stored: RecordedEvent, page: LogPage, reason: string): Promise<PageOutcome> => {
    if (mustStopAt(projection, checkpoint, page)) return failedEvent(stored, reason)
    const failed = { stored, reason, blocked: checkpoint.blocked }
    const { storableRows, noRows } = await foldFailedEvent(fold, failed, store.load, rowStore)
    const written = await writePage(E.right(storableRows), page)
    const outcome = toOutcome(E.isLeft(written) ? await writePage(E.right(noRows), page) : written)
    if (outcome.type === 'Moved') reportSetAside(runtime, checkpoint, failedEvent(stored, reason))
    return outcome
  }

  /** Like `project`, but folds while the previous page is being written. */
  const overlap = async (page: LogPage): Promise<PageOutcome> => {
    const folded = await fold.foldTouchedRows(page.events, store.load, checkpoint.blocked)
    const earlier = toOutcome(await store.finishWrite())
    if (earlier.type !== 'Moved') return earlier
    return E.isLeft(await writePage(folded, page, store.beginWrite)) ? project(page) : earlier
  }

  return async (page) => {
    if (gather !== null) {
      const { outcome, isDone } = await gather(page)
      if (isDone) gather = null
      return outcome
    }
    if (page.more && !sequentially) return overlap(page)
    const earlier = toOutcome(await store.finishWrite())
    return earlier.type === 'Moved' ? project(page) : earlier
  }
}

/** Folds a new table in memory until everything has been read or it has `maxRows`, and then writes it. */
const tableGatherer = (fold: PageFold, store: CachedRowStore, checkpoint: AcquiredCheckpoint, maxRows: number) => {
  const rows: RowsByKey = new Map()
  return async (page: LogPage): Promise<{ readonly outcome: PageOutcome; readonly isDone: boolean }> => {
    if (E.isLeft(await fold.foldAllRows(page.events, rows))) return { outcome: { type: 'RowsRejected' }, isDone: false }
    checkpoint.readUpTo = page.events.at(-1)?.position ?? checkpoint.readUpTo
    if (page.more && rows.size < maxRows) return { outcome: { type: 'Moved' }, isDone: false }
    const all = { ...nothingFolded, after: rows }
    const { readUpTo } = checkpoint
    const outcome = toOutcome(readUpTo === null ? E.right(true) : await writeThrough(store)(all, readUpTo, true))
    rows.clear()
    return { outcome, isDone: true }
  }
}

/** Whether an event must not be set aside. */
const mustStopAt = (projection: AnyProjection, { blocked }: AcquiredCheckpoint, page: LogPage): boolean =>
  projection.onFailedEvent === 'stop' ||
  blocked.isFull() ||
  (erasureRules(projection) !== null && containsErasure(page))

export const toOutcome = (written: WriteOutcome): PageOutcome =>
  E.isLeft(written) ? { type: 'RowsRejected' } : { type: written.right ? 'Moved' : 'Superseded' }

export const failedEvent = ({ id, type, position }: RecordedEvent, reason: string): FailedEvent => ({
  type: 'EventFailed',
  position,
  eventId: id,
  eventType: type,
  reason,
})

export interface LogFollower {
  readonly lease: Lease
  readonly checkpoint: AcquiredCheckpoint
  readonly processPage: (page: LogPage) => Promise<PageOutcome>
  /** Events per page while catching up. */
  readonly pageSize: number
  /** Called whenever everything available has been read; true ends the loop. */
  readonly caughtUp?: () => Promise<boolean>
  /** Records progress; none for a rebuild, which no other process takes over. */
  readonly watch?: StallWatch
}

/** Processes pages until the checkpoint is lost, an event fails, `caughtUp` returns true or `signal` aborts. */
export const followLog = async (
  runtime: ReaderRuntime,
  follower: LogFollower,
  signal: AbortSignal,
): Promise<PageOutcome> => {
  const { lease, checkpoint, processPage, pageSize, caughtUp, watch } = follower
  const until = AbortSignal.any([signal, lease.lost, checkpoint.stop.signal])
  for await (const page of readLogPages(runtime.store, checkpoint.stored, pageSize, until)) {
    watch?.busy()
    const outcome = await processPage(page)
    if (outcome.type !== 'Moved') return outcome
    if (page.more) watch?.busy()
    else watch?.idle()
    if (!page.more && (await caughtUp?.())) return outcome
  }
  return { type: 'Superseded' }
}
