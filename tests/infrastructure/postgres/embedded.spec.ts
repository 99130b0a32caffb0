import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../../support/database.ts'

const database = await testDatabase()
afterAll(database.drop)

it('answers', async () => {
  const { rows } = await database.pool.query<{ n: number }>('select 1 as n')
  expect(rows).toEqual([{ n: 1 }])
})
