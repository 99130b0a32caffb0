import type { EventStore, RecordedEvent } from '../../../application/ports/event-store.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import type { Lie } from './writing-liars.ts'

type Pages = AsyncGenerator<readonly RecordedEvent[]>

const changePage = (change: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]) =>
  TE.map<readonly RecordedEvent[], readonly RecordedEvent[]>(change)

const aboutReading: Readonly<Record<string, Lie>> = {
  'returns invented events': (honest) => ({
    read: (stream, ...range) =>
      changePage((events) => (events.length > 0 ? events : [{ ...invented, stream }]))(honest.read(stream, ...range)),
  }),
  'returns every event twice': (honest) => ({
    read: (...args) => changePage((events) => [...events, ...events])(honest.read(...args)),
  }),
  'always reads a stream from its start': (honest) => ({ read: (stream, _, limit) => honest.read(stream, 1, limit) }),
  'reads a stream without limit': (honest) => ({ read: (stream, from) => honest.read(stream, from) }),
  'confuses streams with similar names': (honest) => {
    const confused = (stream: string) => stream.toLowerCase()
    return {
      read: (stream, ...range) => honest.read(confused(stream), ...range),
      append: (stream, expected, events) => honest.append(confused(stream), expected, events),
    }
  },
  'always replays from the start': (honest) => ({ readAll: (_, limit) => honest.readAll(null, limit) }),
  'repeats the event at the requested position': (honest) => ({
    readAll: (after, limit) =>
      honest.readAll(after === null || Number(after) < 2 ? null : positionOf(Number(after) - 1), limit),
  }),
  'skips the last event': (honest) => ({
    readAll: (after, limit) =>
      changePage((events) => (events.length < limit ? events.slice(0, -1) : events))(honest.readAll(after, limit)),
  }),
  'skips an event between two pages': (honest) => ({
    readAll: (after, limit) =>
      honest.readAll(after === null ? null : positionOf(Number(after) + (Number(after) % 2)), limit),
  }),
  'reorders the events it reads': (honest) => ({
    readAll: (after, limit) =>
      changePage((events) => events.toSorted((a, b) => (a.stream < b.stream ? -1 : 1)))(honest.readAll(after, limit)),
  }),
  'ignores the page size': (honest) => ({ readAll: (after, limit) => honest.readAll(after, Math.min(limit, 3)) }),
  'returns unlimited pages': (honest) => ({ readAll: (after) => honest.readAll(after, 100_000) }),
  'returns positions that are not digits': (honest) => ({
    read: (...args) =>
      changePage((events) =>
        events.map((recorded) => ({ ...recorded, position: Number(recorded.position).toString(16) })),
      )(honest.read(...args)),
  }),
  'does not know its head': (honest) => ({
    head: () => TE.map((position: string | null) => (position === null ? null : positionOf(1)))(honest.head()),
  }),
  'has a head while empty': (honest) => ({
    head: () => TE.map((position: string | null) => position ?? positionOf(0))(honest.head()),
  }),
}

const subscribingWith =
  (pages: (honest: EventStore, ...args: Parameters<EventStore['subscribe']>) => Pages): Lie =>
  (honest) => ({ subscribe: (after, signal) => pages(honest, after, signal) })

const aboutSubscribing: Readonly<Record<string, Lie>> = {
  'sends subscribers only earlier events': subscribingWith(async function* (honest, after, signal) {
    const earlier = await honest.readAll(after, 100_000)()
    if (E.isRight(earlier) && earlier.right.length > 0) yield earlier.right
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }),
  'sends subscribers only new events': subscribingWith(async function* (honest, _, signal) {
    const head = await honest.head()()
    yield* honest.subscribe(E.isRight(head) ? head.right : null, signal)
  }),
  'sends subscribers everything from the start': subscribingWith((honest, _, signal) => generate(honest, null, signal)),
  'sends subscribers every event twice': subscribingWith(async function* (honest, after, signal) {
    for await (const events of honest.subscribe(after, signal)) {
      yield events
      yield events
    }
  }),
  'sends subscribers empty pages': subscribingWith(async function* (honest, after, signal) {
    for await (const events of honest.subscribe(after, signal)) {
      yield []
      yield events
    }
  }),
  'sends subscribers pages in reverse': subscribingWith(async function* (honest, after, signal) {
    for await (const events of honest.subscribe(after, signal)) yield events.toReversed()
  }),
  'ends a subscription after its first page': subscribingWith(async function* (honest, after, signal) {
    for await (const events of honest.subscribe(after, signal)) {
      yield events
      return
    }
  }),
  'serves only one subscriber': (honest) => {
    let current = new AbortController()
    return {
      subscribe: (after, signal) => {
        current.abort()
        current = new AbortController()
        return honest.subscribe(after, AbortSignal.any([signal, current.signal]))
      },
    }
  },
  'ignores the abort signal of subscribers': subscribingWith((honest, after) =>
    generate(honest, after, new AbortController().signal),
  ),
  'drops events for slow subscribers': subscribingWith(async function* (honest, after, signal) {
    const first = await honest.subscribe(after, signal)[Symbol.asyncIterator]().next()
    if (first.done === true) return
    yield first.value
    const head = await honest.head()()
    yield* honest.subscribe(E.isRight(head) ? head.right : null, signal)
  }),
}

const aboutClosing: Readonly<Record<string, Lie>> = {
  'works after closing': () => ({ close: () => Promise.resolve() }),
  'never finishes closing': () => ({ close: () => new Promise<never>(() => undefined) }),
  'drops requests in flight when closing': (honest) => ({
    append:
      (...args) =>
      async () => {
        await Promise.resolve()
        const outcome = await honest.append(...args)()
        return E.isLeft(outcome) && outcome.left.type === 'Unavailable' ? new Promise<never>(() => undefined) : outcome
      },
  }),
}

export const readingLies: Readonly<Record<string, Lie>> = { ...aboutReading, ...aboutSubscribing, ...aboutClosing }

async function* generate(honest: EventStore, after: string | null, signal: AbortSignal): Pages {
  yield* honest.subscribe(after, signal)
}

const positionOf = (position: number) => String(position).padStart(20, '0')
const invented: RecordedEvent = {
  id: '00000000-0000-4000-8000-000000000000',
  type: 'Invented',
  data: '{}',
  meta: '{}',
  stream: '',
  version: 1,
  position: positionOf(1),
}
