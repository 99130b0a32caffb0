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

/** Servers with and without `BatchAppend`. */
export const appendModes = [
  ['BatchAppend', true],
  ['Append', false],
] as const

/** A server that is stopped after the test. */
export const standInServer = async (options: StandInOptions = {}): Promise<EventStoreDbStandIn> => {
  const standIn = await startEventStoreDbStandIn({ port: await freePort(), ...options })
  onTestFinished(standIn.stop)
  return standIn
}

/** A leader and a follower of one log, and the connection string that discovers them. */
export const standInCluster = async (options: StandInOptions = {}) => {
  const leader = await standInServer(options)
  const follower = await standInServer({ ...options, log: leader.log })
  follower.follow(leader)
  const hosts = `127.0.0.1:${leader.port},127.0.0.1:${follower.port}`
  return { leader, follower, url: `esdb://${hosts}?tls=false&gossipTimeout=1&discoveryInterval=10` }
}

/** Exchanges the roles of the two nodes. */
export const elect = (next: EventStoreDbStandIn, former: EventStoreDbStandIn): void => {
  next.lead()
  former.follow(next)
}

/** A new server with the same log and port, and an empty cache. */
export const restartServer = (
  { log, port }: EventStoreDbStandIn,
  options: StandInOptions = {},
): Promise<EventStoreDbStandIn> => standInServer({ ...options, log, port })

/** A separate store, as another process would open it. */
export const openStore = (connectionString: string): EventStore => {
  const store = eventStoreDbEventStore({ connectionString })
  onTestFinished(store.close)
  return store
}

/** The plain client, for operations Garbo does not perform. */
export const operatorClient = ({ connectionString }: { readonly connectionString: string }): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(connectionString)
  onTestFinished(client.dispose)
  return client
}

/** Retries unknown outcomes with the same ids, as the application does. */
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
