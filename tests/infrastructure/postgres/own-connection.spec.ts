import { afterAll, expect, it, vi } from 'vitest'
import { onOwnConnection } from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase } from '../../support/database.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)

const isFree = async (lock: number) =>
  (await pool.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [lock])).rows[0]?.free

it('resources of a dedicated connection are released with it, even when the work fails', async () => {
  const lock = 4_711
  const failing = onOwnConnection(pool, async (client) => {
    await client.query('create table kept (n int)')
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query('begin')
    await client.query('insert into kept values (1)')
    expect(await isFree(lock)).toBe(false)
    throw new Error('the work failed')
  })
  await expect(failing).rejects.toThrow('the work failed')
  await vi.waitFor(async () => expect(await isFree(lock)).toBe(true))
  expect((await pool.query('select n from kept')).rows).toEqual([])
})

it('a connection lost between two statements fails the next one, and the process survives', async () => {
  const query = onOwnConnection(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const lost = new Promise<void>((resolve) => void client.once('end', resolve))
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await lost
    return client.query('select 1')
  })
  await expect(query).rejects.toThrow('not queryable')
  expect((await pool.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }])
})
