import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { family } from '../../../domain/kernel/event.ts'
import { AccountErased } from '../../../domain/privacy/erasure.ts'
import { foldInMemory } from '../../../infrastructure/projections/fold.ts'
import { loadRows, projectionTable } from '../../../infrastructure/projections/projection-table.ts'
import { rebuildProjection } from '../../../infrastructure/projections/rebuild.ts'
import { testDatabase } from '../../support/database.ts'
import { allCardEvents, type AnyCardEvent, cards, noise, stamped, torn } from './card-projections.ts'
import { checkpointReaches, resetReaders, startReaderProcess, waitUntil } from './reader-process.ts'
import { memoryTestLog } from './test-log.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)

const cardId = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', '')
const text = fc.string({ unit: 'grapheme' }).filter((s) => !s.includes('\0'))
const event: fc.Arbitrary<AnyCardEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(cardId, fc.integer({ min: 0, max: 5_000 }), text)
      .map(([id, points, note]) => stamped(id, points, note)),
  },
  { weight: 2, arbitrary: cardId.map(torn) },
  { weight: 1, arbitrary: fc.constant(noise) },
)
const neverAborted = new AbortController().signal

it('R14: for every history, live rows, rows rebuilt with any page size and rows folded in memory are equal to the byte', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(event, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
      async (writes) => {
        await resetReaders(pool)
        const log = memoryTestLog()
        const live = startReaderProcess(pool, log)
        live.run(cards, { maxCachedRows: 2 })
        let last = ''
        for (const [n, events] of writes.entries()) {
          last = await log.write(...events)
          if (n % 3 === 0) await checkpointReaches(pool, 'cards_v1', last)
        }
        await checkpointReaches(pool, 'cards_v1', last)
        const memory = foldInMemory(cards, await log.recorded())
        const rowsOf = async (relation: string) =>
          JSON.stringify(
            [...(await loadRows(pool, projectionTable(cards, relation), ['a', 'b', 'c', 'd', '__proto__', '']))].sort(
              byKey,
            ),
          )
        const expected = JSON.stringify([...memory].sort(byKey))
        expect(await rowsOf('cards_v1')).toBe(expected)
        for (const options of [
          {},
          { maxGatheredRows: 2 },
          { gently: true, pageSize: 2 },
          { pageSize: 1 },
          { maxGatheredRows: 0, pageSize: 1 },
          { maxGatheredRows: 0, pageSize: 3, maxCachedRows: 0 },
          { maxGatheredRows: 1, pageSize: 2, maxCachedRows: 2 },
          { sequentially: true, pageSize: 2 },
        ]) {
          const rebuilt = await rebuildProjection(live, cards, neverAborted, options)
          expect(await rowsOf(rebuilt.type === 'Serving' ? rebuilt.relation : '')).toBe(expected)
        }
        await live.stop()
      },
    ),
    { numRuns: 8 },
  ))

it('R14: no row is rebuilt from staging when all rows were removed in the end', async () => {
  await resetReaders(pool)
  const log = memoryTestLog()
  const live = startReaderProcess(pool, log)
  live.run(cards)
  await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a'), stamped('b'), torn('a'), torn('b')))
  for (const options of [
    {},
    { maxGatheredRows: 0, pageSize: 3 },
    { maxGatheredRows: 0, pageSize: 3, maxCachedRows: 0 },
  ]) {
    expect(await rebuildProjection(live, cards, neverAborted, options)).toMatchObject({ type: 'Serving' })
    expect((await pool.query('select key from read.cards')).rows).toEqual([])
  }
  await live.stop()
})

it('R14: erased accounts are removed from rebuilt rows too, whether these are in memory or reloaded', async () => {
  await resetReaders(pool)
  const log = memoryTestLog(family(...allCardEvents.codecs.values(), AccountErased))
  const personal = {
    ...cards,
    columns: { ...cards.columns, lastNote: { type: 'text', pii: { of: 'cardId', erased: 'gone' } } },
  } as const
  const live = startReaderProcess(pool, log)
  live.run(personal)
  const erased = { type: 'AccountErased', data: { accountId: 'a', clientId: null, at: '2026-05-04T10:00:00.000Z' } }
  await log.write(stamped('a', 1, 'x'), stamped('b', 1, 'x'), torn('c'), stamped('a', 2, 'x'), stamped('b', 2, 'b'))
  await checkpointReaches(pool, 'cards_v1', await log.write(erased, stamped('c', 4, 'c'), noise))
  const notes = async () =>
    (await pool.query<{ key: string; note: string }>('select key, last_note as note from read.cards order by key')).rows
  const expected = [{ note: 'gone' }, { note: 'b' }, { note: 'c' }]
  expect(await notes()).toMatchObject(expected)
  for (const options of [
    {},
    { maxGatheredRows: 0, pageSize: 1 },
    { maxGatheredRows: 0, pageSize: 1, maxCachedRows: 0 },
  ]) {
    expect(await rebuildProjection(live, personal, neverAborted, options)).toMatchObject({ type: 'Serving' })
    expect(await notes()).toMatchObject(expected)
  }
})

it('R14: rows folded up to a past position equal those Postgres had then', async () => {
  await resetReaders(pool)
  const log = memoryTestLog()
  startReaderProcess(pool, log).run(cards)
  const snapshots: { position: string; rows: string }[] = []
  for (const event of [stamped('a', 3), stamped('b', 4), torn('a'), noise, stamped('a', 9)]) {
    const position = await log.write(event)
    await waitUntil(async () => await checkpointReaches(pool, 'cards_v1', position))
    snapshots.push({
      position,
      rows: JSON.stringify([...(await loadRows(pool, projectionTable(cards), ['a', 'b']))].sort(byKey)),
    })
  }
  const recorded = await log.recorded()
  for (const { position, rows } of snapshots)
    expect(JSON.stringify([...foldInMemory(cards, recorded, position)].sort(byKey))).toBe(rows)
})

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)
