import type { EventStore } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { isInvalidStreamName, validateAppend } from '../append-validation.ts'
import { appendSender } from './append-calls.ts'
import { unversionedAppends, versionedAppends } from './appends.ts'
import { connect } from './connection.ts'
import { isSystemEvent } from './messages.ts'
import { readHead, readLog, readStream } from './reads.ts'
import { type Outcome, reservedName, retry, unavailable } from './retry.ts'
import { sharedSubscription } from './shared-subscription.ts'

export interface EventStoreDbOptions {
  /** `esdb://…` or `esdb+discover://…`, in the format of the EventStoreDB clients. */
  readonly connectionString: string
}

/** Stores the log in EventStoreDB or KurrentDB, from version 24.2. Retries while the cluster is unavailable. */
export const eventStoreDbEventStore = ({ connectionString }: EventStoreDbOptions): EventStore => {
  const connection = connect(connectionString)
  const closing = new AbortController()
  const appendAtVersion = versionedAppends(connection, appendSender(connection), closing.signal)
  const appendAtAnyVersion = unversionedAppends(connection, appendAtVersion, closing.signal)
  const subscription = sharedSubscription(connection, closing.signal)
  const inFlight = new Set<Promise<unknown>>()
  let closed: Promise<void> | null = null

  const whileOpen =
    <A>(work: () => Promise<Outcome<A>>) =>
    async (): Promise<Outcome<A>> => {
      if (closing.signal.aborted) return E.left(unavailable(new Error('the event store is closed')))
      const request = work()
      inFlight.add(request)
      try {
        return await request
      } finally {
        inFlight.delete(request)
      }
    }
  const readWithRetry = <A>(read: () => Promise<A>) =>
    whileOpen(() => retry(closing.signal, async () => E.right(await read())))

  return {
    read: (stream, from = 1, limit) =>
      readWithRetry(async () => {
        if (isInvalidStreamName(stream)) return []
        return (await readStream(connection, stream, from, limit)).filter((event) => !isSystemEvent(event))
      }),
    append: (stream, expected, events) =>
      whileOpen(async () => {
        const failure = validateAppend(stream, expected, events)
        if (failure !== null) return E.left(failure)
        if (events.some(({ type }) => isSystemEvent({ stream, type }))) return E.left(reservedName)
        if (expected === 'any' || expected === 'exists') return appendAtAnyVersion(stream, expected, events)
        return appendAtVersion(stream, expected === 'none' ? 0 : expected, events, expected)
      }),
    readAll: (after, limit) => readWithRetry(() => readLog(connection, after, limit)),
    subscribe: (after, signal) => subscription.subscribe(after, AbortSignal.any([signal, closing.signal])),
    head: () => readWithRetry(() => readHead(connection)),
    close: () =>
      (closed ??= (async () => {
        closing.abort()
        await Promise.allSettled([...inFlight, subscription.ended()])
        await connection.close()
      })()),
  }
}
