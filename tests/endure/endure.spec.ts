import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { postgresGround } from './ground.ts'
import { short, trials } from './trials.ts'

const elsewhere = await testDatabase()
afterAll(elsewhere.drop)

const postgres = async () => {
  const database = await testDatabase()
  const ground = await postgresGround(database.url)
  return { ...ground, close: () => ground.close().then(database.drop) }
}

it.each(Object.entries(trials({ postgres, elsewhere: elsewhere.url }, short)))(
  '%s',
  async (_, run) => expect((await run()).faults).toEqual([]),
  180_000,
)
