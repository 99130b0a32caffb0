import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import { onOwnConnection } from '../postgres/postgres.ts'
import { createRebuildTable, rebuildLeaseName, servingStatus } from './builds.ts'
import { checkpointBatcher } from './checkpoint-batcher.ts'
import {
  acquireCheckpoint,
  type AcquiredCheckpoint,
  type FailedEvent,
  progressChannel,
  retiredFence,
} from './checkpoints.ts'
import type { AnyProjection, RowsByKey } from './fold.ts'
import type { Lease } from './leases.ts'
import { localProgress } from './local-progress.ts'
import { pageFold } from './page-fold.ts'
import { encodeRows, type ProjectionTable, type StagingTable } from './projection-table.ts'
import {
  followLog,
  type PageOutcome,
  projector,
  type ProjectorOptions,
  smallTableRows,
  type ProcessPage,
  toOutcome,
} from './projector.ts'
import { type ReaderRuntime, stopAtFailedEvent } from './reader-runtime.ts'
import type { WriteOutcome } from './row-cache.ts'
import { rejectedRows, tableWriter, transaction, type WriteRows } from './table-writer.ts'

export type RebuildResult =
  | { readonly type: 'Serving'; readonly relation: string }
  /** Nothing to do: another process rebuilt it first, or a later version serves. */
  | { readonly type: 'Current' }
  /** `signal` aborted or the lease was lost; the old table keeps serving. */
  | { readonly type: 'Abandoned' }
  /** The fold cannot process an event; the old table keeps serving. */
  | FailedEvent

export interface ProjectionRunOptions extends ProjectorOptions {
  /** Events per page while catching up; each page is one transaction. */
  readonly pageSize?: number
  /** Pauses after each page for six times its duration, to limit the impact on other work. */
  readonly gently?: boolean
}

export const defaultPageSize = 1_000
/** For a rebuild without pauses. Each page blocks the event loop, but also costs a round trip to Postgres. */
const largePageSize = 3_000

/**
 * Fills a new table from the start of the log and swaps it in once it has caught up. The old table serves until then,
 * and keeps serving if the rebuild is interrupted.
 */
export const rebuildProjection = async (
  runtime: ReaderRuntime,
  projection: AnyProjection,
  signal: AbortSignal,
  { onlyIfOutdated = false, ...options }: ProjectionRunOptions & { readonly onlyIfOutdated?: boolean } = {},
): Promise<RebuildResult> => {
  const lease = await runtime.leases.hold(rebuildLeaseName(projection), signal)
  if (lease === null) return { type: 'Abandoned' }
  // a separate batcher: a statement shared with the serving table would wait for the lock held by the swap
  const batcher = checkpointBatcher(runtime.pool)
  // nobody waits for a table that is not serving
  const progress = localProgress()
  const givePermitBack = await runtime.fillingPermits.acquire(AbortSignal.any([signal, lease.lost]))
  try {
    const status = await servingStatus(runtime.pool, projection)
    if (onlyIfOutdated && status.type !== 'Outdated') return { type: 'Current' }
    const fillOnce = (more: ProjectionRunOptions) =>
      fillNewTable({ ...runtime, checkpointBatcher: batcher, localProgress: progress }, projection, lease, signal, more)
    const filled = await fillOnce(options)
    return toRebuildResult(filled.type === 'RowsRejected' ? await fillOnce({ ...options, sequentially: true }) : filled)
  } finally {
    givePermitBack()
    await batcher.close()
    await runtime.leases.release(lease)
  }
}

type FillOutcome = { readonly type: 'Serving'; readonly relation: string } | PageOutcome

const toRebuildResult = (filled: FillOutcome): RebuildResult =>
  filled.type === 'Serving' || filled.type === 'EventFailed' ? filled : { type: 'Abandoned' }

const fillNewTable = async (
  runtime: ReaderRuntime,
  projection: AnyProjection,
  lease: Lease,
  signal: AbortSignal,
  { gently = false, pageSize = gently ? defaultPageSize : largePageSize, ...overrides }: ProjectionRunOptions,
): Promise<FillOutcome> => {
  const table = await createRebuildTable(runtime.pool, projection)
  const checkpoint = await acquireCheckpoint(runtime.pool, table.relation, lease)
  if (checkpoint === null) return { type: 'Superseded' }
  const options = { maxCachedRows: smallTableRows, ...overrides }
  if (!options.sequentially) await runtime.pool.query(table.staging.create)
  const fill = (options.sequentially ? projector : tableFiller)(runtime, projection, table, checkpoint, options)
  const swap: { by: SwapOutcome | null } = { by: null }
  const caughtUp = async () => {
    await prepareToServe(runtime, table, options)
    const processRest = projector(runtime, projection, table, checkpoint, { ...options, maxGatheredRows: 0 })
    do swap.by = await swapTables(runtime, projection, table, checkpoint, processRest)
    while (swap.by.type === 'Busy' && !signal.aborted && (await pause(100, true)))
    return true
  }
  const processPage = gently ? throttle(fill) : fill
  const outcome = await followLog(runtime, { lease, checkpoint, processPage, pageSize, caughtUp }, signal)
  const last = swap.by ?? outcome
  if (last.type === 'Serving') return { type: 'Serving', relation: table.relation }
  if (last.type === 'EventFailed') await stopAtFailedEvent(runtime, checkpoint, last)
  return last.type === 'Busy' ? { type: 'Superseded' } : last
}

/** Ratio of pause to work: a rebuild could otherwise occupy a whole core. */
const pauseToWorkRatio = 6

const throttle =
  (processPage: ProcessPage): ProcessPage =>
  async (page) => {
    const from = performance.now()
    const outcome = await processPage(page)
    if (page.more) await pause(pauseToWorkRatio * (performance.now() - from))
    return outcome
  }

/** Creates indexes after the rows, which is cheaper, before anyone reads the table. */
const prepareToServe = async (
  { pool }: ReaderRuntime,
  { relation, index, staging }: ProjectionTable,
  { sequentially }: ProjectionRunOptions,
) => {
  if (!sequentially) await promoteStaging(pool, staging)
  await onOwnConnection(pool, async (client) => {
    if (index !== '') await client.query(index)
    await client.query(`analyze read.${relation}`)
  })
}

/** One transaction. */
const promoteStaging = (pool: Pool, { promote }: StagingTable) =>
  onOwnConnection(pool, (client) => client.query(`begin; set local work_mem = '64MB'; ${promote}; commit`))

/**
 * Fills an empty table. Rows stay in memory while they are few and are written to the table at the end; changes are
 * staged in the meantime. Beyond the limit, touched rows are loaded from the staging table.
 */
const tableFiller = (
  runtime: ReaderRuntime,
  projection: AnyProjection,
  { staging }: ProjectionTable,
  checkpoint: AcquiredCheckpoint,
  { maxGatheredRows = smallTableRows, maxCachedRows = smallTableRows }: ProjectorOptions,
): ProcessPage => {
  const [writeStaging, writeTable] = [tableWriter(runtime, staging), tableWriter(runtime, staging.table)]
  const fold = pageFold(runtime, projection)
  const rows: RowsByKey = new Map()
  /** Rows changed since the last write; initially all of them. */
  let changed = rows
  let writing: Promise<WriteOutcome> = Promise.resolve(E.right(true))
  let readUpTo: Position | null = null
  let overflow: ProcessPage | null = null

  const writeRows = async (write: WriteRows, all: RowsByKey, to: Position): Promise<PageOutcome> => {
    const writes = encodeRows(staging, all, all === rows ? new Map() : null)
    const earlier = toOutcome(await writing)
    if (earlier.type !== 'Moved') return earlier
    if (E.isLeft(writes)) return { type: 'RowsRejected' }
    writing = write(writes.right, checkpoint, { to }).then(E.right, rejectedRows)
    writing.catch(() => undefined)
    changed = new Map()
    return earlier
  }

  /** Clears staging rows after an in-memory rebuild: rows deleted in memory would otherwise reappear. */
  const writeAll: WriteRows = async (...all) => {
    await runtime.pool.query(staging.clear)
    return writeTable(...all)
  }

  return async (page) => {
    if (overflow) return overflow(page)
    if (E.isLeft(await fold.foldAllRows(page.events, rows, changed))) return { type: 'RowsRejected' }
    readUpTo = page.events.at(-1)?.position ?? readUpTo
    if (page.more && changed.size < maxGatheredRows) return { type: 'Moved' }
    const [write, all] = page.more ? [writeStaging, changed] : [writeAll, rows]
    if (readUpTo !== null && all.size > 0) {
      const outcome = await writeRows(write, all, readUpTo)
      if (outcome.type !== 'Moved') return outcome
    }
    if (page.more && rows.size <= maxCachedRows) return { type: 'Moved' }
    const outcome = toOutcome(await writing)
    checkpoint.readUpTo = readUpTo
    rows.clear()
    if (page.more) overflow = projector(runtime, projection, staging, checkpoint, { maxGatheredRows: 0, maxCachedRows })
    return outcome
  }
}

export type SwapOutcome =
  { readonly type: 'Serving' } | { readonly type: 'Busy' } | Exclude<PageOutcome, { type: 'Moved' }>

/** Limits how long a swap may block queries and the leader of the serving table. */
const swapTimeouts = `set local lock_timeout = '200ms'; set local idle_in_transaction_session_timeout = '1s'`
const busySqlStates = new Set(['55P03', '25P03', '40P01', '57P01'])

/**
 * Swaps a filled table in. The serving table is locked while the new one reads up to its position, so that no query
 * sees an older state than before.
 */
const swapTables = async (
  { pool, store, checkpointBatcher }: ReaderRuntime,
  { name }: AnyProjection,
  table: ProjectionTable,
  checkpoint: AcquiredCheckpoint,
  processPage: ProcessPage,
): Promise<SwapOutcome> => {
  let swapped: SwapOutcome = { type: 'Serving' }
  const leave = (why: SwapOutcome) => {
    swapped = why
    return false
  }
  const work = async (db: Parameters<Parameters<typeof transaction>[1]>[0]) => {
    await db.query(swapTimeouts)
    const { rows } = await db.query<{ relation: string; position: string | null }>(
      `select b.relation, c.position from ops.builds b join ops.checkpoints c on c.name = b.relation
       where b.projection = $1 and b.state = 'serving' for update`,
      [name],
    )
    const serving = rows[0]
    while ((checkpoint.readUpTo ?? '') < (serving?.position ?? '')) {
      const page = await store.readAll(checkpoint.readUpTo, 500)()
      if (E.isLeft(page)) return leave({ type: 'Busy' })
      const outcome = await processPage({ events: page.right, more: false })
      if (outcome.type !== 'Moved') return leave(outcome)
    }
    await checkpointBatcher.withdraw(checkpoint)
    const { rowCount } = await db.query(
      `update ops.checkpoints set position = $1, fence = 0
       where name = $2 and position is not distinct from $3 and fence = $4`,
      [checkpoint.readUpTo, checkpoint.name, checkpoint.stored, checkpoint.fence],
    )
    if (rowCount !== 1) return leave({ type: 'Superseded' })
    await db.query(`update ops.checkpoints set fence = $1 where name = $2`, [retiredFence, serving?.relation])
    await db.query(`update ops.builds set state = 'retired' where relation = $1`, [serving?.relation])
    await db.query(`update ops.builds set state = 'serving' where relation = $1`, [table.relation])
    await db.query(table.createView)
    await db.query(`select pg_notify('${progressChannel}', '')`)
    return true
  }
  try {
    await transaction(pool, work)
    return swapped
  } catch (error) {
    if (busySqlStates.has(String((error as { readonly code?: unknown }).code))) return { type: 'Busy' }
    throw error
  }
}
