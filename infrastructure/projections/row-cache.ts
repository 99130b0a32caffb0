import type { Pool } from 'pg'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { AcquiredCheckpoint } from './checkpoints.ts'
import type { RowsByKey, TouchedRows } from './fold.ts'
import type { FoldedPage } from './page-fold.ts'
import { type EncodedRows, encodeRows, loadRows, loadRowsByOwner, type RowStore } from './projection-table.ts'
import type { ReaderRuntime } from './reader-runtime.ts'
import { hasChanges } from './set-aside.ts'
import { rejectedRows, tableWriter, type WriteRows } from './table-writer.ts'

/** False if another process has acquired the checkpoint; a left if the rows can never be stored. */
export type WriteOutcome = E.Either<string, boolean>

/** Rows of one table while this process holds its checkpoint. No other process changes them, so they can be cached. */
export interface CachedRowStore {
  /** Touched rows, including those being written, and rows of erased subjects. Missing rows are absent from the map. */
  readonly load: (touched: TouchedRows) => Promise<RowsByKey>
  /** Starts writing changed rows and the checkpoint; `announces` tells waiting processes. Call it only after the previous write has finished. */
  readonly beginWrite: (rows: FoldedPage, to: Position, announces: boolean) => Promise<WriteOutcome>
  /** Waits for the write. */
  readonly finishWrite: () => Promise<WriteOutcome>
}

/** Writes and waits. */
export const writeThrough =
  ({ beginWrite, finishWrite }: CachedRowStore): CachedRowStore['beginWrite'] =>
  async (...page) => {
    const begun = await beginWrite(...page)
    return E.isLeft(begun) ? begun : finishWrite()
  }

export const cachedRowStore = (
  runtime: ReaderRuntime,
  rowStore: RowStore,
  checkpoint: AcquiredCheckpoint,
  { remembered, owners }: { readonly remembered: number; readonly owners: readonly string[] },
): CachedRowStore => {
  const { pool, checkpointBatcher, localProgress } = runtime
  const write = sharedOrOwnStatement(runtime, rowStore)
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
    beginWrite: async ({ before, after, setAside }, to, announces) => {
      const writes = encodeRows(rowStore, after, before)
      if (E.isLeft(writes)) return writes
      if (isEmpty(writes.right) && !hasChanges(setAside)) {
        // others may wait for this position; the checkpoint is moved in the next batch
        checkpoint.readUpTo = to
        checkpointBatcher.defer(checkpoint)
        return E.right(true)
      }
      await checkpointBatcher.withdraw(checkpoint)
      const done = write(writes.right, checkpoint, { to, setAside }).then((moved): WriteOutcome => {
        if (moved) addToCache(cache, after, remembered)
        if (moved) localProgress.recordMove(checkpoint, to)
        if (moved && announces) checkpointBatcher.announce(checkpoint, to)
        return E.right(moved)
      }, rejectedRows)
      done.catch(() => undefined)
      checkpoint.blocked.add(setAside.added)
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

/** Rows that are written together with those of other tables, at most; more would make the others wait. */
const maxSharedRows = 500

/** Writes together with other tables where possible. */
const sharedOrOwnStatement = (runtime: ReaderRuntime, rowStore: RowStore): WriteRows => {
  const writeAlone = tableWriter(runtime, rowStore)
  const { relation } = rowStore
  if (relation === undefined) return writeAlone
  const table = { ...rowStore, relation }
  return async (rows, checkpoint, { to, setAside }) => {
    const isShared = rowCount(rows) <= maxSharedRows && (setAside === undefined || !hasChanges(setAside))
    if (isShared && (await runtime.checkpointBatcher.write({ table, rows, checkpoint, to }))) return true
    return writeAlone(rows, checkpoint, { to, setAside })
  }
}

const prepareOnce = (pool: Pool, { prepare }: RowStore) => {
  let ready: Promise<unknown> | null = null
  return () => (ready ??= prepare === '' ? Promise.resolve() : pool.query(prepare))
}

const rowCount = ({ columns, gone }: EncodedRows) => (columns[0]?.length ?? 0) + gone.length
const isEmpty = (rows: EncodedRows) => rowCount(rows) === 0

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
