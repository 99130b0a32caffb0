import type { EventStore } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { isNameless, malformed } from '../malformed.ts'
import { connect } from './connection.ts'
import { reserved, unavailable } from './failures.ts'
import { insist, type Outcome } from './insistence.ts'
import { readHead, readLog, readStream } from './reads.ts'
import { sender } from './sending.ts'
import { follow } from './subscription.ts'
import { isSystemEvent } from './system-events.ts'
import { unversionedAppends } from './unversioned.ts'
import { versionedAppends } from './versioned.ts'

export interface EventStoreDbOptions {
  /** `esdb://…` or `esdb+discover://…`, as EventStoreDB's own clients understand it. */
  readonly connectionString: string
}

/** Keeps the log in an EventStoreDB or KurrentDB cluster, 22.6 or later; a cluster that is away is waited for. */
export const eventStoreDbEventStore = ({ connectionString }: EventStoreDbOptions): EventStore => {
  const connection = connect(connectionString)
  const closing = new AbortController()
  const appendOn = versionedAppends(connection, sender(connection), closing.signal)
  const appendAnywhere = unversionedAppends(connection, appendOn, closing.signal)
  const inFlight = new Set<Promise<unknown>>()
  let closed: Promise<void> | null = null

  const whileOpen =
    <A>(work: () => Promise<Outcome<A>>) =>
    async (): Promise<Outcome<A>> => {
      if (closing.signal.aborted) return E.left(unavailable(new Error('the event store is closed')))
      const mine = work()
      inFlight.add(mine)
      try {
        return await mine
      } finally {
        inFlight.delete(mine)
      }
    }
  const asking = <A>(read: () => Promise<A>) =>
    whileOpen(() => insist(closing.signal, async () => E.right(await read())))

  return {
    read: (stream, from = 1) =>
      asking(async () => {
        if (isNameless(stream)) return []
        return (await readStream(connection, stream, from)).filter((one) => !isSystemEvent(one))
      }),
    append: (stream, expected, events) =>
      whileOpen(async () => {
        const failure = malformed(stream, expected, events)
        if (failure !== null) return E.left(failure)
        if (events.some(({ type }) => isSystemEvent({ stream, type }))) return E.left(reserved)
        if (expected === 'any' || expected === 'exists') return appendAnywhere(stream, expected, events)
        return appendOn(stream, expected === 'none' ? 0 : expected, events, expected)
      }),
    readAll: (after, limit) => asking(() => readLog(connection, after, limit)),
    subscribe: (after, signal) => follow(connection, after, AbortSignal.any([signal, closing.signal])),
    head: () => asking(() => readHead(connection)),
    close: () =>
      (closed ??= (async () => {
        closing.abort()
        await Promise.allSettled(inFlight)
        await connection.close()
      })()),
  }
}
