import type { RecordedEvent } from '../../application/ports/event-store.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { type AnyProjection, rowKeys } from './fold.ts'
import type { Queryable } from './projection-table.ts'

/** Channel that asks leaders to apply events set aside again. */
export const retryChannel = 'garbo_set_aside'

/** An event that a reader has parked instead of applying it to a row, so that it can continue with other rows. */
export interface SetAsideEvent {
  readonly position: Position
  /** Key of the row; empty if the event could not be read, and for policies. */
  readonly key: string
  readonly stream: string
  readonly version: number
  readonly eventId: string
  readonly eventType: string
  /** Why it could not be applied; null if it waits behind an earlier event of its row or stream. */
  readonly reason: string | null
}

export const setAsideEvent = (
  { position, stream, version, id, type }: Pick<RecordedEvent, 'position' | 'stream' | 'version' | 'id' | 'type'>,
  key: string,
  reason: string | null,
): SetAsideEvent => ({ position, key, stream, version, eventId: id, eventType: type, reason })

/** Changes to the events set aside, written together with rows and checkpoint. */
export interface SetAsideChanges {
  readonly added: readonly SetAsideEvent[]
  /** Applied after all. */
  readonly resolved: readonly Pick<SetAsideEvent, 'position' | 'key'>[]
}

export const noSetAsideChanges: SetAsideChanges = { added: [], resolved: [] }

/**
 * Parts of a `with` clause that write the changes of the reader `$2` if `condition` holds; two parameters from `first`.
 */
export const writeSetAside = (first: number, condition: string): string => `set_aside as (
    insert into ops.set_aside (reader, position, key, stream, version, event_id, event_type, reason)
    select $2, a.* from json_to_recordset($${first}::json) as a (position text, key text, stream text,
      version int, "eventId" text, "eventType" text, reason text)
    where ${condition}
    on conflict (reader, position, md5(key)) do update set reason = excluded.reason
  ), applied as (
    delete from ops.set_aside s using json_to_recordset($${first + 1}::json) as a (position text, key text)
    where s.reader = $2 and s.position = a.position and s.key = a.key and ${condition}
  )`

export const setAsideParameters = ({ added, resolved }: SetAsideChanges): readonly string[] => [
  JSON.stringify(added),
  JSON.stringify(resolved.map(({ position, key }) => ({ position, key }))),
]

export const hasChanges = ({ added, resolved }: SetAsideChanges): boolean => added.length + resolved.length > 0

/** A reader stops instead of setting aside more events that failed: then its code is at fault, not the events. */
const maxSetAside = 1_000

/** Rows and streams of one reader that lack an event, and whose later events therefore wait. */
export interface BlockedRows {
  readonly isEmpty: () => boolean
  /** Whether as many events have failed as may be set aside. */
  readonly isFull: () => boolean
  /** Whether events of this stream must wait before they are applied to this row. */
  readonly has: (stream: string, key: string) => boolean
  readonly add: (events: readonly SetAsideEvent[]) => void
}

export const blockedRows = (events: readonly SetAsideEvent[]): BlockedRows => {
  const keys = new Set<string>()
  const streams = new Set<string>()
  let failed = 0
  const add = (more: readonly SetAsideEvent[]) => {
    for (const { key, stream, reason } of more) {
      if (key === '') streams.add(stream)
      else keys.add(key)
      if (reason !== null) failed++
    }
  }
  add(events)
  return {
    isEmpty: () => keys.size + streams.size === 0,
    isFull: () => failed >= maxSetAside,
    has: (stream, key) => streams.has(stream) || keys.has(key),
    add,
  }
}

/** The events of a page that must wait, by row: their row or stream lacks an earlier event. */
export const waitingEvents = (
  projection: AnyProjection,
  events: readonly EventEnvelope[],
  blocked: BlockedRows,
): readonly SetAsideEvent[] => {
  if (blocked.isEmpty()) return []
  const keysOf = rowKeys(projection)
  const keys = new Set<string>()
  return events.flatMap((recorded) => {
    const { event, stream } = recorded
    const waiting = keysOf(recorded).filter((key) => keys.has(key) || blocked.has(stream, key))
    for (const key of waiting) keys.add(key)
    return waiting.map((key) => setAsideEvent({ ...recorded, type: event.type }, key, null))
  })
}

const setAsideColumns = `position, key, stream, version, event_id as "eventId", event_type as "eventType", reason`

/** What blocks the rows of a reader: the first event set aside of each row and stream. */
export const loadBlockedRows = async (db: Queryable, reader: string): Promise<BlockedRows> => {
  const { rows } = await db.query<SetAsideEvent>(
    `select distinct on (key, case when key = '' then stream end) ${setAsideColumns} from ops.set_aside
     where reader = $1 order by key, case when key = '' then stream end, position`,
    [reader],
  )
  return blockedRows(rows)
}

/** Events a reader has set aside after one of them, in order. */
export const loadSetAside = async (
  db: Queryable,
  reader: string,
  after: Pick<SetAsideEvent, 'position' | 'key'>,
  limit: number,
): Promise<readonly SetAsideEvent[]> => {
  const { rows } = await db.query<SetAsideEvent>(
    `select ${setAsideColumns} from ops.set_aside
     where reader = $1 and (position, key) > ($2, $3) order by position, key limit $4`,
    [reader, after.position, after.key, limit],
  )
  return rows
}

export interface SetAsideCount {
  readonly reader: string
  /** Events that could not be applied. */
  readonly failed: number
  /** Later events of the same rows. */
  readonly waiting: number
}

/** Events set aside by readers in use; those of retired tables are not counted. */
export const countSetAside = async (db: Queryable): Promise<readonly SetAsideCount[]> => {
  const { rows } = await db.query<SetAsideCount>(
    `select reader, (count(*) filter (where reason is not null))::int as failed,
       (count(*) filter (where reason is null))::int as waiting
     from ops.set_aside where reader in (select name from ops.checkpoints) group by reader order by reader`,
  )
  return rows
}

/** The first events that could not be applied, oldest first. */
export const listSetAside = async (
  db: Queryable,
  limit: number,
): Promise<readonly (SetAsideEvent & { readonly reader: string; readonly setAsideAt: string })[]> => {
  const { rows } = await db.query<SetAsideEvent & { readonly reader: string; readonly setAsideAt: string }>(
    `select reader, ${setAsideColumns}, set_aside_at::text as "setAsideAt" from ops.set_aside
     where reason is not null order by set_aside_at, reader, position, key limit $1`,
    [limit],
  )
  return rows
}

/** Asks all leaders to apply again what they have set aside. */
export const requestRetry = (db: Queryable): Promise<unknown> => db.query(`notify ${retryChannel}`)
