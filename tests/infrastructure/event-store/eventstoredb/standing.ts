import { EventStoreDBClient } from '@eventstore/db-client'
import { onTestFinished } from 'vitest'
import type { Appended, EventStore, Expected, NewEvent } from '../../../../application/ports/event-store.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import { eventStoreDbEventStore } from '../../../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.ts'
import { freePort } from '../../../support/ports.ts'
import { startStandIn, type StandIn, type StandInOptions } from '../../../support/eventstoredb-stand-in/stand-in.ts'

/** Both ways a server may be talked to. */
export const bothWays = [
  ['BatchAppend', true],
  ['Append', false],
] as const

/** A server that is gone when the test is. */
export const server = async (options: StandInOptions = {}): Promise<StandIn> => {
  const standIn = await startStandIn({ port: await freePort(), ...options })
  onTestFinished(standIn.stop)
  return standIn
}

/** The same log on the same port, in a new server that remembers nothing. */
export const restarted = ({ log, port }: StandIn, options: StandInOptions = {}): Promise<StandIn> =>
  server({ ...options, log, port })

/** As a process of its own would open it. */
export const storeOn = (connectionString: string): EventStore => {
  const store = eventStoreDbEventStore({ connectionString })
  onTestFinished(store.close)
  return store
}

/** The bare client, in the hands of an operator who can do more than Garbo does. */
export const operatorOf = ({ connectionString }: StandIn): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(connectionString)
  onTestFinished(client.dispose)
  return client
}

/** As the application asks: an unknown outcome again, with the same ids. */
export const appendSurely = async (
  store: EventStore,
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
): Promise<Appended> => {
  for (;;) {
    const outcome = await store.append(stream, expected, events)()
    if (E.isRight(outcome)) return outcome.right
    if (outcome.left.type !== 'Unavailable') throw new Error(JSON.stringify(outcome.left))
  }
}
