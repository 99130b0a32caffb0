import type { EventStore, RecordedEvent } from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { AcquiredCheckpoint } from './checkpoints.ts'
import type { AnyProjection } from './fold.ts'
import { type FoldedPage, nothingFolded, pageFold } from './page-fold.ts'
import type { RowStore } from './projection-table.ts'
import type { ReaderFailure, ReaderRuntime } from './reader-runtime.ts'
import { cachedRowStore, type WriteOutcome, writeThrough } from './row-cache.ts'
import { blockedRows, loadSetAside, type SetAsideEvent } from './set-aside.ts'

const batchSize = 500
const maxCachedRows = 1_000

/** What became of an event that was applied again: the reason for which it stays set aside, or the outcome. */
export type RetryOutcome = 'Applied' | 'Superseded' | 'RebuildNeeded' | { readonly reason: string | null }

export interface SetAsideRetry {
  readonly apply: (event: SetAsideEvent, stored: RecordedEvent) => Promise<RetryOutcome>
  /** Records why the event stays set aside. */
  readonly keep: (event: SetAsideEvent, reason: string) => Promise<RetryOutcome>
}

/**
 * Applies the events a reader has set aside again, in order; those that fail stay, with the events behind them, and so do
 * those that the log does not contain. Ends early if the checkpoint was lost or the table must be rebuilt.
 */
export const retrySetAside = async (
  { pool, store, report }: Pick<ReaderRuntime, 'pool' | 'store' | 'report'>,
  checkpoint: AcquiredCheckpoint,
  { apply, keep }: SetAsideRetry,
): Promise<'Done' | 'Superseded' | 'RebuildNeeded'> => {
  if (checkpoint.blocked.isEmpty()) return 'Done'
  const blocked = blockedRows([])
  let last: Pick<SetAsideEvent, 'position' | 'key'> = { position: '', key: '' }
  for (;;) {
    const batch = await loadSetAside(pool, checkpoint.name, last, batchSize)
    if (batch.length === 0) break
    const storedAt = await readStored(store, batch)
    for (const event of batch) {
      last = event
      const stored = storedAt.get(event.position)
      if (stored === undefined) report(missingEvent(checkpoint, event))
      const outcome: RetryOutcome =
        stored === undefined
          ? await keep(event, missing)
          : blocked.has(event.stream, event.key)
            ? { reason: null }
            : await apply(event, stored)
      if (outcome === 'Superseded' || outcome === 'RebuildNeeded') return outcome
      if (outcome !== 'Applied') blocked.add([{ ...event, reason: outcome.reason }])
    }
  }
  checkpoint.blocked = blocked
  return 'Done'
}

const missing = 'the event is missing from the log'

const missingEvent = ({ name }: AcquiredCheckpoint, { position, stream }: SetAsideEvent): ReaderFailure => ({
  reader: name,
  type: 'SetAside',
  reason: `${missing}: ${position} of ${stream}`,
})

/** Events set aside, by position. Reads each stream once. */
const readStored = async (
  store: Pick<EventStore, 'read'>,
  events: readonly SetAsideEvent[],
): Promise<ReadonlyMap<string, RecordedEvent>> => {
  const found = new Map<string, RecordedEvent>()
  const firstVersions = new Map<string, number>()
  for (const { stream, version } of events)
    firstVersions.set(stream, Math.min(version, firstVersions.get(stream) ?? version))
  for (const [stream, from] of firstVersions) {
    const recorded = await store.read(stream, from)()
    if (E.isLeft(recorded)) throw new Error(`the event log is unavailable: ${recorded.left.type}`)
    for (const one of recorded.right) found.set(one.position, one)
  }
  return found
}

/**
 * Applies events that a projection has set aside. An event that could not be read may belong to any row, so that later
 * events of that row may have been applied: the table then has to be rebuilt.
 */
export const retryProjection = (
  runtime: ReaderRuntime,
  projection: AnyProjection,
  rowStore: RowStore,
  checkpoint: AcquiredCheckpoint,
): ReturnType<typeof retrySetAside> => {
  const store = cachedRowStore(runtime, rowStore, checkpoint, { remembered: maxCachedRows, owners: [] })
  const fold = pageFold(runtime, projection)
  const write = async (page: FoldedPage): Promise<WriteOutcome> =>
    checkpoint.stored === null ? E.right(false) : writeThrough(store)(page, checkpoint.stored, true)
  const keep = async (event: SetAsideEvent, reason: string): Promise<RetryOutcome> => {
    if (event.reason === reason || checkpoint.stored === null) return { reason }
    const written = await write({ ...nothingFolded, setAside: { added: [{ ...event, reason }], resolved: [] } })
    return E.isRight(written) && !written.right ? 'Superseded' : { reason }
  }
  const apply: SetAsideRetry['apply'] = async (event, stored) => {
    if (event.key === '') {
      const keys = await fold.keysOf(stored)
      return E.isLeft(keys) ? keep(event, keys.left) : 'RebuildNeeded'
    }
    const folded = await fold.foldRow(stored, event.key, store.load)
    const written = E.isLeft(folded)
      ? folded
      : await write({ ...folded.right, setAside: { added: [], resolved: [event] } })
    if (E.isLeft(written)) return keep(event, written.left)
    return written.right ? 'Applied' : 'Superseded'
  }
  return retrySetAside(runtime, checkpoint, { apply, keep })
}
