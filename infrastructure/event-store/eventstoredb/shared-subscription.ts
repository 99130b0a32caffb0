import { setTimeout as pause } from 'node:timers/promises'
import type { RecordedEvent } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { asyncSignal, type AsyncSignal } from '../async-signal.ts'
import { whileInUse } from '../../while-in-use.ts'
import type { Connection } from './connection.ts'
import { checkNotAhead, readHead, readLog } from './reads.ts'
import { isBrokenLog } from './retry.ts'
import { aborted, subscribeToLog, unlessAborted } from './subscription.ts'

/** Subscribers of this process share one subscription to the server. */
export interface SharedSubscription {
  /** Pages of events after a position, until `signal` aborts. Throws if the log ends before that position. */
  readonly subscribe: (
    after: Position | null,
    signal: AbortSignal,
  ) => AsyncGenerator<readonly RecordedEvent[], void, undefined>
  /** Resolves when the subscription to the server has ended, after `closing` or once all subscribers have left. */
  readonly ended: () => Promise<void>
}

/** Events that a subscriber gets at once. */
const pageSize = 500
const retryMs = 200

/** What the subscription has received. */
interface Received {
  readonly arrivals: AsyncSignal
  /** Null until the end of the log is known. */
  latest: LatestEvents | null
  broken: unknown
}

export const sharedSubscription = (connection: Connection, closing: AbortSignal): SharedSubscription => {
  const received: Received = { arrivals: asyncSignal(), latest: null, broken: null }
  const { enter, ended } = whileInUse((signal) => receive(connection, received, signal), closing)
  return {
    subscribe: async function* (after, signal) {
      const leave = enter()
      try {
        yield* pagesAfter(connection, received, after, signal)
      } finally {
        leave()
      }
    },
    ended,
  }
}

/** Fills the buffer from the end of the log on, whatever happens to the connection. Never rejects. */
const receive = async (connection: Connection, received: Received, signal: AbortSignal): Promise<void> => {
  received.latest = received.broken = null
  try {
    const head = await untilRead(() => readHead(connection), signal)
    if (head === aborted) return
    const buffer = latestEvents(head)
    received.latest = buffer
    received.arrivals.notify()
    for await (const page of subscribeToLog(connection, head, signal)) {
      buffer.push(page)
      received.arrivals.notify()
    }
  } catch (error) {
    received.broken = error
    received.arrivals.notify()
  }
}

async function* pagesAfter(
  connection: Connection,
  received: Received,
  after: Position | null,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  let position = after
  for (let isChecked = after === null; !signal.aborted;) {
    const seen = received.arrivals.count()
    const { latest, broken } = received
    if (broken !== null) throw broken
    if (!isChecked && latest !== null) {
      isChecked = true
      await checkReached(connection, position ?? '', latest, signal)
    }
    const page = latest?.after(position)
    if (page === undefined || page?.length === 0) await received.arrivals.waitForMoreThan(seen, signal)
    else if (page !== null) {
      position = page.at(-1)?.position ?? position
      yield page
    } else {
      const from: Position | null = position
      const bufferStart = latest?.start() ?? null
      const missed = await untilRead(() => readLog(connection, from, pageSize), signal)
      if (missed === aborted) return
      // Between the last event and the buffer there may only be the server's own, which have been read.
      position = missed.at(-1)?.position ?? bufferStart
      if (missed.length > 0) yield missed
    }
  }
}

/** Fails if the log ends before a position that a subscriber has reached. */
const checkReached = async (connection: Connection, reached: Position, latest: LatestEvents, signal: AbortSignal) => {
  if (reached > (latest.end() ?? '')) await untilRead(() => checkNotAhead(connection, reached), signal)
}

/** Retries until the server answers or `signal` aborts, even while it is silent. Throws if the log is broken. */
const untilRead = async <A>(read: () => Promise<A>, signal: AbortSignal): Promise<A | typeof aborted> => {
  while (!signal.aborted) {
    try {
      return await unlessAborted(read(), signal)
    } catch (error) {
      if (isBrokenLog(error)) throw error
      await pause(retryMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return aborted
}

const bufferLimits = { events: 10_000, text: 16_000_000 }

/** The latest events of the log. */
interface LatestEvents {
  /** The position before the first of them; null for the start of the log. */
  readonly start: () => Position | null
  /** The position of the last of them; that before the first if there is none. */
  readonly end: () => Position | null
  readonly push: (events: readonly RecordedEvent[]) => void
  /** At most a page after a position; null if it lies before the first event here. */
  readonly after: (position: Position | null) => readonly RecordedEvent[] | null
}

const textOf = ({ data, meta }: RecordedEvent) => data.length + meta.length

const latestEvents = (head: Position | null): LatestEvents => {
  let start = head
  let events: RecordedEvent[] = []
  let text = 0
  const trim = () => {
    let dropped = 0
    for (; events.length - dropped > bufferLimits.events || text > bufferLimits.text; dropped++) {
      const oldest = events[dropped]
      if (oldest === undefined) break
      text -= textOf(oldest)
      start = oldest.position
    }
    events = events.slice(dropped)
  }
  return {
    start: () => start,
    end: () => events.at(-1)?.position ?? start,
    push: (page) => {
      events.push(...page)
      for (const event of page) text += textOf(event)
      // A quarter at a time, so that each event is copied only a few times.
      if (events.length > bufferLimits.events * 1.25 || text > bufferLimits.text * 1.25) trim()
    },
    after: (position) => {
      if ((position ?? '') < (start ?? '')) return null
      const first = firstAfter(events, position ?? '')
      return events.slice(first, first + pageSize)
    },
  }
}

/** Index of the first event after a position, by bisection. */
const firstAfter = (events: readonly RecordedEvent[], position: Position): number => {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.position ?? '') > position) high = middle
    else low = middle + 1
  }
  return low
}
