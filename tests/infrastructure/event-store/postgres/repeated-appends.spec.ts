import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import {
  eventStoreMigrations,
  postgresEventStore,
} from '../../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { migrate } from '../../../../infrastructure/postgres/postgres.ts'
import { event, events, ok } from '../../../contract/event-store/test-kit.ts'
import { createPool, testDatabase } from '../../../support/database.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)
const store = database.open()
const countMarked = () => database.column<number>('select count(*)::int from log.events where is_repeatable')

it('R6: an append without a version is recognised permanently, by every process on the same log', async () => {
  const [first, second] = [events(3), [event()]] as const
  const firstAnswer = await ok(store.append('s', 'any', first))
  const secondAnswer = await ok(store.append('s', 'exists', second))
  for (let n = 0; n < 30; n++) await ok(store.append('s', 4 + n, [event()]))
  const restarted = database.open()
  expect(await ok(restarted.append('s', 'any', first))).toEqual(firstAnswer)
  expect(await ok(restarted.append('s', 'exists', second))).toEqual(secondAnswer)
  expect(await ok(store.read('s'))).toHaveLength(34)
})

it('an event id is recognised within its own stream only', async () => {
  const shared = event()
  await ok(store.append('existing', 'none', [event()]))
  const appendToEach = () =>
    Promise.all(['other', 'existing', 'new'].map((stream) => ok(store.append(stream, 'any', [shared]))))
  const first = await appendToEach()
  expect(first.map(({ version }) => version)).toEqual([1, 2, 1])
  expect(await appendToEach()).toEqual(first)
})

it('only the first event of an append without a version is marked', async () => {
  const [before = 0] = await countMarked()
  await ok(store.append('exact', 'none', events(2)))
  await ok(store.append('exact', 2, events(300)))
  expect(await countMarked()).toEqual([before])
  await ok(store.append('exact', 'any', events(2)))
  await ok(store.append('exact', 'exists', events(300)))
  expect(await countMarked()).toEqual([before + 2])
})

it('appends written before the log marked them are still recognised', async () => {
  const old = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'garbo-migrations-'))
  const files = readdirSync(eventStoreMigrations.folder)
  for (const file of files.filter((name) => name < '0003'))
    copyFileSync(new URL(file, eventStoreMigrations.folder), join(folder, file))
  await migrate(old.pool, [{ ...eventStoreMigrations, folder: pathToFileURL(`${folder}/`) }])
  rmSync(folder, { recursive: true })
  const [repeated, other] = [event(), event()] as const
  await old.pool.query(`insert into log.types (name) values ('Happened')`)
  await old.pool.query(
    `select log.append('{-1,-1}', '{s,null}', '{1,2}', '{1,1}', $1, '{"{}","{}"}', '{"{}","{}"}', null, null, $2, '{1}')`,
    [[repeated.id, other.id], [repeated.id]],
  )

  await migrate(old.pool, [eventStoreMigrations])
  const pool = createPool(old.url)
  const upgraded = postgresEventStore({ pool, connectionString: old.url })
  expect(await ok(upgraded.append('s', 'any', [repeated]))).toEqual({ version: 1, position: '00000000000000000001' })
  await expect(old.pool.query(`update log.events set data = ''`)).rejects.toThrow('append-only')
  expect(await ok(upgraded.append('s', 'any', [event()]))).toEqual({ version: 3, position: '00000000000000000003' })
  await upgraded.close()
  await pool.end()
  await old.drop()
})
