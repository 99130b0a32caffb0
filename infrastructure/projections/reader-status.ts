import type { EventStore } from '../../application/ports/event-store.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { AnyProjection } from './fold.ts'
import type { ReaderRuntime } from './reader-runtime.ts'

export interface StopReason {
  readonly position: Position
  readonly eventId: string
  readonly eventType: string
  readonly reason: string
}

export interface ReaderStatus {
  readonly name: string
  readonly position: Position | null
  /** Unread events, counted up to 1,000; null if the log is unavailable. */
  readonly lag: number | null
  /** `absent`: never started. `outdated`: the serving table has another version or shape than the code. */
  readonly state: 'running' | 'stopped' | 'absent' | 'outdated'
  readonly stopped: StopReason | null
}

export interface ProjectionStatus extends ReaderStatus {
  /** Version of the serving table; null if there is none. */
  readonly version: number | null
  readonly relation: string | null
  /** The table being filled, if any. */
  readonly rebuild: {
    readonly relation: string
    readonly position: Position | null
    readonly stopped: StopReason | null
  } | null
}

/** Progress, lag and failure of each projection. */
export const listProjections = async (
  { pool, store }: Pick<ReaderRuntime, 'pool' | 'store'>,
  projections: readonly AnyProjection[],
): Promise<readonly ProjectionStatus[]> => {
  const { rows } = await pool.query<CheckpointRow & { projection: string; version: number; build: string }>(
    `select b.projection, b.version, b.state as build, ${checkpointColumns}
     from ops.builds b join ops.checkpoints c on c.name = b.relation where b.state <> 'retired'`,
  )
  const servingOf = (name: string) => rows.find((row) => row.projection === name && row.build === 'serving')
  const lags = await measureLags(
    store,
    projections.map(({ name }) => servingOf(name)?.position ?? null),
  )
  return projections.map(({ name, version }) => {
    const serving = servingOf(name)
    const filling = rows.find((row) => row.projection === name && row.build === 'filling')
    const status = readerStatus(name, serving, lags)
    return {
      ...status,
      state: serving !== undefined && serving.version !== version ? 'outdated' : status.state,
      version: serving?.version ?? null,
      relation: serving?.name ?? null,
      rebuild: filling ? { relation: filling.name, position: filling.position, stopped: stopReason(filling) } : null,
    }
  })
}

export interface CheckpointRow {
  readonly name: string
  readonly position: Position | null
  readonly state: 'running' | 'stopped'
  readonly stopped_position: Position | null
  readonly stopped_event: string | null
  readonly stopped_type: string | null
  readonly reason: string | null
}

export const checkpointColumns = `c.name, c.position, c.state, c.stopped_position, c.stopped_event, c.stopped_type, c.reason`

export const readerStatus = (name: string, row: CheckpointRow | undefined, lags: Lags) => ({
  name,
  position: row?.position ?? null,
  lag: lags.get(row?.position ?? null) ?? null,
  state: row?.state ?? ('absent' as const),
  stopped: row ? stopReason(row) : null,
})

const stopReason = (row: CheckpointRow): StopReason | null =>
  row.state === 'running'
    ? null
    : {
        position: row.stopped_position ?? '',
        eventId: row.stopped_event ?? '',
        eventType: row.stopped_type ?? '',
        reason: row.reason ?? '',
      }

export type Lags = ReadonlyMap<Position | null, number>

/** Number of events after each of these positions, counted up to 1,000. */
export const measureLags = async (
  store: Pick<EventStore, 'readAll' | 'head'>,
  positions: readonly (Position | null)[],
): Promise<Lags> => {
  const head = await store.head()()
  const lags = new Map<Position | null, number>()
  for (const position of new Set(positions)) {
    if (E.isRight(head) && head.right === position) {
      lags.set(position, 0)
      continue
    }
    const unread = await store.readAll(position, 1_000)()
    if (E.isRight(unread)) lags.set(position, unread.right.length)
  }
  return lags
}
