import { setTimeout as pause } from 'node:timers/promises'
import type { RecordedEvent } from '../../../application/ports/event-store.ts'
import type { ProcessSession } from '../../postgres/postgres.ts'
import { asyncSignal, type AsyncSignal } from '../async-signal.ts'
import { brokenLog, isBrokenLog, type LogReader } from './log-reader.ts'
import { growthChannel } from './statements.ts'

/** Reads new events once for all subscribers of this process; idle without subscribers. */
export interface LogTailer {
  /** Notified when there are new events. */
  readonly arrivals: AsyncSignal
  /** Buffered events after `position`; null if they must be read from the database. Throws if the log has a gap. */
  readonly after: (position: number, limit: number) => readonly RecordedEvent[] | null
  /** Registers a follower; call the result to unregister. */
  readonly follow: () => () => void
  /** Stops permanently; resolves when the connection is closed. */
  readonly close: () => Promise<void>
}

export interface LogTailerOptions {
  readonly session: Pick<ProcessSession, 'query' | 'on'>
  /** First and maximum polling interval without notifications, in milliseconds. */
  readonly polls?: readonly [number, number]
}

const bufferLimits = { events: 10_000, text: 16_000_000 }
const tailPageSize = 1_000
const tailRetryMs = 200
/** Polling costs an idle process at most eleven statements a minute. */
const defaultPolls = [2_000, 6_000] as const

export const logTailer = (reader: LogReader, { session, polls = defaultPolls }: LogTailerOptions): LogTailer => {
  const arrivals = asyncSignal()
  let followers = 0
  let tail: TailState | null = null
  let stopping = new AbortController()
  let ended: Promise<void> = Promise.resolve()

  return {
    arrivals,
    after: (position, limit) => {
      if (tail?.broken) throw tail.broken
      return tail?.buffer?.after(position, limit) ?? null
    },
    follow: () => {
      if (followers++ === 0) {
        stopping = new AbortController()
        tail = { buffer: null, broken: null, announced: 0, mustCheckHead: false }
        const previous = ended
        const running = runTail({ reader, arrivals, polls, session }, tail, stopping.signal)
        ended = previous.then(() => running)
      }
      return () => {
        if (--followers > 0) return
        tail = null
        stopping.abort()
      }
    },
    close: async () => {
      stopping.abort()
      await ended
    },
  }
}

interface TailState {
  /** Null until the head of the log is known. */
  buffer: EventBuffer | null
  broken: Error | null
  /** Highest announced position. */
  announced: number
  /** Query the head regardless of announcements. */
  mustCheckHead: boolean
}

interface TailDependencies extends Required<LogTailerOptions> {
  readonly reader: LogReader
  readonly arrivals: AsyncSignal
}

const runTail = async (dependencies: TailDependencies, tail: TailState, signal: AbortSignal): Promise<void> => {
  const { reader, arrivals, polls, session } = dependencies
  const wakeUps = asyncSignal()
  const checkHead = () => {
    tail.mustCheckHead = true
    wakeUps.notify()
  }
  const onGrowth = (position: number) => {
    if (Number.isSafeInteger(position)) tail.announced = Math.max(tail.announced, position)
    wakeUps.notify()
  }
  const unsubscribe = session.on(growthChannel, (_missed, position) =>
    position === '' ? checkHead() : onGrowth(Number(position)),
  )
  for (let delayMs = polls[0]; !signal.aborted;) {
    const seen = wakeUps.count()
    const outcome = await catchUp(reader, arrivals, tail, signal)
    if (outcome === 'failed') {
      await pause(tailRetryMs, undefined, { signal }).catch(() => undefined)
      continue
    }
    if (!(await isSilent(wakeUps, seen, delayMs, signal))) delayMs = polls[0]
    else {
      tail.mustCheckHead = true
      delayMs = Math.min(delayMs * 2, polls[1])
      const hasMissed = (await catchUp(reader, arrivals, tail, signal)) === 'moved'
      // An event arrived without a notification: the connection may be dead without an error, which a query would reveal.
      if (hasMissed) session.query('select 1').catch(() => undefined)
      if (hasMissed) delayMs = polls[0]
    }
  }
  unsubscribe()
}

/** Waits for a wake-up; true if there was none for `delayMs`. */
const isSilent = async (wakeUps: AsyncSignal, seen: number, delayMs: number, signal: AbortSignal): Promise<boolean> => {
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    wakeUps.notify()
  }, delayMs)
  await wakeUps.waitForMoreThan(seen, signal)
  clearTimeout(timer)
  return isTimedOut
}

/** Fills the buffer up to the announced or queried head. */
const catchUp = async (
  reader: LogReader,
  arrivals: AsyncSignal,
  tail: TailState,
  signal: AbortSignal,
): Promise<'moved' | 'still' | 'failed'> => {
  let outcome: 'moved' | 'still' = 'still'
  try {
    if (tail.buffer === null || tail.mustCheckHead) {
      tail.mustCheckHead = false
      const head = await reader.head()
      const isFirst = tail.buffer === null
      tail.buffer ??= eventBuffer(head, bufferLimits)
      if (isFirst) arrivals.notify()
      if (head < tail.buffer.last()) throw brokenLog(`the log ends at ${head}, before ${tail.buffer.last()}`)
      tail.announced = Math.max(tail.announced, head)
    }
    while (!signal.aborted && tail.announced > tail.buffer.last()) {
      const page = await reader.after(tail.buffer.last(), Math.min(tailPageSize, tail.announced - tail.buffer.last()))
      tail.buffer.push(page)
      if (page.length === 0) tail.announced = tail.buffer.last()
      else outcome = 'moved'
      arrivals.notify()
    }
    return outcome
  } catch (error) {
    tail.mustCheckHead = true
    if (!isBrokenLog(error)) return 'failed'
    tail.broken = error
    arrivals.notify()
    return outcome
  }
}

/** The latest events of the log, shared by all followers. */
export interface EventBuffer {
  /** Position of the last event, or the position before the first one to come. */
  readonly last: () => number
  readonly push: (events: readonly RecordedEvent[]) => void
  /** Events after `position`; null if they are no longer buffered. */
  readonly after: (position: number, limit: number) => readonly RecordedEvent[] | null
}

export interface EventBufferLimits {
  readonly events: number
  /** Characters of data and metadata. */
  readonly text: number
}

/** `start` is the position before the first buffered event. */
const eventBuffer = (start: number, limits: EventBufferLimits): EventBuffer => {
  let buffered: RecordedEvent[] = []
  let first = start + 1
  let text = 0
  const trim = () => {
    let dropped = 0
    for (; buffered.length - dropped > limits.events || text > limits.text; dropped++)
      text -= charCountOf(buffered[dropped])
    buffered = buffered.slice(dropped)
    first += dropped
  }
  return {
    last: () => first + buffered.length - 1,
    push: (events) => {
      buffered.push(...events)
      for (const event of events) text += charCountOf(event)
      // Trims a quarter at a time, so that each event is copied only a few times.
      if (buffered.length > limits.events * 1.25 || text > limits.text * 1.25) trim()
    },
    after: (position, limit) => {
      if (position < first - 1) return null
      return buffered.slice(position - first + 1, position - first + 1 + limit)
    },
  }
}

const charCountOf = (event: RecordedEvent | undefined) => (event ? event.data.length + event.meta.length : 0)
