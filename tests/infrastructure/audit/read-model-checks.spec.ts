import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  differingReadModels,
  readModelChecks,
  runReadModelChecks,
} from '../../../infrastructure/audit/read-model-checks.ts'
import { type AnyProjection, checkTable } from '../../../infrastructure/projections/projection-engine.ts'
import { databaseWithTables } from '../../support/test-garbo.ts'
import { cards, ledger, stamped, torn } from '../projections/card-projections.ts'
import { checkpointReaches, startReaderProcess, waitUntil } from '../projections/reader-process.ts'
import { memoryTestLog, type TestLog } from '../projections/test-log.ts'

const { pool, queries, drop } = await databaseWithTables()
afterAll(drop)

let log: TestLog
beforeEach(async () => {
  await pool.query(`delete from audit.read_model_checks; delete from ops.leases; drop view if exists read.cards, read.ledger;
    drop table if exists read.cards_v1, read.ledger_v1;
    delete from ops.builds where projection in ('cards', 'ledger');
    delete from ops.checkpoints where name in ('cards_v1', 'ledger_v1')`)
  log = memoryTestLog()
  await log.write(stamped('a', 2), stamped('b', 3), stamped('c', 21), torn('b'), stamped('a', 7), stamped('d', 1))
})

const never = new AbortController().signal
/** A process whose tables show the whole log. */
const startTables = async (...projections: readonly AnyProjection[]) => {
  const reading = startReaderProcess(pool, log)
  for (const projection of projections) reading.run(projection)
  const last = await log.write(stamped('e', 4))
  for (const { name } of projections) await checkpointReaches(pool, `${name}_v1`, last)
  return { reading, last }
}

describe('a table compared with the log (D-15)', () => {
  it('is equal, at its position', async () => {
    const { reading, last } = await startTables(cards)
    expect(await checkTable(reading, cards, { signal: never })).toMatchObject({ position: last, rows: 4, equal: true })
  })

  it.each([
    ['a row was changed', `update read.cards_v1 set stamps = stamps + 1 where key = 'a'`],
    ['a row was removed', `delete from read.cards_v1 where key = 'c'`],
    ['a row was added', `insert into read.cards_v1 (key, card_id, stamps) values ('z', 'z', 1)`],
    ['a row has another key', `update read.cards_v1 set key = 'y' where key = 'd'`],
    ['a value was removed', `update read.cards_v1 set last_at = null where key = 'd'`],
  ])('differs if %s', async (_, change) => {
    const { reading } = await startTables(cards)
    const before = await checkTable(reading, cards, { signal: never })
    await pool.query(change)
    for (const maxRows of [1, 100]) {
      const check = await checkTable(reading, cards, { signal: never, maxRows })
      expect(check?.equal).toBe(false)
      expect(check?.hash.equals(before?.hash ?? Buffer.alloc(0))).toBe(false)
    }
  })

  it('is compared at its own position while the log grows', async () => {
    const { reading, last } = await startTables(cards)
    await reading.stop()
    await log.write(stamped('a', 5), torn('c'), stamped('f', 1))
    expect(await checkTable(reading, cards, { signal: never })).toMatchObject({ position: last, rows: 4, equal: true })
  })

  it('has the same hash in parts as whole, and for the same rows', async () => {
    const { reading } = await startTables(cards)
    const whole = await checkTable(reading, cards, { signal: never })
    expect(whole?.hash).toHaveLength(32)
    for (const maxRows of [1, 2, 3]) expect(await checkTable(reading, cards, { signal: never, maxRows })).toEqual(whole)
    await pool.query('update read.cards_v1 set stamps = stamps')
    expect(await checkTable(reading, cards, { signal: never })).toEqual(whole)
  })

  it('keeps the rows of one part in memory only', async () => {
    const { reading } = await startTables(ledger)
    let pages = 0
    const rest = () => Promise.resolve(void pages++)
    await checkTable(reading, ledger, { signal: never, rest })
    const ofOnePart = pages
    await checkTable(reading, ledger, { signal: never, rest, maxRows: 3 })
    expect([ofOnePart, pages]).toEqual([1, 1 + 3])
  })

  it('is empty before it has read anything', async () => {
    const reading = startReaderProcess(pool, log)
    const check = await checkTable(reading, cards, { signal: never })
    expect(check).toEqual({ position: null, rows: 0, hash: Buffer.alloc(32), equal: true })
  })

  it('is not compared if another version is serving, or when the process ends', async () => {
    const { reading } = await startTables(cards)
    expect(await checkTable(reading, { ...cards, version: 2 }, { signal: never })).toBeNull()
    expect(await checkTable(reading, cards, { signal: AbortSignal.abort() })).toBeNull()
  })
})

describe('the checks of the read models (D-15)', () => {
  const options = { queries, startMs: 0, roundMs: 20, restMs: 0 }
  const stored = () => readModelChecks(queries, ['cards', 'ledger'])
  it('store a result for one read model after the other, and repeat it', async () => {
    const { reading, last } = await startTables(cards, ledger)
    reading.runAlso((runtime, signal) => runReadModelChecks(runtime, [cards, ledger], options, signal))
    await waitUntil(async () => (await stored()).length === 2)
    expect(await stored()).toMatchObject([
      { name: 'cards', rows: 4, position: last, equal: true },
      { name: 'ledger', rows: 8, position: last, equal: true },
    ])
    expect((await stored())[0]?.hash).toMatch(/^[\da-f]{64}$/)
    expect(await differingReadModels(pool)).toEqual([])
    await pool.query(`update read.ledger_v1 set times = 9 where key = 'total'`)
    await waitUntil(async () => (await differingReadModels(pool)).length === 1)
    expect(await differingReadModels(pool)).toEqual(['ledger'])
  })

  it('go on with the other read models if one cannot be checked', async () => {
    const { reading } = await startTables(cards, ledger)
    await pool.query('drop table read.cards_v1 cascade')
    reading.runAlso((runtime, signal) => runReadModelChecks(runtime, [cards, ledger], options, signal))
    await waitUntil(async () => (await stored()).some(({ name }) => name === 'ledger'))
    expect((await stored()).map(({ name }) => name)).toEqual(['ledger'])
    expect(reading.failures).toContainEqual(
      expect.objectContaining({ reader: 'read-model-checks', type: 'Unavailable' }),
    )
  })

  it('report a difference only if it is there twice, as an account may be erased during a check', async () => {
    const { reading } = await startTables(cards)
    let handled = 0
    const eventsInLog = 7
    const keys: typeof cards.keys = (recorded) => (handled++ < eventsInLog ? [] : cards.keys(recorded))
    const differingOnce = { ...cards, keys } as AnyProjection
    const oneRound = { ...options, roundMs: 600_000 }
    reading.runAlso((runtime, signal) => runReadModelChecks(runtime, [differingOnce], oneRound, signal))
    await waitUntil(async () => (await stored()).length === 1)
    expect(await stored()).toMatchObject([{ name: 'cards', equal: true }])
    expect(handled).toBe(2 * eventsInLog)
  })
})
