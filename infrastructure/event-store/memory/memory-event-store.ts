import type {
  Appended,
  EventStore,
  EventStoreFailure,
  Expected,
  NewEvent,
  RecordedEvent,
  Version,
} from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'
import { validateAppend } from '../append-validation.ts'
import { asyncSignal } from '../async-signal.ts'

const pageSize = 500
const closedStore: EventStoreFailure = { type: 'Unavailable', cause: new Error('the event store is closed') }

/**
 * The reference implementation. Stores serialised text, so anything that would not survive serialisation fails here
 * too.
 */
export const memoryEventStore = (): EventStore => {
  const log = memoryLog()
  const arrivals = asyncSignal()
  const closing = new AbortController()
  const whileOpen =
    <A>(work: () => E.Either<EventStoreFailure, A>): TE.TaskEither<EventStoreFailure, A> =>
    () =>
      Promise.resolve(closing.signal.aborted ? E.left(closedStore) : work())

  return {
    read: (stream, from = 1, limit = Infinity) =>
      whileOpen(() => E.right(log.stream(stream, Math.max(from, 1), limit))),
    append: (stream, expected, events) =>
      whileOpen(() => {
        const failure = validateAppend(stream, expected, events)
        if (failure !== null) return E.left(failure)
        const outcome = appendToLog(log, stream, expected, events)
        if (E.isRight(outcome)) arrivals.notify()
        return outcome
      }),
    readAll: (after, limit) => whileOpen(() => E.right(log.after(after, limit))),
    subscribe: async function* (after, signal) {
      const stopping = AbortSignal.any([signal, closing.signal])
      for (let from = after; !stopping.aborted;) {
        const seenCount = arrivals.count()
        const page = log.after(from, pageSize)
        if (page.length > 0) yield page
        else await arrivals.waitForMoreThan(seenCount, stopping)
        from = page.at(-1)?.position ?? from
      }
    },
    head: () => whileOpen(() => E.right(log.head())),
    close: () => Promise.resolve(closing.abort()),
  }
}

const appendToLog = (
  log: MemoryLog,
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
): E.Either<EventStoreFailure, Appended> => {
  const actual = log.version(stream)
  const expectedBefore = typeof expected === 'number' ? expected : expected === 'none' ? 0 : log.startOf(stream, events)
  if (expectedBefore !== null && expectedBefore !== actual)
    return answerRepeatedAppend(log.stream(stream), stream, expected, expectedBefore, events)
  if (expected === 'exists' && actual === 0) return E.left({ type: 'WrongVersion', expected, actual })
  return E.right(log.add(stream, events))
}

/** An append whose ids are all in place is a repetition; if only some are, the ids were reused by mistake. */
const answerRepeatedAppend = (
  past: readonly RecordedEvent[],
  stream: string,
  expected: Expected,
  before: Version,
  events: readonly NewEvent[],
): E.Either<EventStoreFailure, Appended> => {
  const inPlace = events.filter(({ id }, n) => past[before + n]?.id === id.toLowerCase()).length
  const last = past[before + events.length - 1]
  if (inPlace === events.length && last) return E.right({ version: last.version, position: last.position })
  return E.left(
    inPlace > 0 ? { type: 'IdsAlreadyUsed', stream } : { type: 'WrongVersion', expected, actual: past.length },
  )
}

type MemoryLog = ReturnType<typeof memoryLog>

const memoryLog = () => {
  const entries: string[] = []
  const indexesByStream = new Map<string, number[]>()
  const appendStarts = new Map<string, Version>()
  const at = (index: number) => JSON.parse(entries[index] ?? '') as RecordedEvent
  const version = (stream: string) => indexesByStream.get(stream)?.length ?? 0

  return {
    version,
    stream: (stream: string, from: Version = 1, limit = Infinity): readonly RecordedEvent[] =>
      (indexesByStream.get(stream) ?? []).slice(from - 1, from - 1 + limit).map(at),
    after: (position: Position | null, limit: number): readonly RecordedEvent[] => {
      const first = Number(position ?? 0)
      return entries.slice(first, first + limit).map((_, n) => at(first + n))
    },
    head: (): Position | null => (entries.length === 0 ? null : formatPosition(entries.length)),
    /** The version before the append that started with this event; null if there was none. */
    startOf: (stream: string, events: readonly NewEvent[]) => appendStarts.get(appendKey(stream, events)) ?? null,
    add: (stream: string, events: readonly NewEvent[]): Appended => {
      const before = version(stream)
      appendStarts.set(appendKey(stream, events), before)
      const indexes = indexesByStream.get(stream) ?? []
      indexesByStream.set(stream, indexes)
      for (const { id, type, data, meta } of events) {
        const location = { stream, version: indexes.length + 1, position: formatPosition(entries.length + 1) }
        indexes.push(entries.length)
        entries.push(JSON.stringify({ ...location, id: id.toLowerCase(), type, data, meta }))
      }
      return { version: indexes.length, position: formatPosition(entries.length) }
    },
  }
}

const appendKey = (stream: string, events: readonly NewEvent[]) => `${events[0]?.id.toLowerCase()} ${stream}`
const formatPosition = (count: number): Position => String(count).padStart(20, '0')
