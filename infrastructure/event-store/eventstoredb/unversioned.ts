import { setTimeout as pause } from 'node:timers/promises'
import type { Appended, NewEvent, Version } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Connection } from './connection.ts'
import { unavailable } from './failures.ts'
import { insist, patience, type Outcome } from './insistence.ts'
import { type Tail, tails } from './tails.ts'
import type { AppendOn } from './versioned.ts'

/**
 * Milliseconds for which a process writes to a stream without a rest, and of the rest: who has lost a race must read what it
 * missed before it tries again, and would lose to the end against one that never stops.
 */
const [turn, rest] = [200, 20]
/** So many lost races are tried again at once: others may have been faster by chance. */
const soon = 3

/**
 * `any` and `exists`, as appends on the version the stream has: the server's own idempotency without a version is a
 * cache that a restart empties, and its `exists` holds for a stream that has only metadata. One round trip while this
 * process alone writes to the stream.
 */
export const unversionedAppends = (connection: Connection, appendOn: AppendOn, closing: AbortSignal) => {
  const known = tails(connection)
  const inTurn = queues(closing)

  return (stream: string, expected: 'any' | 'exists', events: readonly NewEvent[]): Promise<Outcome<Appended>> =>
    inTurn(stream, async () => {
      const until = performance.now() + patience
      for (let races = 0; performance.now() < until; races++) {
        const tail = await insist(closing, async () => E.right(await known.of(stream)))
        if (E.isLeft(tail)) return tail
        const before = whereOf(tail.right, events)
        if (before === 'mixed') return E.left({ type: 'IdsAlreadyUsed', stream })
        if (before === 'new' && expected === 'exists' && tail.right.version === 0)
          return E.left({ type: 'WrongVersion', expected, actual: 0 })
        const outcome = await appendOn(stream, before === 'new' ? tail.right.version : before, events, expected)
        if (E.isRight(outcome)) {
          if (before === 'new') known.add(stream, tail.right, outcome.right.version, events)
          return outcome
        }
        if (outcome.left.type !== 'WrongVersion') {
          known.forget(stream)
          return outcome
        }
        const { actual } = outcome.left
        if (races > soon) await restFor(rest / 4, closing)
        const news = await insist(closing, async () => E.right(await known.catchUp(stream, tail.right, actual)))
        if (E.isLeft(news)) return news
      }
      return E.left(unavailable(new Error(`lost every race for the end of ${stream}`)))
    })
}

/** The version before these events where they are already there; whether all of them are, the server knows. */
const whereOf = ({ places }: Tail, events: readonly NewEvent[]): Version | 'new' | 'mixed' => {
  const found = events.map(({ id }) => places.get(id.toLowerCase()))
  const [first] = found
  if (first !== undefined) return first - 1
  return found.every((place) => place === undefined) ? 'new' : 'mixed'
}

const restFor = (ms: number, closing: AbortSignal) => pause(ms, undefined, { signal: closing }).catch(() => undefined)

/** One at a time for each key, in the order they came, and a rest now and then. */
const queues = (closing: AbortSignal) => {
  const lines = new Map<string, { last: Promise<unknown>; since: number }>()
  return <A>(key: string, work: () => Promise<A>): Promise<A> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), since: performance.now() }
    const rested = async () => {
      if (performance.now() - line.since > turn) {
        await restFor(rest, closing)
        line.since = performance.now()
      }
      return work()
    }
    const mine = line.last.then(rested, rested)
    line.last = mine
    lines.set(key, line)
    const leave = () => {
      if (line.last === mine) lines.delete(key)
    }
    mine.then(leave, leave)
    return mine
  }
}
