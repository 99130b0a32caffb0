import type { Appended, NewEvent, Version } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Connection } from './connection.ts'
import { unavailable } from './failures.ts'
import { insist, type Outcome } from './insistence.ts'
import { type Tail, tails } from './tails.ts'
import type { AppendOn } from './versioned.ts'

const lostRaces = 20

/**
 * `any` and `exists`, as appends on the version the stream has: the server's own idempotency without a version is a
 * cache that a restart empties, and its `exists` holds for a stream that has only metadata. One round trip while this
 * process alone writes to the stream.
 */
export const unversionedAppends = (connection: Connection, appendOn: AppendOn, closing: AbortSignal) => {
  const known = tails(connection)
  const inTurn = queues()

  return (stream: string, expected: 'any' | 'exists', events: readonly NewEvent[]): Promise<Outcome<Appended>> =>
    inTurn(stream, async () => {
      for (let races = 0; races < lostRaces; races++) {
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
        const news = await insist(closing, async () => E.right(await known.catchUp(stream, tail.right, actual)))
        if (E.isLeft(news)) return news
      }
      return E.left(unavailable(new Error(`lost ${lostRaces} races for the end of ${stream}`)))
    })
}

/** The version before these events where they are already there; whether all of them are, the server knows. */
const whereOf = ({ places }: Tail, events: readonly NewEvent[]): Version | 'new' | 'mixed' => {
  const found = events.map(({ id }) => places.get(id.toLowerCase()))
  const [first] = found
  if (first !== undefined) return first - 1
  return found.every((place) => place === undefined) ? 'new' : 'mixed'
}

/** One at a time for each key, in the order they came. */
const queues = () => {
  const last = new Map<string, Promise<unknown>>()
  return <A>(key: string, work: () => Promise<A>): Promise<A> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    const leave = () => {
      if (last.get(key) === mine) last.delete(key)
    }
    mine.then(leave, leave)
    return mine
  }
}
