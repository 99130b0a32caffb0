import { afterAll } from 'vitest'
import {
  eventStoreMigrations,
  postgresEventStore,
} from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase } from '../../support/database.ts'
import { eventStoreContract } from './event-store.contract.ts'

const database = await testDatabase()
await migrate(database.pool, [eventStoreMigrations])
afterAll(database.drop)
eventStoreContract('postgres', () => postgresEventStore({ pool: database.pool, connectionString: database.url }))
