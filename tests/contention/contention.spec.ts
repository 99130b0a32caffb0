import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { postgresTestStore } from './stores.ts'
import { contentionSuite, shortSizes } from './suite.ts'

const otherDatabase = await testDatabase()
afterAll(otherDatabase.drop)

const postgres = async () => {
  const database = await testDatabase()
  const testStore = await postgresTestStore(database.url)
  return { ...testStore, close: () => testStore.close().then(database.drop) }
}

it.each(Object.entries(contentionSuite({ postgres, otherDatabaseUrl: otherDatabase.url }, shortSizes)))(
  '%s',
  { timeout: 180_000, retry: 0 },
  async (_, run) => expect((await run()).faults).toEqual([]),
)
