import type { EventStore, RecordedEvent } from '../../../../application/ports/event-store.ts'
import {
  eventStoreMigrations,
  postgresEventStore,
  type PostgresEventStoreOptions,
} from '../../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { migrate } from '../../../../infrastructure/postgres/postgres.ts'
import { ok } from '../../../contract/event-store/test-kit.ts'
import { createPool, testDatabase, type TestDatabase } from '../../../support/database.ts'

export interface LogDatabase extends TestDatabase {
  /** A store with a separate pool, as in another process. */
  readonly open: (options?: Partial<PostgresEventStoreOptions>) => EventStore
  readonly column: <A>(statement: string, values?: readonly unknown[]) => Promise<readonly A[]>
}

/** Creates an empty log; dropping it closes its stores. */
export const logDatabase = async (): Promise<LogDatabase> => {
  const database = await testDatabase()
  await migrate(database.pool, [eventStoreMigrations])
  const closings: (() => Promise<void>)[] = []
  return {
    ...database,
    open: (options = {}) => {
      const pool = createPool(database.url, { max: 4 })
      const store = postgresEventStore({ pool, connectionString: database.url, ...options })
      closings.push(() => store.close().then(() => pool.end()))
      return store
    },
    column: async (statement, values = []) => {
      const { rows } = await database.pool.query({ text: statement, values: [...values], rowMode: 'array' })
      return rows.map((row) => (row as unknown[])[0] as never)
    },
    drop: async () => {
      await Promise.all(closings.map((close) => close()))
      await database.drop()
    },
  }
}

/** Positions 1, 2, 3, …, `count` as the log formats them. */
export const expectedPositions = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => String(n + 1).padStart(20, '0'))

/** Polls the log until `count` events have been read. */
export const readTail = async (store: EventStore, count: number): Promise<readonly RecordedEvent[]> => {
  const seen: RecordedEvent[] = []
  while (seen.length < count) seen.push(...(await ok(store.readAll(seen.at(-1)?.position ?? null, 23))))
  return seen
}
