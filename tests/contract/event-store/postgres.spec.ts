import { afterAll } from 'vitest'
import { eventStoreMigrations } from '../../../infrastructure/event-store/postgres/migrations.ts'
import { postgresEventStore } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { migrate } from '../../../infrastructure/postgres/migrate.ts'
import { testDatabase } from '../../support/database.ts'
import { eventStoreContract } from './event-store.contract.ts'

const database = await testDatabase()
await migrate(database.pool, [eventStoreMigrations])
afterAll(database.drop)
eventStoreContract('postgres', () => postgresEventStore({ pool: database.pool, connectionString: database.url }))
