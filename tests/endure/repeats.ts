import { randomInt } from 'node:crypto'
import type {
  Appended,
  EventStore,
  EventStoreFailure,
  Expected,
  NewEvent,
  RecordedEvent,
} from '../../application/ports/event-store.ts'
import { E } from '../../domain/kernel/fp.ts'
import { event, events, idsOf, ok } from '../contract/event-store/asking.ts'
import { oneOf, shuffled } from './chance.ts'
import type { Ground } from './ground.ts'
import { count, differs, verdict, type Verdict } from './verdict.ts'

export interface Repeats {
  readonly streams: number
  /** Of each stream, one after the other. */
  readonly appends: number
  /** Other events, appended before all is sent again. */
  readonly meanwhile: number
}

interface Append {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly NewEvent[]
}

interface Acknowledged extends Append {
  readonly answer: Appended
}

type Stores = readonly [EventStore, EventStore]

/** R6: each append is sent one to three times more: in the same moment, after so many other events, and after a restart. */
export const repeats = async (ground: Ground, { streams, appends, meanwhile }: Repeats): Promise<Verdict> => {
  const stores: Stores = [ground.open(), ground.open()]
  const names = Array.from({ length: streams }, (_, n) => `repeated-${n}`)
  const grown = await Promise.all(names.map((stream) => grow(stores, stream, appends)))
  const sent = grown.flatMap((one) => one.sent)
  await fill(stores[0], meanwhile)
  const again = await sendAgain(stores, sent)
  await ground.restart()
  const restarted: Stores = [ground.open(), ground.open()]
  const afterwards = await sendAgain(restarted, sent)
  const kept = await Promise.all(names.map((stream) => ok(restarted[0].read(stream))))
  const own = Map.groupBy(sent, ({ stream }) => stream)
  return verdict(
    `${count(sent.length)} appends; ${count(again.times)} more after ${count(meanwhile)} other events, ${count(afterwards.times)} after a restart`,
    grown.flatMap(({ faults }) => faults),
    again.faults,
    afterwards.faults,
    names.flatMap((stream, n) =>
      differs(
        stream,
        idsOf(kept[n] ?? []).join(),
        idsOf((own.get(stream) ?? []).flatMap(({ events }) => events)).join(),
      ),
    ),
    differs('events in the log', await sizeOf(restarted[0]), sent.flatMap(({ events }) => events).length + meanwhile),
  )
}

/** Each append with its repeats in the same moment. */
const grow = async (stores: Stores, stream: string, appends: number) => {
  const sent: Acknowledged[] = []
  const faults: string[] = []
  for (let version = 0; sent.length < appends;) {
    const one = { stream, expected: oneOf(truthsOf(version)), events: events(1 + randomInt(4)) }
    version += one.events.length
    const [answer, ...others] = await Promise.all([send(stores, one), ...more(() => send(stores, one))])
    faults.push(...differs(`version of ${stream}`, answer.version, version))
    faults.push(...others.flatMap((other) => unlike(one, other, answer)))
    sent.push({ ...one, answer })
  }
  return { sent, faults }
}

const truthsOf = (version: number): readonly Expected[] =>
  version === 0 ? ['none', 'any', 0] : ['exists', 'any', version]

/** In random order, many at once; and what shares some ids with each, but not all. */
const sendAgain = async (stores: Stores, sent: readonly Acknowledged[]) => {
  const again = shuffled(sent.flatMap((one) => more(() => one)))
  const told: string[] = []
  await atOnce(64, again, async (one) => {
    told.push(...unlike(one, await send(stores, one), one.answer))
  })
  await atOnce(64, sent.flatMap(overlapping), async ({ stream, expected, events }) => {
    const outcome = await oneOf(stores).append(stream, expected, events)()
    told.push(...differs(`overlapping, on ${expected} of ${stream}`, typeOf(outcome), 'IdsAlreadyUsed'))
  })
  return { times: again.length, faults: told }
}

/** With fewer, other or more events behind those that are known; where the place is named, also before them. */
const overlapping = ({ stream, expected, events }: Acknowledged): readonly Append[] => {
  const others = [[...events, event()]]
  if (events.length > 1) others.push([...events.slice(0, -1), event()])
  if (events.length > 1 && expected !== 'any' && expected !== 'exists') others.push([event(), ...events.slice(1)])
  return others.map((other) => ({ stream, expected, events: other }))
}

const send = (stores: Stores, { stream, expected, events }: Append): Promise<Appended> =>
  ok(oneOf(stores).append(stream, expected, events))

const unlike = ({ stream, expected }: Append, is: Appended, shouldBe: Appended): readonly string[] =>
  differs(`answer on ${expected} of ${stream}`, JSON.stringify(is), JSON.stringify(shouldBe))

const typeOf = (outcome: E.Either<EventStoreFailure, Appended>): string =>
  E.isLeft(outcome) ? outcome.left.type : 'Appended'

const largest = 1_000

const fill = (store: EventStore, total: number): Promise<void> => {
  const sizes = Array.from({ length: Math.ceil(total / largest) }, (_, n) => Math.min(largest, total - n * largest))
  return atOnce(8, [...sizes.entries()], async ([n, size]) => {
    await ok(store.append(`other-${n}`, 'none', events(size)))
  })
}

const sizeOf = async (store: EventStore): Promise<number> => {
  let size = 0
  let from: string | null = null
  for (;;) {
    const page: readonly RecordedEvent[] = await ok(store.readAll(from, largest))
    if (page.length === 0) return size
    size += page.length
    from = page.at(-1)?.position ?? null
  }
}

const atOnce = async <A>(most: number, all: readonly A[], work: (one: A) => Promise<void>): Promise<void> => {
  const left = all.values()
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const one of left) await work(one)
    }),
  )
}

/** One to three. */
const more = <A>(make: () => A): readonly A[] => Array.from({ length: 1 + randomInt(3) }, make)
