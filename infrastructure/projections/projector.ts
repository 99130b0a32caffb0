import type { Pool } from 'pg'
import type { RecordedEvent } from '../../application/ports/event-store.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { ClaimedCheckpoint, PoisonedEvent } from './checkpoints.ts'
import {
  type AnyProjection,
  decodeEvents,
  erasureRules,
  handledEvents,
  foldInto,
  type RowsByKey,
  touchedRows,
  type TouchedRows,
} from './fold.ts'
import type { Lease } from './leases.ts'
import { type LogPage, readLogPages } from './log-pages.ts'
import { type EncodedRows, encodeRows, loadRows, loadRowsByOwner, type RowStore } from './projection-table.ts'
import type { ReaderRuntime } from './reader-runtime.ts'
import { rejectedRows, tableWriter } from './table-writer.ts'

export type PageOutcome =
  | { readonly type: 'Moved' }
  /** Another process has claimed the checkpoint; nothing was written. */
  | { readonly type: 'Superseded' }
  /** Some rows cannot be stored and the event responsible is unknown: start again with `sequentially`. */
  | { readonly type: 'RowsRejected' }
  /** Everything before this event is stored. */
  | PoisonedEvent

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

export type TakePage = (page: LogPage) => Promise<PageOutcome>

/** Folds pages into a table as long as this process holds its checkpoint. */
export const projector = (
  runtime: ReaderRuntime,
  projection: AnyProjection,
  rowStore: RowStore,
  checkpoint: ClaimedCheckpoint,
  { maxGatheredRows = smallTableRows, maxCachedRows = 10_000, sequentially = false }: ProjectorOptions = {},
): TakePage => {
  const owners = erasureRules(projection)?.owners ?? []
  const store = cachedRowStore(runtime, rowStore, checkpoint, { remembered: maxCachedRows, owners })
  const fold = pageFold(runtime, projection)
  const gathered: RowsByKey = new Map()
  let gathering = checkpoint.stored === null && maxGatheredRows > 0 && !sequentially

  const beginPage = async (folded: E.Either<string, FoldedPage>, { events, more }: LogPage): Promise<WriteOutcome> => {
    const to = events.at(-1)?.position
    if (E.isLeft(folded) || to === undefined) return E.isLeft(folded) ? folded : E.right(true)
    return store.beginWrite(folded.right, to, !more)
  }

  /** Halves a page that fails until the failing event is alone. */
  const project = async (page: LogPage): Promise<PageOutcome> => {
    const { events, more } = page
    const begun = await beginPage(await fold.foldTouchedRows(events, store.load), page)
    const written = E.isLeft(begun) ? begun : await store.finishWrite()
    const [first] = events
    if (E.isRight(written) || first === undefined) return toOutcome(written)
    if (events.length === 1) return poisonedEvent(first, written.left)
    const middle = events.length >> 1
    const before = await project({ events: events.slice(0, middle), more: true })
    return before.type === 'Moved' ? project({ events: events.slice(middle), more }) : before
  }

  /** Like `project`, but folds while the previous page is being written. */
  const overlap = async (page: LogPage): Promise<PageOutcome> => {
    const folded = await fold.foldTouchedRows(page.events, store.load)
    const earlier = toOutcome(await store.finishWrite())
    if (earlier.type !== 'Moved') return earlier
    return E.isLeft(await beginPage(folded, page)) ? project(page) : earlier
  }

  const gather = async (page: LogPage): Promise<PageOutcome> => {
    const folded = await fold.foldAllRows(page.events, gathered)
    if (E.isLeft(folded)) return { type: 'RowsRejected' }
    checkpoint.readUpTo = page.events.at(-1)?.position ?? checkpoint.readUpTo
    if (page.more && gathered.size < maxGatheredRows) return { type: 'Moved' }
    gathering = false
    const all = { before: new Map(), after: gathered }
    const begun = checkpoint.readUpTo === null ? E.right(true) : await store.beginWrite(all, checkpoint.readUpTo, true)
    const written = toOutcome(E.isLeft(begun) ? begun : await store.finishWrite())
    gathered.clear()
    return written
  }

  return async (page) => {
    if (gathering) return gather(page)
    if (page.more && !sequentially) return overlap(page)
    const earlier = toOutcome(await store.finishWrite())
    return earlier.type === 'Moved' ? project(page) : earlier
  }
}

export const toOutcome = (written: WriteOutcome): PageOutcome =>
  E.isLeft(written) ? { type: 'RowsRejected' } : { type: written.right ? 'Moved' : 'Superseded' }

export const poisonedEvent = ({ id, type, position }: RecordedEvent, reason: string): PoisonedEvent => ({
  type: 'Poisoned',
  position,
  eventId: id,
  eventType: type,
  reason,
})

export interface LogFollower {
  readonly lease: Lease
  readonly checkpoint: ClaimedCheckpoint
  readonly take: (page: LogPage) => Promise<PageOutcome>
  /** Events per page while catching up. */
  readonly pageSize: number
  /** Called whenever everything available has been read; true ends the loop. */
  readonly caughtUp?: () => Promise<boolean>
}

/** Processes pages until the checkpoint is lost, an event is poisoned, `caughtUp` returns true or `signal` aborts. */
export const followLog = async (
  runtime: ReaderRuntime,
  follower: LogFollower,
  signal: AbortSignal,
): Promise<PageOutcome> => {
  const { lease, checkpoint, take, pageSize, caughtUp } = follower
  const until = AbortSignal.any([signal, lease.lost, checkpoint.superseded.signal])
  for await (const page of readLogPages(runtime.store, checkpoint.stored, pageSize, until)) {
    const outcome = await take(page)
    if (outcome.type !== 'Moved') return outcome
    if (!page.more && (await caughtUp?.())) return outcome
  }
  return { type: 'Superseded' }
}

export interface FoldedPage {
  readonly before: RowsByKey
  readonly after: RowsByKey
}

/** A left explains why an event can never be folded. */
export interface PageFold {
  /** Rows touched by a page, before and after it. */
  readonly foldTouchedRows: (
    events: readonly RecordedEvent[],
    rowsBefore: (touched: TouchedRows) => Promise<RowsByKey>,
  ) => Promise<E.Either<string, FoldedPage>>
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

  const decodeRelevant = async (
    events: readonly RecordedEvent[],
  ): Promise<E.Either<string, readonly EventEnvelope[]>> => {
    const relevant = events.filter(({ type }) => family.codecs.has(type))
    return relevant.length === 0 ? E.right([]) : decodeEvents(history, family, relevant, personalData)
  }

  return {
    foldTouchedRows: async (events, rowsBefore) => {
      const decoded = await decodeRelevant(events)
      if (E.isLeft(decoded)) return decoded
      if (decoded.right.length === 0) return E.right({ before: new Map(), after: new Map() })
      const touched = touchedRows(projection, decoded.right)
      if (E.isLeft(touched)) return touched
      const before = await rowsBefore(touched.right)
      return E.map((after: RowsByKey) => ({ before, after }))(foldInto(projection, decoded.right, new Map(before)))
    },
    foldAllRows: async (events, rows, changed) => {
      const decoded = await decodeRelevant(events)
      return E.isLeft(decoded) ? decoded : foldInto(projection, decoded.right, rows, changed)
    },
  }
}

/** False if another process has claimed the checkpoint; a left if the rows can never be stored. */
export type WriteOutcome = E.Either<string, boolean>

/** Rows of one table while this process holds its checkpoint. No other process changes them, so they can be cached. */
export interface CachedRowStore {
  /** Touched rows, including those being written, and rows of erased subjects. Missing rows are absent from the map. */
  readonly load: (touched: TouchedRows) => Promise<RowsByKey>
  /** Starts writing changed rows and the checkpoint. Call it only after the previous write has finished. */
  readonly beginWrite: (rows: FoldedPage, to: Position, notify: boolean) => Promise<WriteOutcome>
  /** Waits for the write. */
  readonly finishWrite: () => Promise<WriteOutcome>
}

const cachedRowStore = (
  { pool, checkpointBatcher, localProgress }: ReaderRuntime,
  rowStore: RowStore,
  checkpoint: ClaimedCheckpoint,
  { remembered, owners }: { readonly remembered: number; readonly owners: readonly string[] },
): CachedRowStore => {
  const write = tableWriter(pool, rowStore)
  const cache: RowsByKey = new Map()
  let writing: { readonly after: RowsByKey; readonly done: Promise<WriteOutcome> } | null = null
  const prepared = prepareOnce(pool, rowStore)

  const rowsOfErased = async (subjects: readonly string[]): Promise<RowsByKey> => {
    if (subjects.length === 0 || owners.length === 0) return new Map()
    await prepared()
    const stored = [...(await loadRowsByOwner(pool, rowStore, owners, subjects))]
    return new Map([...stored.map(([key, row]) => [key, cache.get(key) ?? row] as const), ...(writing?.after ?? [])])
  }

  return {
    load: async ({ keys, erased }) => {
      const rows = await rowsOfErased(erased)
      const missing: string[] = []
      for (const key of keys) {
        if (rows.has(key)) continue
        const row = writing?.after.get(key)
        const known = row === undefined ? cache.get(key) : row
        if (known === undefined) missing.push(key)
        else rows.set(key, known)
      }
      if (missing.length === 0) return rows
      await prepared()
      for (const [key, row] of await loadRows(pool, rowStore, missing)) rows.set(key, row)
      return rows
    },
    beginWrite: async ({ before, after }, to, notify) => {
      const writes = encodeRows(rowStore, after, before)
      if (E.isLeft(writes)) return writes
      if (isEmpty(writes.right)) {
        // others may wait for this position; the checkpoint is moved in the next batch
        checkpoint.readUpTo = to
        checkpointBatcher.defer(checkpoint)
        return E.right(true)
      }
      await checkpointBatcher.withdraw(checkpoint)
      const done = write(writes.right, checkpoint, to, notify).then((moved): WriteOutcome => {
        if (moved) addToCache(cache, after, remembered)
        if (moved) localProgress.recordMove(checkpoint, to)
        return E.right(moved)
      }, rejectedRows)
      done.catch(() => undefined)
      writing = { after, done }
      return E.right(true)
    },
    finishWrite: async () => {
      const outcome = await (writing?.done ?? E.right(true))
      writing = null
      return outcome
    },
  }
}

const prepareOnce = (pool: Pool, { prepare }: RowStore) => {
  let ready: Promise<unknown> | null = null
  return () => (ready ??= prepare === '' ? Promise.resolve() : pool.query(prepare))
}

const isEmpty = ({ columns, gone }: EncodedRows) => columns[0]?.length === 0 && gone.length === 0

const addToCache = (cache: RowsByKey, after: RowsByKey, maxRows: number) => {
  for (const [key, row] of after) {
    cache.delete(key)
    cache.set(key, row)
  }
  for (const key of cache.keys()) {
    if (cache.size <= maxRows) break
    cache.delete(key)
  }
}
