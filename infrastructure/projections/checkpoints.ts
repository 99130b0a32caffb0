import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { Lease } from './leases.ts'
import { type Queryable, statementName } from './projection-table.ts'

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
  readonly superseded: AbortController
}

/** Why a reader stands still; holds no personal data. */
export interface PoisonedEvent {
  readonly type: 'Poisoned'
  readonly position: Position
  readonly eventId: string
  readonly eventType: string
  readonly reason: string
}

/** The fence of what serves no more: nobody leads there again, not even who was on the way while something else took over. */
export const retiredFence = -1

/** Makes the checkpoint ours as long as the lease is; null when it is not any more, or there is none that serves. */
export const claimCheckpoint = async (db: Queryable, name: string, lease: Lease): Promise<Cursor | null> => {
  const { rows } = await db.query<{ position: string | null }>(
    `update ops.checkpoints c set fence = l.fence from ops.leases l
     where c.name = $1 and l.name = $2 and l.holder = $3 and l.fence = $4 and c.fence <> $5
     returning c.position`,
    [name, lease.name, lease.holder, lease.fence, retiredFence],
  )
  const found = rows[0]
  if (found === undefined) return null
  const { position } = found
  return { name, fence: lease.fence, stored: position, seen: position, superseded: new AbortController() }
}

const runningState = `moved_at = now(), state = 'running', stopped_position = null, stopped_event = null, stopped_type = null,
  reason = null`

/** No wait for the disk: rows and checkpoint are lost together, if ever, and read from the log again. */
const asyncCommit = `set_config('synchronous_commit', 'off', true)`

/** The first parameter a part of a move may use. */
export const firstExtraParameter = 6

/**
 * A statement that moves a checkpoint as its first act and does `parts` (of a `with`) only if it moved: all of it
 * happens once or not at all, in one round trip, and no paused process can hold its lock.
 */
export const checkpointMove = (parts: string, channel = progressChannel) => {
  const text = `with moved as (
      update ops.checkpoints set position = $1, ${runningState}
      where name = $2 and position is not distinct from $3 and fence = $4 returning name
    )${parts === '' ? '' : `, ${parts}`}
    select (select count(*) from moved)::int as moved, (select count(pg_notify('${channel}', '')) from moved where $5),
      ${asyncCommit}`
  const name = statementName(text)

  /** False: the checkpoint is not ours any more, nothing was done. */
  return async (db: Queryable, cursor: Cursor, to: Position, notify: boolean, values: readonly unknown[]) => {
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

export const stopCheckpoint = async (db: Queryable, cursor: Cursor, poison: PoisonedEvent): Promise<void> => {
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

const moveManySql = `with moved as (
    update ops.checkpoints c set position = m.seen, ${runningState}
    from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) m (name, stored, seen, fence)
    where c.name = m.name and c.position is not distinct from m.stored and c.fence = m.fence returning c.name
  ) select name, (select pg_notify('${progressChannel}', '')), ${asyncCommit} from moved`

/** Moves many checkpoints over events that change nothing; answers the names of those that were ours. */
export const moveCheckpoints = async (
  db: Queryable,
  moves: readonly { readonly cursor: Cursor; readonly seen: Position }[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await db.query<{ name: string }>(moveManySql, [
    moves.map(({ cursor }) => cursor.name),
    moves.map(({ cursor }) => cursor.stored),
    moves.map(({ seen }) => seen),
    moves.map(({ cursor }) => cursor.fence),
  ])
  return new Set(rows.map(({ name }) => name))
}

/**
 * Most events change nothing for most readers. Their checkpoints follow a little later, all of a process in one
 * statement, so that those who wait for a position are released and an append does not cost a write for each reader.
 */
export interface CheckpointBatcher {
  readonly defer: (cursor: Cursor) => void
  /** Takes a cursor back; from then on its `stored` is what the checkpoint says. */
  readonly withdraw: (cursor: Cursor) => Promise<void>
  readonly close: () => Promise<void>
}

const batchDelayMs = 20

export const checkpointBatcher = (
  db: Queryable,
  here?: Pick<LocalProgress, 'recordMove' | 'recordSkipped'>,
): CheckpointBatcher => {
  const waiting = new Set<Cursor>()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()
  let sent: ReadonlySet<Cursor> = new Set()

  const flush = async () => {
    const moves = [...waiting].flatMap((cursor) => (cursor.seen === null ? [] : [{ cursor, seen: cursor.seen }]))
    waiting.clear()
    sent = new Set(moves.map(({ cursor }) => cursor))
    if (moves.length === 0) return
    const moved = await moveCheckpoints(db, moves).catch((): ReadonlySet<string> => new Set())
    for (const { cursor, seen } of moves)
      if (moved.has(cursor.name)) {
        cursor.stored = seen
        here?.recordMove(cursor, seen)
      } else cursor.superseded.abort()
    sent = new Set()
  }

  return {
    defer: (cursor) => {
      waiting.add(cursor)
      if (cursor.seen !== null) here?.recordSkipped(cursor, cursor.seen)
      timer ??= setTimeout(() => {
        timer = undefined
        flushing = flushing.then(flush)
      }, batchDelayMs)
    },
    withdraw: (cursor) => {
      waiting.delete(cursor)
      return sent.has(cursor) ? flushing : Promise.resolve()
    },
    close: async () => {
      clearTimeout(timer)
      await flushing.then(flush)
    },
  }
}

/**
 * How far the tables this process keeps have got, for those of the same process who wait for it: they need not ask the
 * database, nor wait for a checkpoint that follows a little later.
 */
export interface LocalProgress {
  /** The database took a move of this checkpoint: it says what we think it says, and the table shows all up to there. */
  readonly recordMove: (cursor: Cursor, to: Position) => void
  /** Up to there nothing changes for the table. Not believed of a checkpoint whose last move was forgotten. */
  readonly recordSkipped: (cursor: Cursor, to: Position) => void
  /** Up to where a table shows everything; null when only the database can tell. */
  readonly shownUpTo: (relation: string) => Position | null
  /** The database may have lost what it had not yet put on disk, or others lead: of one table, or of all. */
  readonly forget: (relation?: string) => void
  /** Called, once a turn at most, after something was shown or forgotten. */
  readonly onChange: (heard: () => void) => void
}

export const localProgress = (): LocalProgress => {
  const shown = new Map<string, { readonly cursor: Cursor; readonly to: Position }>()
  const listeners: (() => void)[] = []
  let telling = false
  const tell = () => {
    if (telling || listeners.length === 0) return
    telling = true
    setImmediate(() => {
      telling = false
      for (const heard of listeners) heard()
    })
  }
  const show = (cursor: Cursor, to: Position) => {
    const before = shown.get(cursor.name)
    if (before?.cursor === cursor && before.to >= to) return
    shown.set(cursor.name, { cursor, to })
    tell()
  }
  return {
    recordMove: show,
    recordSkipped: (cursor, to) => {
      if (shown.get(cursor.name)?.cursor === cursor) show(cursor, to)
    },
    shownUpTo: (relation) => shown.get(relation)?.to ?? null,
    forget: (relation) => {
      if (relation === undefined) shown.clear()
      else shown.delete(relation)
      tell()
    },
    onChange: (heard) => void listeners.push(heard),
  }
}
