import { Pool } from 'pg'
import type { EventStore } from '../../application/ports/event-store.ts'
import { eventStoreDbEventStore } from '../../infrastructure/event-store/eventstoredb/eventstoredb-event-store.ts'
import { memoryEventStore } from '../../infrastructure/event-store/memory/memory-event-store.ts'
import { eventStoreMigrations } from '../../infrastructure/event-store/postgres/migrations.ts'
import { postgresEventStore } from '../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { migrate } from '../../infrastructure/postgres/migrate.ts'
import { startStandIn } from '../support/eventstoredb-stand-in/stand-in.ts'
import { freePort } from '../support/ports.ts'

/** One empty log. */
export interface Ground {
  /** A store as another process would have it: with connections and a memory of its own. */
  readonly open: () => EventStore
  /** Closes every store; what is opened afterwards knows only what lies in the log. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
  /** Are its positions 1, 2, 3, …? */
  readonly counts: boolean
}

export interface PostgresGround extends Ground {
  readonly url: string
  readonly run: <R extends object>(sql: string) => Promise<readonly R[]>
}

/** There is but one store, and nothing of it outlives it. */
export const memoryGround = (): Ground => {
  const store = memoryEventStore()
  return { open: () => store, restart: () => Promise.resolve(), close: store.close, counts: true }
}

/** `restartServer` also begins the server anew, on the same port. */
export const postgresGround = async (
  url: string,
  restartServer: () => Promise<unknown> = () => Promise.resolve(),
): Promise<PostgresGround> => {
  const poolOf = (max: number) => new Pool({ connectionString: url, max }).on('error', () => undefined)
  const admin = poolOf(2)
  await migrate(admin, [eventStoreMigrations])
  const opened = closings()
  return {
    url,
    counts: true,
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

/** The adapter, over gRPC, against our stand-in for the server: a new one on the same log, with an empty memory, when it restarts. */
export const eventStoreDbGround = async (): Promise<Ground> => {
  const port = await freePort()
  let server = await startStandIn({ port })
  const opened = closings()
  return {
    counts: false,
    open: () => {
      const store = eventStoreDbEventStore({ connectionString: server.connectionString })
      opened.add(store.close)
      return store
    },
    restart: async () => {
      await opened.close()
      server.stop()
      server = await startStandIn({ port, log: server.log })
    },
    close: async () => {
      await opened.close()
      server.stop()
    },
  }
}

const closings = () => {
  const all: (() => Promise<void>)[] = []
  return {
    add: (close: () => Promise<void>) => all.push(close),
    close: () => Promise.all(all.splice(0).map((close) => close())),
  }
}
