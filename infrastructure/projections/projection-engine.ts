import type { Migrations } from '../postgres/postgres.ts'
import { dropUnusedBuilds, servingStatus } from './builds.ts'
import { acquireCheckpoint, type AcquiredCheckpoint } from './checkpoints.ts'
import { type AnyProjection, containsErasure } from './fold.ts'
import type { ProjectionTable } from './projection-table.ts'
import { followLog, projector, type ProcessPage } from './projector.ts'
import {
  type ReaderRuntime,
  type DelayMs,
  restartOnRetryRequest,
  runAsLeader,
  type RunReader,
  stopAtFailedEvent,
} from './reader-runtime.ts'
import { defaultPageSize, type ProjectionRunOptions, rebuildProjection } from './rebuild.ts'
import { retryProjection } from './retry-set-aside.ts'

export {
  checkpointMove,
  acquireCheckpoint,
  type AcquiredCheckpoint,
  firstExtraParameter,
  maxPayload,
  onlyIfMoved,
} from './checkpoints.ts'
export { explainRow, type RowExplanation } from './explain-row.ts'
export {
  type AnyProjection,
  decodeEvents,
  describeError,
  describeUnreadable,
  erasureRules,
  handledEvents,
  foldInMemory,
  foldInto,
  type ProjectionRow,
  type RowsByKey,
} from './fold.ts'
export { loadRows, projectionTable } from './projection-table.ts'
export { projectionWaiter } from './projection-waiter.ts'
export { awaitReadModels, batchReads, readAfter, readModelsIn } from './read-after.ts'
export { followLog, type PageOutcome, failedEvent, type ProcessPage } from './projector.ts'
export {
  restartOnRetryRequest,
  pause,
  type ReaderFailure,
  type ReaderRuntime,
  reportSetAside,
  runAsLeader,
  type StallWatch,
  startReaderRuntime,
  stopAtFailedEvent,
} from './reader-runtime.ts'
export { retrySetAside, type SetAsideRetry } from './retry-set-aside.ts'
export {
  countSetAside,
  hasChanges,
  listSetAside,
  noSetAsideChanges,
  requestRetry,
  type SetAsideChanges,
  type SetAsideCount,
  type SetAsideEvent,
  setAsideEvent,
} from './set-aside.ts'
export {
  listProjections,
  measureLags,
  type ProjectionStatus,
  readReaders,
  type ReaderStatus,
  readersBehind,
  readProjections,
  type UnmeasuredReaders,
} from './reader-status.ts'
export { type ProjectionRunOptions, rebuildProjection } from './rebuild.ts'
export { checkTable, type TableCheck } from './table-check.ts'

export const projectionsMigrations: Migrations = {
  module: 'projections',
  folder: new URL('migrations/', import.meta.url),
}

/**
 * Keeps `read.<name>` up to date until `signal` aborts. Any number of processes may run it; one leads and others take
 * over. Rebuilds first if the serving table has an older version or a different shape.
 */
export const runProjection = async (
  runtime: ReaderRuntime,
  projection: AnyProjection,
  signal: AbortSignal,
  options: ProjectionRunOptions = {},
): Promise<void> => {
  const { pool, retryMs } = runtime
  let sequentially = options.sequentially ?? false
  let current: AcquiredCheckpoint | null = null
  const stopListening = restartOnRetryRequest(runtime, () => current)
  const rebuild = async (until: AbortSignal, more: { readonly onlyIfOutdated?: true }): Promise<DelayMs> => {
    const rebuilt = await rebuildProjection(runtime, projection, until, { ...options, ...more })
    return rebuilt.type === 'EventFailed' ? retryMs : 0
  }
  const projectTable = async (
    table: ProjectionTable,
    ...[lease, until, watch]: Parameters<RunReader>
  ): Promise<DelayMs> => {
    const checkpoint = await acquireCheckpoint(pool, table.relation, lease)
    if (checkpoint === null) return 100
    current = checkpoint
    const retried = await retryProjection(runtime, projection, table, checkpoint)
    if (retried === 'Superseded') return 0
    if (retried === 'RebuildNeeded') return rebuild(until, {})
    const isNew = checkpoint.stored === null
    const givePermitBack = isNew ? await runtime.fillingPermits.acquire(until) : () => undefined
    const project = projector(runtime, projection, table, checkpoint, { ...options, sequentially })
    const processPage: ProcessPage = async (page) => {
      const outcome = await project(page)
      if (!page.more) givePermitBack()
      if (containsErasure(page)) await dropUnusedBuilds(pool, projection)
      return outcome
    }
    const { pageSize = defaultPageSize } = options
    const outcome = await followLog(runtime, { lease, checkpoint, processPage, pageSize, watch }, until).finally(() => {
      givePermitBack()
      runtime.localProgress.forget(table.relation)
    })
    if (outcome.type === 'RowsRejected') sequentially = true
    return outcome.type === 'EventFailed' ? stopAtFailedEvent(runtime, checkpoint, outcome) : 0
  }

  await runAsLeader(runtime, `projection:${projection.name}`, signal, async (...leading) => {
    const [, until] = leading
    const status = await servingStatus(pool, projection)
    if (status.type === 'Current') {
      await dropUnusedBuilds(pool, projection)
      return projectTable(status.table, ...leading)
    }
    return status.type === 'Ahead' ? retryMs : rebuild(until, { onlyIfOutdated: true })
  }).finally(stopListening)
}
