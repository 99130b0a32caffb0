import type { EventStore, RecordedEvent } from '../../application/ports/event-store.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import { Instant } from '../../domain/kernel/primitives.ts'
import type { AnyProjection } from './fold.ts'
import { liveLeases } from './leases.ts'
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
  /** When the first unread event was recorded; null if there is none, or it is damaged. */
  readonly unreadSince: Instant | null
  /** Seconds since it last moved, by the database's clock; null if it never started. */
  readonly lastMoveSeconds: number | null
  /** Whether a process leads it at present. */
  readonly hasLeader: boolean
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

/**
 * Projections, policies and the tree over the log (`tree`) that have not read, or have set aside, an event up to this position
 * of the log in Postgres.
 */
export const readersBehind = async (
  pool: Pick<ReaderRuntime['pool'], 'query'>,
  position: number,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select c.name from ops.checkpoints c
     where (c.name like 'policy:%' or c.name = 'tree' or c.name in (select relation from ops.builds where state <> 'retired'))
       and (coalesce(c.position, '') < lpad($1, 20, '0')
         or exists (select from ops.set_aside s where s.reader = c.name and s.position <= lpad($1, 20, '0')))
     order by 1`,
    [String(position)],
  )
  return rows.map(({ name }) => name)
}

/** The state of some readers, apart from how far behind they are. */
export interface UnmeasuredReaders<Status> {
  readonly positions: readonly (Position | null)[]
  readonly withLags: (lags: Lags) => readonly Status[]
}

/** Progress, lag and failure of each projection. */
export const listProjections = async (
  { pool, store }: Pick<ReaderRuntime, 'pool' | 'store'>,
  projections: readonly AnyProjection[],
): Promise<readonly ProjectionStatus[]> => {
  const { positions, withLags } = await readProjections(pool, projections)
  return withLags(await measureLags(store, positions))
}

/** Like `listProjections`, without reading the log. */
export const readProjections = async (
  pool: Pick<ReaderRuntime['pool'], 'query'>,
  projections: readonly AnyProjection[],
): Promise<UnmeasuredReaders<ProjectionStatus>> => {
  const { rows } = await pool.query<CheckpointRow & { projection: string; version: number; build: string }>(
    `select b.projection, b.version, b.state as build, ${checkpointColumns(`'projection:' || b.projection`)}
     from ops.builds b join ops.checkpoints c on c.name = b.relation where b.state <> 'retired'`,
  )
  const servingOf = (name: string) => rows.find((row) => row.projection === name && row.build === 'serving')
  const statusOf = ({ name, version }: AnyProjection, lags: Lags): ProjectionStatus => {
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
  }
  return {
    positions: projections.map(({ name }) => servingOf(name)?.position ?? null),
    withLags: (lags) => projections.map((projection) => statusOf(projection, lags)),
  }
}

/** Progress of readers with one checkpoint each, without reading the log. */
export const readReaders = async (
  pool: Pick<ReaderRuntime['pool'], 'query'>,
  readers: readonly { readonly name: string; readonly checkpoint: string }[],
): Promise<UnmeasuredReaders<ReaderStatus>> => {
  const { rows } = await pool.query<CheckpointRow>(
    `select ${checkpointColumns('c.name')} from ops.checkpoints c where c.name = any($1)`,
    [readers.map(({ checkpoint }) => checkpoint)],
  )
  const found = readers.map(({ name, checkpoint }) => ({ name, row: rows.find((row) => row.name === checkpoint) }))
  return {
    positions: found.map(({ row }) => row?.position ?? null),
    withLags: (lags) => found.map(({ name, row }) => readerStatus(name, row, lags)),
  }
}

interface CheckpointRow {
  readonly name: string
  readonly position: Position | null
  readonly state: 'running' | 'stopped'
  readonly last_move: number
  readonly is_led: boolean
  readonly stopped_position: Position | null
  readonly stopped_event: string | null
  readonly stopped_type: string | null
  readonly reason: string | null
}

/** Columns of a checkpoint; `lease` is an expression for the name of its leader's lease. */
const checkpointColumns = (lease: string): string =>
  `c.name, c.position, c.state, c.stopped_position, c.stopped_event, c.stopped_type, c.reason,
   extract(epoch from clock_timestamp() - c.moved_at)::float8 as last_move, (${lease}) in (${liveLeases}) as is_led`

const readerStatus = (name: string, row: CheckpointRow | undefined, lags: Lags) => ({
  name,
  position: row?.position ?? null,
  lag: lags.get(row?.position ?? null)?.events ?? null,
  unreadSince: lags.get(row?.position ?? null)?.since ?? null,
  lastMoveSeconds: row?.last_move ?? null,
  hasLeader: row?.is_led ?? false,
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

export type Lags = ReadonlyMap<Position | null, Lag>

interface Lag {
  /** Counted up to 1,000. */
  readonly events: number
  /** When the first of them was recorded. */
  readonly since: Instant | null
}

const maxLag = 1_000

/** The events after each of these positions. Readers at almost the same position share what is read. */
export const measureLags = async (
  store: Pick<EventStore, 'readAll' | 'head'>,
  positions: readonly (Position | null)[],
): Promise<Lags> => {
  const head = await store.head()()
  const lags = new Map<Position | null, Lag>()
  if (E.isLeft(head)) return lags
  const ordered = [...new Set(positions)].toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))
  let unread: readonly RecordedEvent[] = []
  let hasMore = true
  for (const position of ordered) {
    if (head.right === position) {
      lags.set(position, { events: 0, since: null })
      continue
    }
    unread = unread.filter((event) => event.position > (position ?? ''))
    const missing = maxLag - unread.length
    if (hasMore && missing > 0) {
      const more = await store.readAll(unread.at(-1)?.position ?? position, missing)()
      if (E.isLeft(more)) break
      unread = [...unread, ...more.right]
      hasMore = more.right.length === missing
    }
    lags.set(position, { events: unread.length, since: recordedAt(unread[0]) })
  }
  return lags
}

/** Null if there is no event, or its metadata is damaged. */
const recordedAt = (event: RecordedEvent | undefined): Instant | null => {
  if (event === undefined) return null
  try {
    const { occurredAt } = JSON.parse(event.meta) as { readonly occurredAt?: unknown }
    return Instant.is(occurredAt) ? occurredAt : null
  } catch {
    return null
  }
}
