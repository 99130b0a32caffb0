import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { EventStore, EventStoreFailure, RecordedEvent } from '../../../application/ports/event-store.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'
import type { Position } from '../../../domain/kernel/recorded.ts'
import { isNameless } from '../malformed.ts'
import { eventTypes } from './event-types.ts'
import { unavailable } from './failures.ts'
import { headsSeen } from './heads.ts'
import { commitLane } from './lane.ts'
import { placeOf, positionOf } from './position.ts'
import { inTime, queryOn } from './query.ts'
import { isBrokenLog, reader, type Reader } from './read.ts'
import { session } from './session.ts'
import { tailer, type Tailer } from './tailer.ts'

export interface PostgresEventStoreOptions {
  /** For reading; it stays the caller's. Its schema is brought about by `eventStoreMigrations`. */
  readonly pool: Pool
  /** For the connection that writes and, while somebody subscribes, the one that listens. Not through a pooling proxy. */
  readonly connectionString: string
  /** Milliseconds between looks at the log while notifications are silent: from, to. */
  readonly polls?: readonly [number, number]
}

/** The log in the Postgres schema `log`; positions count from 1 without gaps, in commit order. */
export const postgresEventStore = (options: PostgresEventStoreOptions): EventStore => {
  const { pool, connectionString } = options
  const closing = new AbortController()
  const read = inTime(queryOn(pool))
  const types = eventTypes()
  const heads = headsSeen()
  const log = reader(read, types, heads)
  const forget = () => {
    heads.forget()
    types.forget()
  }
  const writer = session(connectionString, forget)
  const lane = commitLane({ write: writer, read, types, heads, forget })
  const tail = tailer(log, options)

  const whileOpen =
    <A>(ask: () => Promise<A>): TE.TaskEither<EventStoreFailure, A> =>
    async () => {
      if (closing.signal.aborted) return closed
      try {
        return E.right(await ask())
      } catch (cause) {
        return E.left(unavailable(cause))
      }
    }

  return {
    read: (stream, from = 1) => whileOpen(() => (isNameless(stream) ? Promise.resolve([]) : log.stream(stream, from))),
    append: (stream, expected, events) => () =>
      closing.signal.aborted ? Promise.resolve(closed) : lane.append(stream, expected, events)(),
    readAll: (after, limit) => whileOpen(() => log.after(placeOf(after), limit)),
    subscribe: (after, signal) => pages(log, tail, after, AbortSignal.any([signal, closing.signal])),
    head: () => whileOpen(async () => lastOf(await log.head())),
    close: async () => {
      closing.abort()
      await lane.drained()
      await Promise.all([writer.close(), tail.close()])
    },
  }
}

const closed = E.left(unavailable(new Error('the event store is closed')))
const lastOf = (place: number): Position | null => (place === 0 ? null : positionOf(place))

const pageSize = 1_000
const afterFailure = 200

async function* pages(log: Reader, tail: Tailer, after: Position | null, signal: AbortSignal) {
  if (signal.aborted) return
  const leave = tail.follow()
  const read = (from: number) => patiently(() => log.after(from, pageSize), signal)
  let ahead: Promise<readonly RecordedEvent[]> | null = null
  try {
    for (let from = placeOf(after); !signal.aborted;) {
      const seen = tail.arrivals.rings()
      const page: readonly RecordedEvent[] = tail.after(from, pageSize) ?? (await (ahead ?? read(from)))
      from += page.length
      // While one page is being taken the next one is on its way, unless the end is near; it sets out at the next turn.
      ahead = page.length === pageSize && tail.after(from, 1) === null ? read(from) : null
      ahead?.catch(() => undefined)
      if (ahead) await turn()
      if (signal.aborted) return
      if (page.length > 0) yield page
      else await tail.arrivals.since(seen, signal)
    }
  } finally {
    leave()
  }
}

/** Asks again while the database is away; only a log that is not whole ends it. */
const patiently = async (
  ask: () => Promise<readonly RecordedEvent[]>,
  signal: AbortSignal,
): Promise<readonly RecordedEvent[]> => {
  while (!signal.aborted) {
    try {
      return await ask()
    } catch (error) {
      if (isBrokenLog(error)) throw error
      await pause(afterFailure, undefined, { signal }).catch(() => undefined)
    }
  }
  return []
}
