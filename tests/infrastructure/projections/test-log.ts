import { randomUUID } from 'node:crypto'
import { type History, historyOf } from '../../../application/history.ts'
import type { EventStore } from '../../../application/ports/event-store.ts'
import type { EventEnvelope, Position } from '../../../domain/kernel/event-envelope.ts'
import type { AnyEvent, EventFamily } from '../../../domain/kernel/event.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { memoryEventStore } from '../../../infrastructure/event-store/memory/memory-event-store.ts'
import { plainSealing } from '../../support/plain-sealing.ts'
import { allCardEvents } from './card-projections.ts'

export const right = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error(`expected success, got ${JSON.stringify(outcome.left)}`)
  return outcome.right
}

export interface TestLog {
  readonly store: EventStore
  readonly history: History
  /**
   * Appends events to a new stream, also those that an append refuses today and older versions recorded; resolves
   * to the last position.
   */
  readonly write: (...events: readonly AnyEvent[]) => Promise<Position>
  /** Appends events to an existing stream; resolves to the last position. */
  readonly append: (stream: string, ...events: readonly AnyEvent[]) => Promise<Position>
  /** Appends text that is not a valid event of this type. */
  readonly writeRaw: (type: string, data: string) => Promise<{ readonly stream: string; readonly position: Position }>
  readonly recorded: () => Promise<readonly EventEnvelope[]>
}

const meta = (at: Instant) => ({
  correlationId: 'c',
  causationId: null,
  actor: { id: null, role: 'visitor' as const },
  occurredAt: at,
})

export const testLog = (store: EventStore, eventRegistry: EventFamily<AnyEvent> = allCardEvents): TestLog => {
  const history = historyOf(store, plainSealing, eventRegistry)
  const occurredAt = '2026-05-04T10:00:00.000Z' as Instant
  const append: TestLog['append'] = async (stream, ...events) => {
    const newEvents = events.map(({ type, data }) => {
      const v = eventRegistry.codecs.get(type)?.version ?? 1
      return { id: randomUUID(), type, data: JSON.stringify(data), meta: JSON.stringify({ ...meta(occurredAt), v }) }
    })
    return right(await store.append(stream, 'any', newEvents)()).position
  }
  return {
    store,
    history,
    append,
    write: (...events) => append(`card-${randomUUID()}`, ...events),
    writeRaw: async (type, data) => {
      const event = { id: randomUUID(), type, data, meta: JSON.stringify({ ...meta(occurredAt), v: 1 }) }
      const stream = `card-${randomUUID()}`
      return { stream, position: right(await store.append(stream, 'none', [event])()).position }
    },
    recorded: async () => {
      const page = right(await store.readAll(null, 1_000_000)())
      return right(await history.decode(eventRegistry, page)()).flatMap((decoded) =>
        E.isRight(decoded) ? [decoded.right] : [],
      )
    },
  }
}

export const memoryTestLog = (eventRegistry?: EventFamily<AnyEvent>): TestLog =>
  testLog(memoryEventStore(), eventRegistry)
