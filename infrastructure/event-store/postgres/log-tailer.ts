import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { RecordedEvent } from '../../../application/ports/event-store.ts'
import { asyncSignal, type AsyncSignal } from '../async-signal.ts'
import { brokenLog, isBrokenLog, type LogReader } from './log-reader.ts'
import { listenForGrowth as listenTo, queryOn } from './statements.ts'

/** Reads what is new once, for all subscribers of this process; rests while there are none. */
export interface LogTailer {
  /** Rings when there is more than there was. */
  readonly arrivals: AsyncSignal
  /** The events after `place`; null when only the database can tell. Throws when the log is not whole. */
  readonly after: (place: number, limit: number) => readonly RecordedEvent[] | null
  /** Somebody follows; call the answer when that ends. */
  readonly follow: () => () => void
  /** Rests for ever; resolves when its connection is closed. */
  readonly close: () => Promise<void>
}

export interface LogTailerOptions {
  readonly connectionString: string
  /** Milliseconds between looks while notifications are silent: doubles from the first to the last. */
  readonly polls?: readonly [number, number]
}

const bufferLimits = { events: 10_000, text: 16_000_000 }
const tailPageSize = 1_000
const tailRetryMs = 200
/** The safety net costs an idle process at most eleven statements a minute. */
const defaultPolls = [2_000, 6_000] as const

export const logTailer = (
  reader: LogReader,
  { connectionString, polls = defaultPolls }: LogTailerOptions,
): LogTailer => {
  const arrivals = asyncSignal()
  let followers = 0
  let tail: TailState | null = null
  let resting = new AbortController()
  let ended: Promise<void> = Promise.resolve()

  return {
    arrivals,
    after: (place, limit) => {
      if (tail?.broken) throw tail.broken
      return tail?.ring?.after(place, limit) ?? null
    },
    follow: () => {
      if (followers++ === 0) {
        resting = new AbortController()
        tail = { ring: null, broken: null, announced: 0, mustCheckHead: false }
        const before = ended
        const now = runTail({ reader, arrivals, polls, connectionString }, tail, resting.signal)
        ended = before.then(() => now)
      }
      return () => {
        if (--followers > 0) return
        tail = null
        resting.abort()
      }
    },
    close: async () => {
      resting.abort()
      await ended
    },
  }
}

interface TailState {
  /** Null until the head of the log is known. */
  ring: EventBuffer | null
  broken: Error | null
  /** How long the log is said to be. */
  announced: number
  /** Ask how long it is, whatever was said. */
  mustCheckHead: boolean
}

interface TailDependencies {
  readonly reader: LogReader
  readonly arrivals: AsyncSignal
  readonly polls: readonly [number, number]
  readonly connectionString: string
}

const runTail = async (around: TailDependencies, tail: TailState, signal: AbortSignal): Promise<void> => {
  const { reader, arrivals, polls, connectionString } = around
  const wakeUps = asyncSignal()
  const look = () => {
    tail.mustCheckHead = true
    wakeUps.notify()
  }
  const heard = (place: number) => {
    if (Number.isSafeInteger(place)) tail.announced = Math.max(tail.announced, place)
    wakeUps.notify()
  }
  const growthListener = notificationListener(connectionString, { onNotification: heard, onConnected: look }, signal)
  for (let wait = polls[0]; !signal.aborted;) {
    const seen = wakeUps.count()
    const found = await catchUp(reader, arrivals, tail, signal)
    if (found === 'failed') {
      await pause(tailRetryMs, undefined, { signal }).catch(() => undefined)
      continue
    }
    if (!(await isSilent(wakeUps, seen, wait, signal))) wait = polls[0]
    else {
      tail.mustCheckHead = true
      wait = Math.min(wait * 2, polls[1])
      const missed = (await catchUp(reader, arrivals, tail, signal)) === 'moved'
      // Nobody had said so: the listener may be deaf without knowing.
      if (missed) growthListener.reconnect()
      if (missed) wait = polls[0]
    }
  }
  await growthListener.ended
}

/** Waits for something to be said; true when nothing was for that long. */
const isSilent = async (wakeUps: AsyncSignal, seen: number, wait: number, signal: AbortSignal): Promise<boolean> => {
  let silence = false
  const timer = setTimeout(() => {
    silence = true
    wakeUps.notify()
  }, wait)
  await wakeUps.waitForMoreThan(seen, signal)
  clearTimeout(timer)
  return silence
}

/** Brings the ring up to what the log is said or found to hold. */
const catchUp = async (
  reader: LogReader,
  arrivals: AsyncSignal,
  tail: TailState,
  signal: AbortSignal,
): Promise<'moved' | 'still' | 'failed'> => {
  let found: 'moved' | 'still' = 'still'
  try {
    if (tail.ring === null || tail.mustCheckHead) {
      tail.mustCheckHead = false
      const head = await reader.head()
      const isFirst = tail.ring === null
      tail.ring ??= eventBuffer(head, bufferLimits)
      if (isFirst) arrivals.notify()
      if (head < tail.ring.last()) throw brokenLog(`the log ends at ${head}, before ${tail.ring.last()}`)
      tail.announced = Math.max(tail.announced, head)
    }
    while (!signal.aborted && tail.announced > tail.ring.last()) {
      const page = await reader.after(tail.ring.last(), Math.min(tailPageSize, tail.announced - tail.ring.last()))
      tail.ring.push(page)
      if (page.length === 0) tail.announced = tail.ring.last()
      else found = 'moved'
      arrivals.notify()
    }
    return found
  } catch (error) {
    tail.mustCheckHead = true
    if (!isBrokenLog(error)) return 'failed'
    tail.broken = error
    arrivals.notify()
    return found
  }
}

export interface ListenerCallbacks {
  readonly onNotification: (place: number) => void
  /** From now on nothing is missed; something may have been missed before. */
  readonly onConnected: () => void
}

export interface NotificationListener {
  /** Gives the connection up for a new one. */
  readonly reconnect: () => void
  /** Resolves once `signal` has aborted and the connection is closed. */
  readonly ended: Promise<void>
}

const minReconnectMs = 50
const maxReconnectMs = 2_000
/** How long a connection may take to come about. */
const listenTimeoutMs = 5_000

/** Listens until `signal` aborts, on one connection after the other. */
export const notificationListener = (
  connectionString: string,
  hearing: ListenerCallbacks,
  signal: AbortSignal,
): NotificationListener => {
  let connection = new AbortController()
  const run = async () => {
    for (let wait = minReconnectMs; !signal.aborted; wait = Math.min(wait * 2, maxReconnectMs)) {
      connection = new AbortController()
      const leaving = AbortSignal.any([signal, connection.signal])
      if (await listenOnce(connectionString, hearing, leaving)) wait = minReconnectMs
      await pause(wait, undefined, { signal }).catch(() => undefined)
    }
  }
  return { reconnect: () => connection.abort(), ended: run() }
}

/** Until the connection is lost or `leaving` aborts; false when there never was one. */
const listenOnce = async (
  connectionString: string,
  hearing: ListenerCallbacks,
  leaving: AbortSignal,
): Promise<boolean> => {
  const client = new Client({ connectionString, keepAlive: true, connectionTimeoutMillis: listenTimeoutMs })
  const lost = new Promise<void>((resolve) => {
    leaving.addEventListener('abort', () => resolve())
    client.on('error', () => resolve()).once('end', () => resolve())
  })
  try {
    await client.connect()
    client.on('notification', ({ payload }) => hearing.onNotification(Number(payload)))
    await queryOn(client)(listenTo, [])
    hearing.onConnected()
    await lost
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => undefined)
  }
}

/** The latest stretch of the log, kept once for everybody who follows it. */
export interface EventBuffer {
  /** The place of the last event in it, or before the first one to come. */
  readonly last: () => number
  readonly push: (events: readonly RecordedEvent[]) => void
  /** The events after `place`; null when it no longer reaches back that far. */
  readonly after: (place: number, limit: number) => readonly RecordedEvent[] | null
}

export interface EventBufferLimits {
  readonly events: number
  /** In characters of data and metadata. */
  readonly text: number
}

/** `start` is the place after which it begins. */
export const eventBuffer = (start: number, limits: EventBufferLimits): EventBuffer => {
  let kept: RecordedEvent[] = []
  let first = start + 1
  let text = 0
  const trim = () => {
    let dropped = 0
    for (; kept.length - dropped > limits.events || text > limits.text; dropped++) text -= charCountOf(kept[dropped])
    kept = kept.slice(dropped)
    first += dropped
  }
  return {
    last: () => first + kept.length - 1,
    push: (events) => {
      kept.push(...events)
      for (const event of events) text += charCountOf(event)
      // Trimmed by the quarter, not by the event: each event is moved a few times at most.
      if (kept.length > limits.events * 1.25 || text > limits.text * 1.25) trim()
    },
    after: (place, limit) => {
      if (place < first - 1) return null
      return kept.slice(place - first + 1, place - first + 1 + limit)
    },
  }
}

const charCountOf = (event: RecordedEvent | undefined) => (event ? event.data.length + event.meta.length : 0)
