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
  /** Sequential appends per stream. */
  readonly appends: number
  /** Other events appended before everything is sent again. */
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

/**
 * R6: each append is repeated one to three times: concurrently, after `otherEvents` other events, and after a restart. Every
 * repeat must get the first answer.
 */
export const idempotency = async (
  testStore: TestStore,
  { streams, appends, otherEvents }: IdempotencySize,
): Promise<TrialResult> => {
  const stores: Stores = [testStore.open(), testStore.open()]
  const names = Array.from({ length: streams }, (_, n) => `repeated-${n}`)
  const streamsWritten = await Promise.all(names.map((stream) => appendWithRepeats(stores, stream, appends)))
  const sent = streamsWritten.flatMap((stream) => stream.sent)
  await appendOtherEvents(stores[0], otherEvents)
  const repeated = await resendAll(stores, sent)
  await testStore.restart()
  const restarted: Stores = [testStore.open(), testStore.open()]
  const afterwards = await resendAll(restarted, sent)
  const stored = await Promise.all(names.map((stream) => ok(restarted[0].read(stream))))
  const own = Map.groupBy(sent, ({ stream }) => stream)
  return trialResult(
    `${formatCount(sent.length)} appends; ${formatCount(repeated.count)} repeated after ${formatCount(otherEvents)} other events, ${formatCount(afterwards.count)} after a restart`,
    streamsWritten.flatMap(({ faults }) => faults),
    repeated.faults,
    afterwards.faults,
    names.flatMap((stream, n) =>
      difference(
        stream,
        idsOf(stored[n] ?? []).join(),
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

/** Sends each append concurrently with its repeats. */
const appendWithRepeats = async (stores: Stores, stream: string, appends: number) => {
  const sent: AcknowledgedAppend[] = []
  const faults: string[] = []
  for (let version = 0; sent.length < appends;) {
    const request = { stream, expected: randomOf(validExpectations(version)), events: events(1 + randomInt(4)) }
    version += request.events.length
    const [answer, ...others] = await Promise.all([
      send(stores, request),
      ...repeatRandomly(() => send(stores, request)),
    ])
    faults.push(...difference(`version of ${stream}`, answer.version, version))
    faults.push(...others.flatMap((other) => answerDifferences(request, other, answer)))
    sent.push({ ...request, answer })
  }
  return { sent, faults }
}

const validExpectations = (version: number): readonly Expected[] =>
  version === 0 ? ['none', 'any', 0] : ['exists', 'any', version]

/** Repeats all appends concurrently in random order, then sends appends that share only some ids with them. */
const resendAll = async (stores: Stores, sent: readonly AcknowledgedAppend[]) => {
  const repeats = shuffled(sent.flatMap((append) => repeatRandomly(() => append)))
  const faults: string[] = []
  await runConcurrently(64, repeats, async (append) => {
    faults.push(...answerDifferences(append, await send(stores, append), append.answer))
  })
  await runConcurrently(64, sent.flatMap(overlappingAppends), async ({ stream, expected, events }) => {
    const outcome = await randomOf(stores).append(stream, expected, events)()
    faults.push(...difference(`overlapping, on ${expected} of ${stream}`, typeOf(outcome), 'IdsAlreadyUsed'))
  })
  return { count: repeats.length, faults }
}

/** Variants of an append with an event added or replaced at the end; with an explicit version also at the start. */
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

const runConcurrently = async <A>(
  limit: number,
  all: readonly A[],
  work: (item: A) => Promise<void>,
): Promise<void> => {
  const remaining = all.values()
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (const item of remaining) await work(item)
    }),
  )
}

/** Makes one to three values. */
const repeatRandomly = <A>(make: () => A): readonly A[] => Array.from({ length: 1 + randomInt(3) }, make)
