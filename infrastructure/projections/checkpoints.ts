import type { Position } from '../../domain/kernel/event-envelope.ts'
import { statementName } from '../postgres/postgres.ts'
import type { Lease } from './leases.ts'
import type { Queryable } from './projection-table.ts'
import {
  type BlockedRows,
  blockedRows,
  hasChanges,
  loadBlockedRows,
  noSetAsideChanges,
  type SetAsideChanges,
  setAsideParameters,
  writeSetAside,
} from './set-aside.ts'

/**
 * Channel that announces progress of tables: lines of `<relation> <position>`; an empty payload after any other change,
 * such as a swap of tables or a stopped reader.
 */
export const progressChannel = 'garbo_progress'

/** Positions by relation; null after a change other than progress. */
export const announcedProgress = (payload: string): ReadonlyMap<string, Position> | null => {
  const lines = payload === '' ? [] : payload.split('\n').map((line) => line.split(' '))
  const positions = lines.flatMap(([relation, position]) =>
    relation === undefined || position === undefined ? [] : [[relation, position] as const],
  )
  return positions.length === 0 ? null : new Map(positions)
}

/** A checkpoint acquired by its leader. */
export interface AcquiredCheckpoint {
  readonly name: string
  readonly fence: string
  /** The position stored in the checkpoint. */
  stored: Position | null
  /** Events up to here have been read; those between `stored` and `readUpTo` change nothing. */
  readUpTo: Position | null
  /** Rows and streams with events set aside. */
  blocked: BlockedRows
  /** Aborts when another process has moved or acquired the checkpoint, or the reader must restart. */
  readonly stop: AbortController
}

/** An event that a reader cannot apply, and why; contains no personal data. */
export interface FailedEvent {
  readonly type: 'EventFailed'
  readonly position: Position
  readonly eventId: string
  readonly eventType: string
  readonly reason: string
}

/** Fence of a retired table: no process can lead it again, even one that was about to when it was replaced. */
export const retiredFence = -1

/** Acquires the checkpoint with the lease's fence; null if the lease was lost or the table is retired or missing. */
export const acquireCheckpoint = async (
  db: Queryable,
  name: string,
  lease: Lease,
): Promise<AcquiredCheckpoint | null> => {
  const { rows } = await db.query<{ position: string | null; blocked: boolean }>(
    `update ops.checkpoints c set fence = l.fence from ops.leases l
     where c.name = $1 and l.name = $2 and l.holder = $3 and l.fence = $4 and c.fence <> $5
     returning c.position, exists (select from ops.set_aside s where s.reader = c.name) as blocked`,
    [name, lease.name, lease.holder, lease.fence, retiredFence],
  )
  const row = rows[0]
  if (row === undefined) return null
  const { position } = row
  const blocked = row.blocked ? await loadBlockedRows(db, name) : blockedRows([])
  return { name, fence: lease.fence, stored: position, readUpTo: position, blocked, stop: new AbortController() }
}

const runningState = `moved_at = now(), state = 'running', stopped_position = null, stopped_event = null, stopped_type = null,
  reason = null`

/** Does not wait for the disk: a checkpoint can only be lost with its rows or messages, which are redone from the log. */
export const asyncCommit = `set_config('synchronous_commit', 'off', true)`

/** First parameter number available to `parts`. */
export const firstExtraParameter = 5

export interface CheckpointMove {
  readonly to: Position
  /** The parameters of `parts`. */
  readonly values: readonly unknown[]
  readonly setAside?: SetAsideChanges | undefined
}

/**
 * A statement that moves the checkpoint, executes `parts` (of a `with` clause, with this number of parameters) and writes
 * events set aside, all only if it moved, and notifies `notifyChannel`. It is atomic and takes one round trip, so a paused
 * process cannot hold its lock.
 */
export const checkpointMove = (parts: string, parameters: number, notifyChannel: string | null = null) => {
  const moveOnly = moveStatement(parts, notifyChannel)
  const firstOfSetAside = firstExtraParameter + parameters
  const withSetAside = moveStatement(`${parts}, ${writeSetAside(firstOfSetAside, onlyIfMoved)}`, notifyChannel)

  /** Resolves to false if the checkpoint was acquired by another process; nothing was written then. */
  return async (
    db: Queryable,
    { name, stored, fence }: AcquiredCheckpoint,
    { to, values, setAside = noSetAsideChanges }: CheckpointMove,
  ) => {
    const isSettingAside = hasChanges(setAside)
    const { rows } = await db.query<{ moved: number }>({
      ...(isSettingAside ? withSetAside : moveOnly),
      values: [to, name, stored, fence, ...values, ...(isSettingAside ? setAsideParameters(setAside) : [])],
    })
    return rows[0]?.moved === 1
  }
}

const moveStatement = (parts: string, notifyChannel: string | null) => {
  const notification = notifyChannel === null ? '' : `(select count(pg_notify('${notifyChannel}', '')) from moved),`
  const text = `with moved as (
      update ops.checkpoints set position = $1, ${runningState}
      where name = $2 and position is not distinct from $3 and fence = $4 returning name
    ), ${parts}
    select (select count(*) from moved)::int as moved, ${notification} ${asyncCommit}`
  return { name: statementName(text), text }
}

/** Condition for `parts`: true if the checkpoint moved. */
export const onlyIfMoved = 'exists (select from moved)'

export const stopCheckpoint = async (
  db: Queryable,
  checkpoint: AcquiredCheckpoint,
  failed: FailedEvent,
): Promise<void> => {
  const { position, eventId, eventType, reason } = failed
  await db.query(
    `with stopped as (
       update ops.checkpoints set state = 'stopped', stopped_position = $3, stopped_event = $4, stopped_type = $5,
         reason = $6
       where name = $1 and fence = $2 returning name
     ) select pg_notify('${progressChannel}', '') from stopped`,
    [checkpoint.name, checkpoint.fence, position, eventId, eventType, reason],
  )
}

/** Longest payload of a notification, in bytes; Postgres allows 8,000. */
export const maxPayload = 7_900

/** Checkpoints to move and positions to announce. */
export interface CheckpointMoves {
  readonly moves: readonly { readonly checkpoint: AcquiredCheckpoint; readonly readUpTo: Position }[]
  /** By relation: each table shows everything up to its position. */
  readonly announced: ReadonlyMap<string, Position>
}

/** Moves the checkpoints in the arrays `names`, `stored`, `read_up_to` and `fences`. */
export const moveMany = (arrays: readonly string[]): string => `update ops.checkpoints c
    set position = m.read_up_to, ${runningState}
    from unnest(${arrays.join(', ')}) m (name, stored, read_up_to, fence)
    where c.name = m.name and c.position is not distinct from m.stored and c.fence = m.fence`

/** Notifies waiting processes of the lines in an expression, if there are any. */
export const announce = (lines: string): string =>
  `pg_notify('${progressChannel}', case when length(${lines}) <= ${maxPayload} then ${lines} else '' end)`

const moveManySql = `with moved as (
    ${moveMany(['$1::text[]', '$2::text[]', '$3::text[]', '$4::bigint[]'])} returning c.name
  )
  select (select coalesce(array_agg(name), '{}') from moved) as names, ${asyncCommit},
    (select ${announce('$5::text')} where $5::text <> '')`
const moveStatementOfMany = { name: statementName(moveManySql), text: moveManySql }

/** Moves many checkpoints past events that change nothing, and announces positions; resolves to the names that moved. */
export const moveCheckpoints = async (db: Queryable, moves: CheckpointMoves): Promise<ReadonlySet<string>> => {
  const values = moveParameters(moves)
  const { rows } = await db.query<{ names: readonly string[] }>({ ...moveStatementOfMany, values })
  return new Set(rows[0]?.names)
}

/** Names, stored positions, new positions and fences of the checkpoints; lines to announce. */
export const moveParameters = ({ moves, announced }: CheckpointMoves): (string | (string | null)[])[] => [
  moves.map(({ checkpoint }) => checkpoint.name),
  moves.map(({ checkpoint }) => checkpoint.stored),
  moves.map(({ readUpTo }) => readUpTo),
  moves.map(({ checkpoint }) => checkpoint.fence),
  [...announced].map(([relation, position]) => `${relation} ${position}`).join('\n'),
]
