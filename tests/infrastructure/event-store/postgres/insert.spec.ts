import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { int4s } from '../../../../infrastructure/event-store/postgres/row-encoding.ts'
import { insertOn } from '../../../../infrastructure/event-store/postgres/write-connection.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
const client = new Client({ connectionString: database.url, pipeline: true })
const insert = insertOn(client)
beforeAll(() => client.connect())
afterAll(async () => {
  await client.end()
  await database.drop()
})

const insertRow = { name: 'one', text: 'insert into jots (n, said) values ($1::integer, $2::text)' }
const insertRows = { name: 'many', text: 'insert into jots (n) select unnest($1::integer[]) as n where $2::boolean' }

describe('an insert statement', () => {
  it('is re-sent in full when it was rejected at first', async () => {
    await expect(insert(insertRow, [1, 'too early'])).rejects.toMatchObject({ code: '42P01' })
    await client.query('create table jots (n integer primary key, said text)')
    expect(await insert(insertRow, [1, 'in time'])).toBe(1)
  })

  it('returns the number of rows inserted from numbers, texts, null and arrays', async () => {
    expect(await insert(insertRow, [2, null])).toBe(1)
    expect(await insert(insertRows, [int4s([3, 4, 5]), 'true'])).toBe(3)
    expect(await insert(insertRows, [int4s([6, 7]), 'false'])).toBe(0)
    const { rows } = await client.query<{ n: number; said: string | null }>('select n, said from jots order by n')
    expect(rows.map(({ n, said }) => [n, said])).toEqual([[1, 'in time'], ...[2, 3, 4, 5].map((n) => [n, null])])
  })

  it('reports a conflict without affecting the statements sent after it', async () => {
    const answers = await Promise.allSettled([
      insert(insertRow, [1, 'again']),
      insert(insertRow, [8, 'next']),
      insert(insertRow, [2, '']),
    ])
    expect(answers).toMatchObject([{ reason: { code: '23505' } }, { value: 1 }, { reason: { code: '23505' } }])
  })

  it('fails when the connection is lost', async () => {
    const insertSlowly = { name: 'waits', text: 'insert into jots (n) select 9 from pg_sleep(60)' }
    client.on('error', () => undefined)
    const answer = insert(insertSlowly, []).catch((error: unknown) => error)
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep(60)'`,
    )
    expect(await answer).toMatchObject({ code: '57P01' })
  })
})
