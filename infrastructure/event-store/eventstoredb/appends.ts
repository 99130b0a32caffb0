import { setTimeout as pause } from 'node:timers/promises'
import type { Appended, Expected, NewEvent, Version } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Connection } from './connection.ts'
import type { EventTrace, SendAppend } from './messages.ts'
import { findEvent, readHead, readTraces, readTracesBack } from './reads.ts'
import { type Outcome, retry, retryWindowMs, unavailable } from './retry.ts'

/** Appends at a given version in one round trip; retries while the outcome is unknown. */
export type AppendAtVersion = (
  stream: string,
  before: Version,
  events: readonly NewEvent[],
  expected?: Expected,
) => Promise<Outcome<Appended>>

export const versionedAppends =
  (connection: Connection, send: SendAppend, closing: AbortSignal): AppendAtVersion =>
  (stream, before, events, expected = before) =>
    retry(closing, async (): Promise<Outcome<Appended>> => {
      const answer = await send(stream, before, events)
      switch (answer.type) {
        case 'Appended':
          return E.right({
            version: answer.version,
            position: answer.position ?? (await positionOf(connection, stream, answer.version, events)),
          })
        case 'WrongVersion':
          return (await overlaps(connection, stream, before, events, answer.actual))
            ? E.left({ type: 'IdsAlreadyUsed', stream })
            : E.left({ type: 'WrongVersion', expected, actual: answer.actual })
        case 'Refused':
          return E.left(answer.failure)
      }
    })

/** Position of an append that is stored; the end of the log if its last event has been scavenged. */
const positionOf = async (
  connection: Connection,
  stream: string,
  version: Version,
  events: readonly NewEvent[],
): Promise<Position> => {
  const found = await findEvent(connection, stream, version)
  const position = found ? found.position : await readHead(connection)
  const isOurs = found === null || found.id === events.at(-1)?.id.toLowerCase()
  if (!isOurs || position === null) throw new Error(`${stream} does not contain the append the server reported`)
  return position
}

/** The server also reports a wrong version if only some of the events were already appended. */
const overlaps = async (
  connection: Connection,
  stream: string,
  before: Version,
  events: readonly NewEvent[],
  actual: Version,
): Promise<boolean> => {
  if (actual <= before) return false
  const stored = await readTraces(connection, stream, before + 1, events.length)
  return stored.some(({ id, version }) => events[version - before - 1]?.id.toLowerCase() === id)
}

/**
 * Milliseconds a process may write to one stream before it pauses, and the length of the pause. A competing process
 * that lost a race must read before it retries, and would always lose against a writer that never pauses.
 */
const [burstMs, pauseMs] = [200, 20]
/** Lost races retried without a pause. */
const immediateRetries = 3

/**
 * Implements `any` and `exists` as appends at the stream's current version: without a version the server's idempotency
 * is a cache that is lost on restart, and its `exists` accepts a stream that has only metadata. One round trip as long
 * as no other process writes to the stream.
 */
export const unversionedAppends = (connection: Connection, appendAtVersion: AppendAtVersion, closing: AbortSignal) => {
  const tails = streamTailCache(connection)
  const runInOrder = keyedQueue(closing)

  return (stream: string, expected: 'any' | 'exists', events: readonly NewEvent[]): Promise<Outcome<Appended>> =>
    runInOrder(stream, async () => {
      const until = performance.now() + retryWindowMs
      for (let races = 0; performance.now() < until; races++) {
        const tail = await retry(closing, async () => E.right(await tails.get(stream)))
        if (E.isLeft(tail)) return tail
        const before = locate(tail.right, events)
        if (before === 'partlyKnown') return E.left({ type: 'IdsAlreadyUsed', stream })
        if (before === 'new' && expected === 'exists' && tail.right.version === 0)
          return E.left({ type: 'WrongVersion', expected, actual: 0 })
        const outcome = await appendAtVersion(stream, before === 'new' ? tail.right.version : before, events, expected)
        if (E.isRight(outcome)) {
          if (before === 'new') tails.add(stream, tail.right, outcome.right.version, events)
          return outcome
        }
        if (outcome.left.type !== 'WrongVersion') {
          tails.forget(stream)
          return outcome
        }
        const { actual } = outcome.left
        if (races > immediateRetries) await pauseUnlessClosed(pauseMs / 4, closing)
        const caughtUp = await retry(closing, async () => E.right(await tails.catchUp(stream, tail.right, actual)))
        if (E.isLeft(caughtUp)) return caughtUp
      }
      return E.left(unavailable(new Error(`lost every race for the end of ${stream}`)))
    })
}

/**
 * The version before these events if they are already stored, according to the first of them; the server verifies the
 * rest.
 */
const locate = ({ versionsById }: StreamTail, events: readonly NewEvent[]): Version | 'new' | 'partlyKnown' => {
  const found = events.map(({ id }) => versionsById.get(id.toLowerCase()))
  const [first] = found
  if (first !== undefined) return first - 1
  return found.every((version) => version === undefined) ? 'new' : 'partlyKnown'
}

const pauseUnlessClosed = (ms: number, closing: AbortSignal) =>
  pause(ms, undefined, { signal: closing }).catch(() => undefined)

/** Runs work sequentially per key, in order, with a pause after each burst. */
const keyedQueue = (closing: AbortSignal) => {
  const queues = new Map<string, { last: Promise<unknown>; since: number }>()
  return <A>(key: string, work: () => Promise<A>): Promise<A> => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), since: performance.now() }
    const runAfterPause = async () => {
      if (performance.now() - queue.since > burstMs) {
        await pauseUnlessClosed(pauseMs, closing)
        queue.since = performance.now()
      }
      return work()
    }
    const result = queue.last.then(runAfterPause, runAfterPause)
    queue.last = result
    queues.set(key, queue)
    const cleanUp = () => {
      if (queue.last === result) queues.delete(key)
    }
    result.then(cleanUp, cleanUp)
    return result
  }
}

/** The end of a stream as far as this process knows: its version, and the versions of recent event ids. */
export interface StreamTail {
  readonly version: Version
  readonly versionsById: Map<string, Version>
}

/**
 * How much older than the newest event of its stream an event must be to be forgotten, by the clock of the server, which
 * stamps both: this machine's may be wrong. Slightly more than the hour the port guarantees, because the clocks of leaders
 * differ.
 */
const rememberedMs = 70 * 60_000
/** Events remembered per stream regardless of their age. */
const pageSize = 1_000
const maxCachedStreams = 1_000

export interface StreamTailCache {
  /** From the cache, otherwise from the server. */
  readonly get: (stream: string) => Promise<StreamTail>
  /** Reads the events written by others after a lost race. */
  readonly catchUp: (stream: string, tail: StreamTail, actual: Version) => Promise<void>
  readonly add: (stream: string, tail: StreamTail, version: Version, events: readonly NewEvent[]) => void
  readonly forget: (stream: string) => void
}

const streamTailCache = (connection: Connection): StreamTailCache => {
  const tails = new Map<string, StreamTail>()

  const store = (stream: string, version: Version, versionsById: Map<string, Version>): StreamTail => {
    const tail = { version, versionsById }
    tails.delete(stream)
    tails.set(stream, tail)
    for (const oldest of tails.keys()) {
      if (tails.size <= maxCachedStreams) break
      tails.delete(oldest)
    }
    return tail
  }

  return {
    get: async (stream) => tails.get(stream) ?? store(stream, ...(await readTail(connection, stream))),
    catchUp: async (stream, { version, versionsById }, actual) => {
      const caughtUp = await readTraces(connection, stream, version + 1)
      for (const event of caughtUp) versionsById.set(event.id, event.version)
      store(stream, Math.max(actual, caughtUp.at(-1)?.version ?? 0), versionsById)
    },
    add: (stream, { versionsById }, version, events) => {
      const before = version - events.length
      for (const [n, { id }] of events.entries()) versionsById.set(id.toLowerCase(), before + n + 1)
      store(stream, version, versionsById)
    },
    forget: (stream) => tails.delete(stream),
  }
}

const readTail = async (connection: Connection, stream: string): Promise<[Version, Map<string, Version>]> => {
  const recent: EventTrace[] = []
  for (let below: Version | null = null; ;) {
    const page = await readTracesBack(connection, stream, below, pageSize)
    recent.push(...page)
    const oldest = page.at(-1)
    if (!oldest || oldest.version === 1 || page.length < pageSize) break
    if (oldest.createdAt < (recent[0] ?? oldest).createdAt - rememberedMs) break
    below = oldest.version
  }
  return [recent[0]?.version ?? 0, new Map(recent.toReversed().map(({ id, version }) => [id, version]))]
}
