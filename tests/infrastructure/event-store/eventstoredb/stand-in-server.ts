import { EventStoreDBClient } from '@eventstore/db-client'
import { onTestFinished } from 'vitest'
import type { Appended, EventStore, Expected, NewEvent } from '../../../../application/ports/event-store.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import { eventStoreDbEventStore } from '../../../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.ts'
import {
  type EventStoreDbStandIn,
  type StandInOptions,
  startEventStoreDbStandIn,
} from '../../../support/eventstoredb-stand-in/server.ts'
import { freePort } from '../../../support/free-port.ts'

/** Both ways a server may be talked to. */
export const appendModes = [
  ['BatchAppend', true],
  ['Append', false],
] as const

/** A server that is gone when the test is. */
export const standInServer = async (options: StandInOptions = {}): Promise<EventStoreDbStandIn> => {
  const standIn = await startEventStoreDbStandIn({ port: await freePort(), ...options })
  onTestFinished(standIn.stop)
  return standIn
}

/** The same log on the same port, in a new server that remembers nothing. */
export const restartServer = (
  { log, port }: EventStoreDbStandIn,
  options: StandInOptions = {},
): Promise<EventStoreDbStandIn> => standInServer({ ...options, log, port })

/** As a process of its own would open it. */
export const openStore = (connectionString: string): EventStore => {
  const store = eventStoreDbEventStore({ connectionString })
  onTestFinished(store.close)
  return store
}

/** The bare client, in the hands of an operator who can do more than Garbo does. */
export const operatorClient = ({ connectionString }: EventStoreDbStandIn): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(connectionString)
  onTestFinished(client.dispose)
  return client
}

/** As the application asks: an unknown outcome again, with the same ids. */
export const appendUntilKnown = async (
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
