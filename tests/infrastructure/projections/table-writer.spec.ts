import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { transaction } from '../../../infrastructure/projections/table-writer.ts'
import { testDatabase } from '../../support/database.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)

it('R10: a connection lost between two statements fails only its transaction', async () => {
  const lost = transaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await pause(50)
    await client.query('select 1')
    return true
  })
  await expect(lost).rejects.toThrow(/connection/)
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
})
