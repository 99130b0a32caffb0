import type { Pool } from 'pg'
import type { Appended, EventStore, Expected, NewEvent } from '../../../../application/ports/event-store.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import { meta, newId, reviewOf } from '../../workload.ts'

export interface StoreSession {
  readonly pool: Pool
  readonly store: EventStore
  /** Events acknowledged by the store; compared with what SQL finds. */
  readonly acknowledged: { events: number }
  /** Run before the store and the pool are closed. */
  readonly closers: (() => Promise<unknown>)[]
}

export const newEvent = (docId: string): NewEvent => {
  const { type, data } = reviewOf(docId)
  return { id: newId(), type, data: JSON.stringify(data), meta: JSON.stringify(meta) }
}

/** Throws if the store rejects the append. */
export const appendEvents = async (
  { store, acknowledged }: StoreSession,
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
): Promise<Appended> => {
  const appended = unwrap(await store.append(stream, expected, events)())
  acknowledged.events += events.length
  return appended
}

export const unwrap = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isLeft(outcome)) throw new Error(JSON.stringify(outcome.left))
  return outcome.right
}
