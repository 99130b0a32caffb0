import { setTimeout as pause } from 'node:timers/promises'
import type { RecordedEvent } from '../../../application/ports/event-store.ts'
import { bell, type Bell } from '../bell.ts'
import { listener } from './listener.ts'
import { brokenLog, isBrokenLog, type Reader } from './read.ts'
import { ring, type Ring } from './ring.ts'

/** Reads what is new once, for all subscribers of this process; rests while there are none. */
export interface Tailer {
  /** Rings when there is more than there was. */
  readonly arrivals: Bell
  /** The events after `place`; null when only the database can tell. Throws when the log is not whole. */
  readonly after: (place: number, limit: number) => readonly RecordedEvent[] | null
  /** Somebody follows; call the answer when that ends. */
  readonly follow: () => () => void
  /** Rests for ever; resolves when its connection is closed. */
  readonly close: () => Promise<void>
}

export interface TailerOptions {
  readonly connectionString: string
  /** Milliseconds between looks while notifications are silent: doubles from the first to the last. */
  readonly polls?: readonly [number, number]
}

const limits = { events: 10_000, text: 16_000_000 }
const pageSize = 1_000
const afterFailure = 200
/** The safety net costs an idle process at most eleven statements a minute. */
const defaultPolls = [2_000, 6_000] as const

export const tailer = (reader: Reader, { connectionString, polls = defaultPolls }: TailerOptions): Tailer => {
  const arrivals = bell()
  let followers = 0
  let tail: Tail | null = null
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
        tail = { ring: null, broken: null, announced: 0, mustLook: false }
        const before = ended
        const now = run({ reader, arrivals, polls, connectionString }, tail, resting.signal)
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

interface Tail {
  /** Null until the head of the log is known. */
  ring: Ring | null
  broken: Error | null
  /** How long the log is said to be. */
  announced: number
  /** Ask how long it is, whatever was said. */
  mustLook: boolean
}

interface Surroundings {
  readonly reader: Reader
  readonly arrivals: Bell
  readonly polls: readonly [number, number]
  readonly connectionString: string
}

const run = async (around: Surroundings, tail: Tail, signal: AbortSignal): Promise<void> => {
  const { reader, arrivals, polls, connectionString } = around
  const wakes = bell()
  const look = () => {
    tail.mustLook = true
    wakes.ring()
  }
  const heard = (place: number) => {
    if (Number.isSafeInteger(place)) tail.announced = Math.max(tail.announced, place)
    wakes.ring()
  }
  const ears = listener(connectionString, { heard, connected: look }, signal)
  for (let wait = polls[0]; !signal.aborted;) {
    const seen = wakes.rings()
    const found = await catchUp(reader, arrivals, tail, signal)
    if (found === 'failed') {
      await pause(afterFailure, undefined, { signal }).catch(() => undefined)
      continue
    }
    if (!(await silent(wakes, seen, wait, signal))) wait = polls[0]
    else {
      tail.mustLook = true
      wait = Math.min(wait * 2, polls[1])
      const missed = (await catchUp(reader, arrivals, tail, signal)) === 'moved'
      // Nobody had said so: the listener may be deaf without knowing.
      if (missed) ears.renew()
      if (missed) wait = polls[0]
    }
  }
  await ears.ended
}

/** Waits for something to be said; true when nothing was for that long. */
const silent = async (wakes: Bell, seen: number, wait: number, signal: AbortSignal): Promise<boolean> => {
  let silence = false
  const timer = setTimeout(() => {
    silence = true
    wakes.ring()
  }, wait)
  await wakes.since(seen, signal)
  clearTimeout(timer)
  return silence
}

/** Brings the ring up to what the log is said or found to hold. */
const catchUp = async (
  reader: Reader,
  arrivals: Bell,
  tail: Tail,
  signal: AbortSignal,
): Promise<'moved' | 'still' | 'failed'> => {
  let found: 'moved' | 'still' = 'still'
  try {
    if (tail.ring === null || tail.mustLook) {
      tail.mustLook = false
      const head = await reader.head()
      const isFirst = tail.ring === null
      tail.ring ??= ring(head, limits)
      if (isFirst) arrivals.ring()
      if (head < tail.ring.last()) throw brokenLog(`the log ends at ${head}, before ${tail.ring.last()}`)
      tail.announced = Math.max(tail.announced, head)
    }
    while (!signal.aborted && tail.announced > tail.ring.last()) {
      const page = await reader.after(tail.ring.last(), Math.min(pageSize, tail.announced - tail.ring.last()))
      tail.ring.push(page)
      if (page.length === 0) tail.announced = tail.ring.last()
      else found = 'moved'
      arrivals.ring()
    }
    return found
  } catch (error) {
    tail.mustLook = true
    if (!isBrokenLog(error)) return 'failed'
    tail.broken = error
    arrivals.ring()
    return found
  }
}
