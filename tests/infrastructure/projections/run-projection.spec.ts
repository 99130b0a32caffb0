import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { foldInMemory } from '../../../infrastructure/projections/fold.ts'
import { loadRows, projectionTable } from '../../../infrastructure/projections/projection-table.ts'
import { testDatabase } from '../../support/database.ts'
import { cards, ledger, noise, stamped, torn } from './card-projections.ts'
import {
  checkpointReaches,
  readCheckpoint,
  resetReaders,
  shownRows,
  startReaderProcess,
  waitUntil,
} from './reader-process.ts'
import { memoryTestLog } from './test-log.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const countTimes = async (key: string) =>
  (await pool.query<{ times: number }>('select times from read.ledger where key = $1', [key])).rows[0]?.times ?? 0

it('a projection shows events from before and after its start under its name', async () => {
  const log = memoryTestLog()
  await log.write(stamped('a', 2), stamped('b', 3), stamped('a', 7))
  startReaderProcess(pool, log).run(cards)
  const last = await log.write(stamped('c', 1), torn('b'))
  await checkpointReaches(pool, 'cards_v1', last)
  const { rows } = await pool.query('select key, card_id, stamps, last_note, lucky from read.cards order by key')
  expect(rows).toEqual([
    { key: 'a', card_id: 'a', stamps: 2, last_note: 'perché "sì" {\\}', lucky: true },
    { key: 'c', card_id: 'c', stamps: 1, last_note: 'perché "sì" {\\}', lucky: false },
  ])
})

it('R14: every column type is read from Postgres as the fold produced it', async () => {
  const log = memoryTestLog()
  startReaderProcess(pool, log).run(cards)
  await log.write(stamped('a', 3), stamped('a', 21, '{"nested": "\\u0041,\'"}'))
  const last = await log.write(stamped('a', 5, ''), stamped('b', 12, 'NULL'))
  await checkpointReaches(pool, 'cards_v1', last)
  const memory = foldInMemory(cards, await log.recorded())
  const stored = await loadRows(pool, projectionTable(cards), ['a', 'b', 'nobody'])
  expect(JSON.stringify([...stored])).toBe(JSON.stringify([...memory]))
  expect(memory.get('a')?.hugePoints).toBe(29_000_000_000)
})

it('a new leader continues from the stored rows', async () => {
  const log = memoryTestLog()
  const first = startReaderProcess(pool, log)
  first.run(cards)
  await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 3)))
  await first.stop()
  await log.write(stamped('a', 4), noise)
  startReaderProcess(pool, log).run(cards)
  await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 6), torn('x')))
  const memory = foldInMemory(cards, await log.recorded())
  expect(JSON.stringify([...(await loadRows(pool, projectionTable(cards), ['a']))])).toBe(JSON.stringify([...memory]))
})

it('R11: every event is projected once, even when several processes run the projection', async () => {
  const log = memoryTestLog()
  const processes = [1, 2, 3].map(() => startReaderProcess(pool, log))
  for (const process of processes) process.run(ledger)
  let last = ''
  for (let n = 0; n < 30; n++) {
    last = await log.write(stamped('a', n), noise, torn('b'))
    if (n === 10) await processes[0]?.stop()
  }
  await checkpointReaches(pool, 'ledger_v1', last)
  const { rows } = await pool.query<{ times: number; keys: number }>(
    `select times, count(*)::int as keys from read.ledger where key <> 'total' group by times`,
  )
  expect(rows).toEqual([{ times: 1, keys: 60 }])
  expect(await countTimes('total')).toBe(60)
})

it('R12: writes of a replaced leader are refused completely', async () => {
  const log = memoryTestLog()
  let decodedEvents = 0
  const history = {
    decode: ((family, page, personalData) => {
      decodedEvents += page.length
      return log.history.decode(family, page, personalData)
    }) as typeof log.history.decode,
  }
  startReaderProcess(pool, log, { history, leaseMs: 1_000 }).run(ledger)
  await checkpointReaches(pool, 'ledger_v1', await log.write(stamped('a')))
  await pool.query(
    `update ops.leases set holder = gen_random_uuid(), fence = fence + 1 where name = 'projection:ledger'`,
  )
  await pool.query(`update ops.checkpoints set fence = fence + 1 where name = 'ledger_v1'`)
  const last = await log.write(stamped('b'))
  await waitUntil(() => Promise.resolve(decodedEvents === 2))
  await pause(100)
  expect(await countTimes('total')).toBe(1)
  // The other process never renews its lease, so this one leads again and catches up.
  await checkpointReaches(pool, 'ledger_v1', last)
  expect(await countTimes('total')).toBe(2)
})

it('R12: a leader that finds a different checkpoint writes nothing and continues from it', async () => {
  const log = memoryTestLog()
  startReaderProcess(pool, log).run(ledger)
  await checkpointReaches(pool, 'ledger_v1', await log.write(stamped('a')))
  const movedPosition = (await log.recorded()).at(-1)?.position.replace(/.$/, '2') ?? ''
  await pool.query(`update ops.checkpoints set position = $1 where name = 'ledger_v1'`, [movedPosition])
  expect(await log.write(stamped('b'))).toBe(movedPosition)
  await checkpointReaches(pool, 'ledger_v1', await log.write(stamped('c')))
  expect(await countTimes('total')).toBe(2)
  expect((await log.recorded()).map(({ id }) => id)).toHaveLength(3)
})

it('irrelevant events are neither decoded nor waited for', async () => {
  const log = memoryTestLog()
  const decoded: string[] = []
  const history = {
    decode: ((family, page, personalData) => {
      decoded.push(...page.map(({ type }) => type))
      return log.history.decode(family, page, personalData)
    }) as typeof log.history.decode,
  }
  startReaderProcess(pool, log, { history }).run(cards)
  await log.write(stamped('a'))
  await checkpointReaches(pool, 'cards_v1', await log.write(noise))
  await log.writeRaw('Broken', 'not even JSON')
  await checkpointReaches(pool, 'cards_v1', await log.write(noise))
  expect(decoded).toEqual(['Stamped'])
})

it('irrelevant events cost few checkpoint writes', async () => {
  const log = memoryTestLog()
  startReaderProcess(pool, log).run(cards)
  await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a')))
  const before = await countCheckpointWrites()
  let last = ''
  for (let n = 0; n < 200; n++) last = await log.write(noise)
  await checkpointReaches(pool, 'cards_v1', last)
  expect((await countCheckpointWrites()) - before).toBeLessThan(60)

  async function countCheckpointWrites() {
    await pool.query('select pg_stat_force_next_flush()')
    const { rows } = await pool.query<{ n: number }>(
      `select n_tup_upd::int as n from pg_stat_user_tables where schemaname = 'ops' and relname = 'checkpoints'`,
    )
    return rows[0]?.n ?? 0
  }
})

it('a temporary database failure stops no projection permanently', async () => {
  const log = memoryTestLog()
  const reader = startReaderProcess(pool, log)
  reader.run(cards)
  await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a')))
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a')))
  expect((await readCheckpoint(pool, 'cards_v1'))?.state).toBe('running')
  expect(JSON.stringify(await shownRows(pool, 'cards'))).toContain('\\"stamps\\":2')
})

it('a projection reads again what a crash of the database has undone, without waiting for another event', async () => {
  const log = memoryTestLog()
  startReaderProcess(pool, log).run(cards)
  const kept = await log.write(stamped('a'))
  await checkpointReaches(pool, 'cards_v1', kept)
  const last = await log.write(stamped('b'))
  await checkpointReaches(pool, 'cards_v1', last)
  await pool.query(
    `with undone as (delete from read.cards_v1 where key = 'b')
     update ops.checkpoints set position = '${kept}' where name = 'cards_v1'`,
  )
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await checkpointReaches(pool, 'cards_v1', last)
  expect((await pool.query('select key from read.cards order by key')).rows).toEqual([{ key: 'a' }, { key: 'b' }])
})
