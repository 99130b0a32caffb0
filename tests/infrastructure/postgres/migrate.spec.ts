import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase } from '../../support/database.ts'

const database = await testDatabase()
afterAll(database.drop)

const dir = mkdtempSync(join(tmpdir(), 'migrations-'))
afterAll(() => rmSync(dir, { recursive: true }))
const module = { module: 'notes', folder: pathToFileURL(`${dir}/`) }
const writeMigration = (name: string, sql: string) => writeFileSync(join(dir, name), sql)
beforeAll(() => writeMigration('0001-notes.sql', 'create table notes (n int); insert into notes values (1)'))

it('each migration runs once, with several processes and repeated starts', async () => {
  await Promise.all([1, 2, 3].map(() => migrate(database.pool, [module])))
  writeMigration('0002-more.sql', 'insert into notes values (2)')
  await migrate(database.pool, [module])
  expect((await database.pool.query('select n from notes order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
})

it('a failed migration is rolled back, and a changed one is refused', async () => {
  writeMigration('0003-broken.sql', 'insert into notes values (3); select nonsense')
  await expect(migrate(database.pool, [module])).rejects.toThrow('nonsense')
  writeMigration('0003-broken.sql', 'select 1')
  writeMigration('0001-notes.sql', 'select 1')
  await expect(migrate(database.pool, [module])).rejects.toThrow('0001-notes.sql has been changed')
  expect((await database.pool.query('select n from notes')).rows).toHaveLength(2)
})
