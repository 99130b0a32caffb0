import type { Position } from '../../domain/kernel/recorded.ts'
import type { Lease } from './leases.ts'
import type { Database } from './rows.ts'
import { statementName } from './table.ts'

/** Heard by whoever waits for a reader to get somewhere. */
export const progressChannel = 'garbo_progress'

/** A checkpoint in the hands of its leader. */
export interface Cursor {
  readonly name: string
  readonly fence: string
  /** What the checkpoint says. */
  stored: Position | null
  /** How far the log has been read; beyond `stored` lies only what changes nothing. */
  seen: Position | null
  /** Aborts once somebody else has moved or claimed the checkpoint. */
  readonly outrun: AbortController
}

/** Why a reader stands still; holds no personal data. */
export interface Poison {
  readonly type: 'Poisoned'
  readonly position: Position
  readonly eventId: string
  readonly eventType: string
  readonly reason: string
}

/** The fence of what serves no more: nobody leads there again, not even who was on the way while something else took over. */
export const retired = -1

/** Makes the checkpoint ours as long as the lease is; null when it is not any more, or there is none that serves. */
export const claim = async (db: Database, name: string, lease: Lease): Promise<Cursor | null> => {
  const { rows } = await db.query<{ position: string | null }>(
    `update ops.checkpoints c set fence = l.fence from ops.leases l
     where c.name = $1 and l.name = $2 and l.holder = $3 and l.fence = $4 and c.fence <> $5
     returning c.position`,
    [name, lease.name, lease.holder, lease.fence, retired],
  )
  const found = rows[0]
  if (found === undefined) return null
  const { position } = found
  return { name, fence: lease.fence, stored: position, seen: position, outrun: new AbortController() }
}

const running = `moved_at = now(), state = 'running', stopped_position = null, stopped_event = null, stopped_type = null,
  reason = null`

/** No wait for the disk: rows and checkpoint are lost together, if ever, and read from the log again. */
const unhurried = `set_config('synchronous_commit', 'off', true)`

/** The first parameter a part of a move may use. */
export const firstOfPart = 6

/**
 * A statement that moves a checkpoint as its first act and does `parts` (of a `with`) only if it moved: all of it
 * happens once or not at all, in one round trip, and no paused process can hold its lock.
 */
export const moveWith = (parts: string, channel = progressChannel) => {
  const text = `with moved as (
      update ops.checkpoints set position = $1, ${running}
      where name = $2 and position is not distinct from $3 and fence = $4 returning name
    )${parts === '' ? '' : `, ${parts}`}
    select (select count(*) from moved)::int as moved, (select count(pg_notify('${channel}', '')) from moved where $5),
      ${unhurried}`
  const name = statementName(text)

  /** False: the checkpoint is not ours any more, nothing was done. */
  return async (db: Database, cursor: Cursor, to: Position, notify: boolean, values: readonly unknown[]) => {
    const { rows } = await db.query<{ moved: number }>({
      name,
      text,
      values: [to, cursor.name, cursor.stored, cursor.fence, notify, ...values],
    })
    return rows[0]?.moved === 1
  }
}

/** Holds `moveWith` true inside a part. */
export const onlyIfMoved = 'exists (select from moved)'

export const stop = async (db: Database, cursor: Cursor, poison: Poison): Promise<void> => {
  const { position, eventId, eventType, reason } = poison
  await db.query(
    `with stopped as (
       update ops.checkpoints set state = 'stopped', stopped_position = $3, stopped_event = $4, stopped_type = $5,
         reason = $6
       where name = $1 and fence = $2 returning name
     ) select pg_notify('${progressChannel}', '') from stopped`,
    [cursor.name, cursor.fence, position, eventId, eventType, reason],
  )
}

const moveMany = `with moved as (
    update ops.checkpoints c set position = m.seen, ${running}
    from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) m (name, stored, seen, fence)
    where c.name = m.name and c.position is not distinct from m.stored and c.fence = m.fence returning c.name
  ) select name, (select pg_notify('${progressChannel}', '')), ${unhurried} from moved`

/** Moves many checkpoints over events that change nothing; answers the names of those that were ours. */
export const moveOver = async (
  db: Database,
  moves: readonly { readonly cursor: Cursor; readonly seen: Position }[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await db.query<{ name: string }>(moveMany, [
    moves.map(({ cursor }) => cursor.name),
    moves.map(({ cursor }) => cursor.stored),
    moves.map(({ seen }) => seen),
    moves.map(({ cursor }) => cursor.fence),
  ])
  return new Set(rows.map(({ name }) => name))
}
