import { randomUUID } from 'node:crypto'
import { historyOf, type History } from '../../../application/history.ts'
import type { EventStore } from '../../../application/ports/event-store.ts'
import type { Sealing } from '../../../application/ports/sealing.ts'
import type { AnyEvent, EventFamily } from '../../../domain/kernel/event.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import type { Position, Recorded } from '../../../domain/kernel/recorded.ts'
import { memoryEventStore } from '../../../infrastructure/event-store/memory/memory-event-store.ts'
import { everything } from './cards.ts'

/** Nothing is hidden: what sealing does has its own tests. */
const glass: Sealing = {
  seal: (events) => TE.right(events.map(({ event }) => event.data)),
  open: (events) => TE.right(events.map(({ data }) => data)),
  blank: (events) => events.map(({ data }) => data),
}

export const right = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error(`expected success, got ${JSON.stringify(outcome.left)}`)
  return outcome.right
}

export interface Log {
  readonly store: EventStore
  readonly history: History
  /** Appends to a stream of its own each; answers the position of the last. */
  readonly write: (...events: readonly AnyEvent[]) => Promise<Position>
  /** Text that is no event of ours, under the name of one. */
  readonly spoil: (type: string, data: string) => Promise<Position>
  readonly recorded: () => Promise<readonly Recorded[]>
}

const meta = (at: Instant) => ({
  correlationId: 'c',
  causationId: null,
  actor: { id: null, role: 'visitor' as const },
  occurredAt: at,
})

export const logOn = (store: EventStore, catalogue: EventFamily<AnyEvent> = everything): Log => {
  const history = historyOf(store, glass, catalogue)
  const occurredAt = '2026-05-04T10:00:00.000Z' as Instant
  return {
    store,
    history,
    write: async (...events) => {
      const facts = events.map((event) => ({ id: randomUUID(), event, meta: meta(occurredAt) }))
      return right(await history.append(`card-${randomUUID()}`, 'none', facts)()).position
    },
    spoil: async (type, data) => {
      const event = { id: randomUUID(), type, data, meta: JSON.stringify({ ...meta(occurredAt), v: 1 }) }
      return right(await store.append(`card-${randomUUID()}`, 'none', [event])()).position
    },
    recorded: async () => {
      const page = right(await store.readAll(null, 1_000_000)())
      return right(await history.decode(catalogue, page)()).flatMap((one) => (E.isRight(one) ? [one.right] : []))
    },
  }
}

export const memoryLog = (catalogue?: EventFamily<AnyEvent>): Log => logOn(memoryEventStore(), catalogue)
