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
import { event, events, idsOf, ok } from '../contract/event-store/test-kit.ts'
import type { TestStore } from './stores.ts'
import { difference, formatCount, randomOf, shuffled, trialResult, type TrialResult } from './trial.ts'

export interface IdempotencySize {
  readonly streams: number
  /** Of each stream, one after the other. */
  readonly appends: number
  /** Other events, appended before all is sent again. */
  readonly otherEvents: number
}

interface AppendRequest {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly NewEvent[]
}

interface AcknowledgedAppend extends AppendRequest {
  readonly answer: Appended
}

type Stores = readonly [EventStore, EventStore]

/** R6: each append is sent one to three times more: in the same moment, after so many other events, and after a restart. */
export const idempotency = async (
  ground: TestStore,
  { streams, appends, otherEvents }: IdempotencySize,
): Promise<TrialResult> => {
  const stores: Stores = [ground.open(), ground.open()]
  const names = Array.from({ length: streams }, (_, n) => `repeated-${n}`)
  const grown = await Promise.all(names.map((stream) => appendWithRepeats(stores, stream, appends)))
  const sent = grown.flatMap((one) => one.sent)
  await appendOtherEvents(stores[0], otherEvents)
  const again = await resendAll(stores, sent)
  await ground.restart()
  const restarted: Stores = [ground.open(), ground.open()]
  const afterwards = await resendAll(restarted, sent)
  const kept = await Promise.all(names.map((stream) => ok(restarted[0].read(stream))))
  const own = Map.groupBy(sent, ({ stream }) => stream)
  return trialResult(
    `${formatCount(sent.length)} appends; ${formatCount(again.times)} more after ${formatCount(otherEvents)} other events, ${formatCount(afterwards.times)} after a restart`,
    grown.flatMap(({ faults }) => faults),
    again.faults,
    afterwards.faults,
    names.flatMap((stream, n) =>
      difference(
        stream,
        idsOf(kept[n] ?? []).join(),
        idsOf((own.get(stream) ?? []).flatMap(({ events }) => events)).join(),
      ),
    ),
    difference(
      'events in the log',
      await sizeOf(restarted[0]),
      sent.flatMap(({ events }) => events).length + otherEvents,
    ),
  )
}

/** Each append with its repeats in the same moment. */
const appendWithRepeats = async (stores: Stores, stream: string, appends: number) => {
  const sent: AcknowledgedAppend[] = []
  const faults: string[] = []
  for (let version = 0; sent.length < appends;) {
    const one = { stream, expected: randomOf(validExpectations(version)), events: events(1 + randomInt(4)) }
    version += one.events.length
    const [answer, ...others] = await Promise.all([send(stores, one), ...repeatRandomly(() => send(stores, one))])
    faults.push(...difference(`version of ${stream}`, answer.version, version))
    faults.push(...others.flatMap((other) => answerDifferences(one, other, answer)))
    sent.push({ ...one, answer })
  }
  return { sent, faults }
}

const validExpectations = (version: number): readonly Expected[] =>
  version === 0 ? ['none', 'any', 0] : ['exists', 'any', version]

/** In random order, many at once; and what shares some ids with each, but not all. */
const resendAll = async (stores: Stores, sent: readonly AcknowledgedAppend[]) => {
  const again = shuffled(sent.flatMap((one) => repeatRandomly(() => one)))
  const told: string[] = []
  await runConcurrently(64, again, async (one) => {
    told.push(...answerDifferences(one, await send(stores, one), one.answer))
  })
  await runConcurrently(64, sent.flatMap(overlappingAppends), async ({ stream, expected, events }) => {
    const outcome = await randomOf(stores).append(stream, expected, events)()
    told.push(...difference(`overlapping, on ${expected} of ${stream}`, typeOf(outcome), 'IdsAlreadyUsed'))
  })
  return { times: again.length, faults: told }
}

/** With fewer, other or more events behind those that are known; where the place is named, also before them. */
const overlappingAppends = ({ stream, expected, events }: AcknowledgedAppend): readonly AppendRequest[] => {
  const others = [[...events, event()]]
  if (events.length > 1) others.push([...events.slice(0, -1), event()])
  if (events.length > 1 && expected !== 'any' && expected !== 'exists') others.push([event(), ...events.slice(1)])
  return others.map((other) => ({ stream, expected, events: other }))
}

const send = (stores: Stores, { stream, expected, events }: AppendRequest): Promise<Appended> =>
  ok(randomOf(stores).append(stream, expected, events))

const answerDifferences = ({ stream, expected }: AppendRequest, is: Appended, shouldBe: Appended): readonly string[] =>
  difference(`answer on ${expected} of ${stream}`, JSON.stringify(is), JSON.stringify(shouldBe))

const typeOf = (outcome: E.Either<EventStoreFailure, Appended>): string =>
  E.isLeft(outcome) ? outcome.left.type : 'Appended'

const pageSize = 1_000

const appendOtherEvents = (store: EventStore, total: number): Promise<void> => {
  const sizes = Array.from({ length: Math.ceil(total / pageSize) }, (_, n) => Math.min(pageSize, total - n * pageSize))
  return runConcurrently(8, [...sizes.entries()], async ([n, size]) => {
    await ok(store.append(`other-${n}`, 'none', events(size)))
  })
}

const sizeOf = async (store: EventStore): Promise<number> => {
  let size = 0
  let from: string | null = null
  for (;;) {
    const page: readonly RecordedEvent[] = await ok(store.readAll(from, pageSize))
    if (page.length === 0) return size
    size += page.length
    from = page.at(-1)?.position ?? null
  }
}

const runConcurrently = async <A>(most: number, all: readonly A[], work: (one: A) => Promise<void>): Promise<void> => {
  const left = all.values()
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const one of left) await work(one)
    }),
  )
}

/** One to three. */
const repeatRandomly = <A>(make: () => A): readonly A[] => Array.from({ length: 1 + randomInt(3) }, make)
