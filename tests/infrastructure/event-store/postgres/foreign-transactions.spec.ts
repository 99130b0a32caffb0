import { Client } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { event, listen, ok } from '../../../contract/event-store/asking.ts'
import { testDatabase } from '../../../support/database.ts'
import { logDatabase, places } from './log-database.ts'

const database = await logDatabase()
const elsewhere = await testDatabase()
afterAll(async () => {
  await database.drop()
  await elsewhere.drop()
})

const openTransaction = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create table if not exists busy (n int)')
  await client.query('begin isolation level repeatable read')
  await client.query('insert into busy values (1)')
  return client
}

it('R8: transactions left open here and in another database delay nothing and change no order', async () => {
  const [store, other] = [database.open(), database.open()]
  const open = [await openTransaction(database.url), await openTransaction(elsewhere.url)]
  const follower = listen(other, 's', null)
  for (let n = 0; n < 5; n++) {
    const { position } = await ok(store.append(`s-${n % 2}`, 'any', [event(n)]))
    open.push(await openTransaction(database.url))
    expect((await ok(other.readAll(null, 100))).at(-1)?.position).toBe(position)
    expect((await follower.until(n + 1)).map((one) => one.position)).toEqual(places(n + 1))
  }
  await follower.stop()
  for (const client of open) {
    expect(
      (await client.query<{ now: string }>('select pg_current_xact_id_if_assigned()::text as now')).rows[0]?.now,
    ).toBeTruthy()
    await client.query('rollback')
    await client.end()
  }
  expect((await ok(store.readAll(null, 100))).map(({ position }) => position)).toEqual(places(5))
})
