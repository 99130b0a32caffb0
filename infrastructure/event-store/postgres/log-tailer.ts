import { setTimeout as pause } from 'node:timers/promises'
import type { RecordedEvent } from '../../../application/ports/event-store.ts'
import type { ProcessSession } from '../../postgres/postgres.ts'
import { asyncSignal, type AsyncSignal } from '../async-signal.ts'
import { brokenLog, isBrokenLog, type LogQueries } from './log-queries.ts'
import { growthChannel } from './statements.ts'

/** Reads new events once for all subscribers of this process; idle without subscribers. */
export interface LogTailer {
  /** Notified when there are new events. */
  readonly arrivals: AsyncSignal
  /** Buffered events after `position`; null if they must be read from the database. Throws if the log has a gap. */
  readonly after: (position: number, limit: number) => readonly RecordedEvent[] | null
  /** Takes over events that this process has appended after `base`, unless there are no followers or it is not there yet. */
  readonly offer: (base: number, events: () => readonly RecordedEvent[]) => void
  /** Registers a follower; call the result to unregister. */
  readonly follow: () => () => void
  /** Stops permanently; resolves when the connection is closed. */
  readonly close: () => Promise<void>
}

export interface LogTailerOptions {
  readonly session: Pick<ProcessSession, 'query' | 'on'>
  /** Resolves when the appends that this process has sent are answered; what they append is offered. */
  readonly committing: () => Promise<unknown>
  /** First and maximum polling interval without notifications, in milliseconds. */
  readonly polls?: readonly [number, number]
}

const bufferLimits = { events: 10_000, text: 16_000_000 }
const tailPageSize = 1_000
const tailRetryMs = 200
/** Polling costs an idle process at most eleven statements a minute. */
const defaultPolls = [2_000, 6_000] as const

export const logTailer = (
  log: LogQueries,
  { session, committing, polls = defaultPolls }: LogTailerOptions,
): LogTailer => {
  const arrivals = asyncSignal()
  let followers = 0
  let state: TailerState | null = null
  let stopping = new AbortController()
  let ended: Promise<void> = Promise.resolve()

  return {
    arrivals,
    after: (position, limit) => {
      if (state?.broken) throw state.broken
      return state?.buffer?.after(position, limit) ?? null
    },
    offer: (base, events) => {
      if (state?.buffer?.last() !== base || state.broken !== null) return
      state.buffer.push(events())
      arrivals.notify()
    },
    follow: () => {
      if (followers++ === 0) {
        stopping = new AbortController()
        state = { buffer: null, broken: null, announced: 0, mustCheckHead: false }
        const previous = ended
        const running = runTailer({ log, arrivals, polls, session, committing }, state, stopping.signal)
        ended = previous.then(() => running)
      }
      return () => {
        if (--followers > 0) return
        state = null
        stopping.abort()
      }
    },
    close: async () => {
      stopping.abort()
      await ended
    },
  }
}

interface TailerState {
  /** Null until the head of the log is known. */
  buffer: EventBuffer | null
  broken: Error | null
  /** Highest announced position. */
  announced: number
  /** Query the head regardless of announcements. */
  mustCheckHead: boolean
}

interface TailerDependencies extends Required<LogTailerOptions> {
  readonly log: LogQueries
  readonly arrivals: AsyncSignal
}

const runTailer = async (dependencies: TailerDependencies, state: TailerState, signal: AbortSignal): Promise<void> => {
  const { polls, session } = dependencies
  const wakeUps = asyncSignal()
  const checkHead = () => {
    state.mustCheckHead = true
    wakeUps.notify()
  }
  const onGrowth = (position: number) => {
    if (Number.isSafeInteger(position)) state.announced = Math.max(state.announced, position)
    wakeUps.notify()
  }
  const unsubscribe = session.on(growthChannel, (_missed, position) =>
    position === '' ? checkHead() : onGrowth(Number(position)),
  )
  for (let delayMs = polls[0]; !signal.aborted;) {
    const seen = wakeUps.count()
    const outcome = await catchUp(dependencies, state, signal)
    if (outcome === 'failed') {
      await pause(tailRetryMs, undefined, { signal }).catch(() => undefined)
      continue
    }
    if (!(await isSilent(wakeUps, seen, delayMs, signal))) delayMs = polls[0]
    else {
      state.mustCheckHead = true
      delayMs = Math.min(delayMs * 2, polls[1])
      const hasMissed = (await catchUp(dependencies, state, signal)) === 'moved'
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
  { log, arrivals, committing }: Pick<TailerDependencies, 'log' | 'arrivals' | 'committing'>,
  state: TailerState,
  signal: AbortSignal,
): Promise<'moved' | 'still' | 'failed'> => {
  let outcome: 'moved' | 'still' = 'still'
  try {
    if (state.buffer === null || state.mustCheckHead) {
      state.mustCheckHead = false
      const last = state.buffer?.last() ?? 0
      const head = await log.head()
      const isFirst = state.buffer === null
      state.buffer ??= eventBuffer(head, bufferLimits)
      if (isFirst) arrivals.notify()
      if (head < last) throw brokenLog(`the log ends at ${head}, before ${last}`)
      state.announced = Math.max(state.announced, head)
    }
    while (!signal.aborted && state.announced > state.buffer.last()) {
      await committing()
      const from = state.buffer.last()
      if (state.announced <= from) break
      const page = await log.after(from, Math.min(tailPageSize, state.announced - from))
      // some may have been offered in the meantime
      state.buffer.push(page.slice(state.buffer.last() - from))
      if (page.length === 0) state.announced = state.buffer.last()
      else outcome = 'moved'
      arrivals.notify()
    }
    return outcome
  } catch (error) {
    state.mustCheckHead = true
    if (!isBrokenLog(error)) return 'failed'
    state.broken = error
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
