import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { keyringMigrations } from '../../../infrastructure/keyring/migrations.ts'
import { postgresKeyring } from '../../../infrastructure/keyring/postgres-keyring.ts'
import { migrate } from '../../../infrastructure/postgres/migrate.ts'
import { poolOf, testDatabase } from '../../support/database.ts'
import { keyringContract } from './keyring.contract.ts'

const database = await testDatabase()
await migrate(database.pool, [keyringMigrations])
const elsewhere = poolOf(database.url, { max: 5 })
const masterKey = randomBytes(32)
afterAll(async () => {
  await elsewhere.end()
  await database.drop()
})

keyringContract('postgres', () => {
  const here = postgresKeyring({ pool: database.pool, masterKey })
  const there = postgresKeyring({ pool: elsewhere, masterKey })
  return {
    here,
    there,
    close: async () => {
      await here.close()
      await there.close()
    },
  }
})
