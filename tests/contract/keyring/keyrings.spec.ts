import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { keyringMigrations, memoryKeyring, postgresKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { createPool, testDatabase } from '../../support/database.ts'
import { keyringContract } from './keyring.contract.ts'

keyringContract('memory', () => {
  const keyring = memoryKeyring()
  return { here: keyring, there: keyring, close: () => Promise.resolve() }
})

const database = await testDatabase()
await migrate(database.pool, [keyringMigrations])
const otherPool = createPool(database.url, { max: 5 })
const masterKey = randomBytes(32)
afterAll(async () => {
  await otherPool.end()
  await database.drop()
})

keyringContract('postgres', () => {
  const here = postgresKeyring({ pool: database.pool, masterKey })
  const there = postgresKeyring({ pool: otherPool, masterKey })
  return {
    here,
    there,
    close: async () => {
      await here.close()
      await there.close()
    },
  }
})
