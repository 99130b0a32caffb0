import { Pool } from 'pg'
import type { EventStore } from '../../application/ports/event-store.ts'
import { eventStoreDbEventStore } from '../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.ts'
import { memoryEventStore } from '../../infrastructure/event-store/memory/memory-event-store.ts'
import {
  eventStoreMigrations,
  postgresEventStore,
} from '../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { migrate } from '../../infrastructure/postgres/postgres.ts'
import { startEventStoreDbStandIn } from '../support/eventstoredb-stand-in/server.ts'
import { freePort } from '../support/free-port.ts'

/** One empty log. */
export interface TestStore {
  /** Opens a store with its own connections and caches, as another process would. */
  readonly open: () => EventStore
  /** Closes every store; stores opened afterwards know only the log. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
  /** Whether positions are 1, 2, 3, … */
  readonly hasGaplessPositions: boolean
}

export interface PostgresTestStore extends TestStore {
  readonly url: string
  readonly run: <R extends object>(sql: string) => Promise<readonly R[]>
}

/** A single in-memory store; `restart` keeps it. */
export const memoryTestStore = (): TestStore => {
  const store = memoryEventStore()
  return { open: () => store, restart: () => Promise.resolve(), close: store.close, hasGaplessPositions: true }
}

/** `restartServer` also restarts the Postgres server, on the same port. */
export const postgresTestStore = async (
  url: string,
  restartServer: () => Promise<unknown> = () => Promise.resolve(),
): Promise<PostgresTestStore> => {
  const poolOf = (max: number) => new Pool({ connectionString: url, max }).on('error', () => undefined)
  const admin = poolOf(2)
  await migrate(admin, [eventStoreMigrations])
  const opened = closeStack()
  return {
    url,
    hasGaplessPositions: true,
    run: async <R extends object>(sql: string) => (await admin.query<R>(sql)).rows,
    open: () => {
      const pool = poolOf(2)
      const store = postgresEventStore({ pool, connectionString: url })
      opened.add(() => store.close().then(() => pool.end()))
      return store
    },
    restart: () =>
      opened
        .close()
        .then(restartServer)
        .then(() => undefined),
    close: () => opened.close().then(() => admin.end()),
  }
}

/** The EventStoreDB adapter over gRPC against the stand-in; a restart starts a new stand-in process on the same log. */
export const eventStoreDbTestStore = async (): Promise<TestStore> => {
  const port = await freePort()
  let server = await startEventStoreDbStandIn({ port })
  const opened = closeStack()
  return {
    hasGaplessPositions: false,
    open: () => {
      const store = eventStoreDbEventStore({ connectionString: server.connectionString })
      opened.add(store.close)
      return store
    },
    restart: async () => {
      await opened.close()
      server.stop()
      server = await startEventStoreDbStandIn({ port, log: server.log })
    },
    close: async () => {
      await opened.close()
      server.stop()
    },
  }
}

const closeStack = () => {
  const all: (() => Promise<void>)[] = []
  return {
    add: (close: () => Promise<void>) => all.push(close),
    close: () => Promise.all(all.splice(0).map((close) => close())),
  }
}
