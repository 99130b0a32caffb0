import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { listProjections } from '../../../infrastructure/projections/reader-status.ts'
import { testDatabase } from '../../support/database.ts'
import { type CardEvent, cards, ledger, noise, stamped } from './card-projections.ts'
import {
  checkpointReaches,
  readCheckpoint,
  resetReaders,
  shownRows,
  startReaderProcess,
  waitUntil,
} from './reader-process.ts'
import { memoryTestLog, type TestLog } from './test-log.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const waitUntilStopped = (relation = 'cards_v1') =>
  waitUntil(async () => (await readCheckpoint(pool, relation))?.state === 'stopped')
const failingOn = (isPoison: (event: CardEvent) => boolean) => ({
  ...cards,
  evolve: ((row, recorded, key) => {
    if (isPoison(recorded.event)) throw new Error('cannot project')
    return cards.evolve(row, recorded, key)
  }) satisfies typeof cards.evolve,
})
const idAt = async (log: TestLog, position: string) =>
  (await log.recorded()).find((recorded) => recorded.position === position)?.id

describe('R15: an event that cannot be projected', () => {
  it.each([
    ['page by page', { maxGatheredRows: 0 }],
    ['all at once', {}],
    ['page by page, in small pages', { maxGatheredRows: 0, pageSize: 3 }],
  ])('stops only its projection, %s, with everything before it stored and nothing after', async (_, options) => {
    const log = memoryTestLog()
    const before = await log.write(stamped('a', 1), noise, stamped('b', 2), stamped('a', 4))
    const poison = await log.write(stamped('a', 13))
    const last = await log.write(stamped('a', 5), stamped('c', 6))
    const process = startReaderProcess(pool, log)
    process.run(
      failingOn((event) => event.type === 'Stamped' && event.data.points === 13),
      options,
    )
    process.run(ledger, options)
    await waitUntilStopped()
    await checkpointReaches(pool, 'ledger_v1', last)
    const checkpoint = await readCheckpoint(pool, 'cards_v1')
    expect(checkpoint).toMatchObject({
      position: before,
      stopped_event: await idAt(log, poison),
      reason: 'Error: cannot project',
    })
    expect((await pool.query('select key, stamps from read.cards order by key')).rows).toEqual([
      { key: 'a', stamps: 2 },
      { key: 'b', stamps: 1 },
    ])
    const [status, other] = await listProjections(process, [cards, ledger])
    expect(status).toMatchObject({
      name: 'cards',
      version: 1,
      position: before,
      lag: 3,
      state: 'stopped',
      stopped: { position: poison, eventType: 'Stamped', reason: 'Error: cannot project' },
    })
    expect(other).toMatchObject({ state: 'running', lag: 0, stopped: null })
    expect(process.failures).toContainEqual(expect.objectContaining({ reader: 'cards_v1', type: 'Stopped' }))
  })

  it('is projected in order by itself once the cause is gone', async () => {
    const log = memoryTestLog()
    let isFixed = false
    startReaderProcess(pool, log).run(
      failingOn((event) => !isFixed && event.type === 'Stamped' && event.data.points === 13),
    )
    await log.write(stamped('a', 1), stamped('a', 13))
    const last = await log.write(stamped('a', 5))
    await waitUntilStopped()
    isFixed = true
    await checkpointReaches(pool, 'cards_v1', last)
    expect((await pool.query('select stamps from read.cards')).rows).toEqual([{ stamps: 3 }])
    expect(await readCheckpoint(pool, 'cards_v1')).toMatchObject({
      state: 'running',
      stopped_event: null,
      reason: null,
    })
  })

  it('is projected after a restart with fixed code', async () => {
    const log = memoryTestLog()
    const broken = startReaderProcess(pool, log)
    broken.run(failingOn((event) => event.type === 'Torn'))
    const last = await log.write(stamped('a', 1), { type: 'Torn', data: { cardId: 'a' } }, stamped('a', 5))
    await waitUntilStopped()
    await broken.stop()
    startReaderProcess(pool, log).run(cards)
    await checkpointReaches(pool, 'cards_v1', last)
    expect((await pool.query('select stamps from read.cards')).rows).toEqual([{ stamps: 1 }])
  })

  it.each([
    ['data that no version allows', '{"cardId":"a","points":"Mario Rossi"}', /^Stamped cannot be read: points/],
    ['text that is not JSON', 'Mario Rossi', /JSON/],
  ])('may contain %s: the reason names the field, never its content', async (_, data, reason) => {
    const log = memoryTestLog()
    startReaderProcess(pool, log).run(cards)
    await log.write(stamped('a', 1))
    const before = await log.write(noise)
    await log.writeRaw('Stamped', data)
    await log.write(stamped('a', 1))
    await waitUntilStopped()
    await pause(60)
    const checkpoint = await readCheckpoint(pool, 'cards_v1')
    expect(checkpoint).toMatchObject({ position: before, state: 'stopped' })
    expect(checkpoint?.reason).toMatch(reason)
    expect(checkpoint?.reason).not.toContain('Mario')
  })

  it.each([
    ['Postgres rejects', stamped('a', 1, 'a\0b'), /SQLSTATE 22/],
    ['an index rejects', stamped(Array.from({ length: 300 }, randomUUID).join(), 1), /SQLSTATE 54/],
    [
      'Postgres would return changed',
      { ...stamped('a'), data: { ...stamped('a').data, at: '2026-02-30T10:00:00.000Z' } } as CardEvent,
      /lastAt/,
    ],
  ])('stops its projection when it produces a row that %s', async (_, poison, reason) => {
    const log = memoryTestLog()
    const before = await log.write(...Array.from({ length: 40 }, (_, n) => stamped(`c${n}`)))
    await log.write(poison)
    await log.write(stamped('z'))
    for (const options of [{}, { maxGatheredRows: 0, pageSize: 7 }]) {
      const process = startReaderProcess(pool, log)
      process.run(cards, options)
      await waitUntilStopped()
      expect(await readCheckpoint(pool, 'cards_v1')).toMatchObject({
        position: before,
        reason: expect.stringMatching(reason) as string,
      })
      expect(Object.keys(await shownRows(pool, 'cards'))).toHaveLength(40)
      await process.stop()
      await resetReaders(pool)
    }
  })

  it('is not one whose keyring is unavailable: the projection waits and continues', async () => {
    const log = memoryTestLog()
    let reachable = false
    const history = {
      decode: ((family, page, personalData) =>
        reachable
          ? log.history.decode(family, page, personalData)
          : () =>
              Promise.resolve({
                _tag: 'Left',
                left: { type: 'KeyringUnavailable', cause: null },
              })) as typeof log.history.decode,
    }
    const process = startReaderProcess(pool, log, { history })
    process.run(cards)
    const last = await log.write(stamped('a', 1))
    await waitUntil(() => Promise.resolve(process.failures.some(({ type }) => type === 'Unavailable')))
    expect(await readCheckpoint(pool, 'cards_v1')).toMatchObject({ position: null, state: 'running' })
    reachable = true
    await checkpointReaches(pool, 'cards_v1', last)
  })
})
