import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { listProjections } from '../../../infrastructure/projections/reader-status.ts'
import { rebuildProjection, requestRetry } from '../../../infrastructure/projections/projection-engine.ts'
import { testDatabase } from '../../support/database.ts'
import { type CardEvent, cards, ledger, noise, stamped, torn } from './card-projections.ts'
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
const stoppingCards = { ...cards, onFailedEvent: 'stop' as const }
const failingOn = (fails: (event: CardEvent) => boolean, base: typeof cards = stoppingCards) => ({
  ...base,
  evolve: ((row, recorded, key) => {
    if (fails(recorded.event)) throw new Error('cannot project')
    return cards.evolve(row, recorded, key)
  }) satisfies typeof cards.evolve,
})
const idAt = async (log: TestLog, position: string) =>
  (await log.recorded()).find((recorded) => recorded.position === position)?.id

/** Events whose rows cannot be stored, and why. */
const unstorable: readonly [row: string, event: CardEvent, reason: RegExp][] = [
  ['Postgres rejects', stamped('a', 1, 'a\0b'), /SQLSTATE 22/],
  ['an index rejects', stamped(Array.from({ length: 300 }, randomUUID).join(), 1), /SQLSTATE 54/],
  [
    'Postgres would return changed',
    { ...stamped('a'), data: { ...stamped('a').data, at: '2026-02-30T10:00:00.000Z' } } as CardEvent,
    /lastAt/,
  ],
]

describe('R15: an event that cannot be projected into a read model that stops', () => {
  it.each([
    ['page by page', { maxGatheredRows: 0 }],
    ['all at once', {}],
    ['page by page, in small pages', { maxGatheredRows: 0, pageSize: 3 }],
  ])('stops only its projection, %s, with everything before it stored and nothing after', async (_, options) => {
    const log = memoryTestLog()
    const before = await log.write(stamped('a', 1), noise, stamped('b', 2), stamped('a', 4))
    const failing = await log.write(stamped('a', 13))
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
      stopped_event: await idAt(log, failing),
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
      stopped: { position: failing, eventType: 'Stamped', reason: 'Error: cannot project' },
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
    startReaderProcess(pool, log).run(stoppingCards)
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

  it.each(unstorable)('stops its projection when it produces a row that %s', async (_, failing, reason) => {
    const log = memoryTestLog()
    const before = await log.write(...Array.from({ length: 40 }, (_, n) => stamped(`c${n}`)))
    await log.write(failing)
    await log.write(stamped('z'))
    for (const options of [{}, { maxGatheredRows: 0, pageSize: 7 }]) {
      const process = startReaderProcess(pool, log)
      process.run(stoppingCards, options)
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

const setAside = async (reader: string) =>
  (
    await pool.query<{ key: string; position: string; stream: string; reason: string | null }>(
      'select key, position, stream, reason from ops.set_aside where reader = $1 order by position, key',
      [reader],
    )
  ).rows
const stampsByCard = async () =>
  Object.fromEntries(
    (await pool.query<{ key: string; stamps: number }>('select key, stamps from read.cards')).rows.map(
      ({ key, stamps }) => [key, stamps],
    ),
  )
const isThirteen = (event: CardEvent) => event.type === 'Stamped' && event.data.points === 13
/** Two rows an event: its card, and a total of all cards whose evolution never fails. */
const cardsAndTotal = {
  ...failingOn(isThirteen, cards),
  keys: ({ event }) => [event.data.cardId, 'total'],
  evolve: (row, recorded, key) => {
    if (key !== 'total' && isThirteen(recorded.event)) throw new Error('cannot project')
    const total = recorded.event.type === 'Torn' ? row : cards.evolve(row, recorded, key)
    return key === 'total' ? total : cards.evolve(row, recorded, key)
  },
} satisfies typeof cards

describe('Q-119: an event that cannot be projected', () => {
  it.each([
    ['page by page', { maxGatheredRows: 0 }],
    ['all at once', {}],
    ['page by page, in small pages', { maxGatheredRows: 0, pageSize: 3 }],
  ])('is set aside with later events of its row, %s, while other rows go on', async (_, options) => {
    const log = memoryTestLog()
    await log.write(stamped('a', 1), noise, stamped('b', 2))
    const failing = await log.write(stamped('a', 13))
    const later = await log.write(stamped('a', 5))
    const process = startReaderProcess(pool, log)
    process.run(failingOn(isThirteen, cards), options)
    const last = await log.write(stamped('b', 5), stamped('c', 6))
    await checkpointReaches(pool, 'cards_v1', last)
    expect(await stampsByCard()).toEqual({ a: 1, b: 2, c: 1 })
    expect(await setAside('cards_v1')).toMatchObject([
      { key: 'a', position: failing, reason: 'Error: cannot project' },
      { key: 'a', position: later, reason: null },
    ])
    expect(await readCheckpoint(pool, 'cards_v1')).toMatchObject({ state: 'running', reason: null })
    expect(process.failures).toEqual([
      { reader: 'cards_v1', type: 'SetAside', reason: expect.stringContaining(failing) as string },
    ])
  })

  it('keeps only the rows it cannot be applied to from changing', async () => {
    const log = memoryTestLog()
    startReaderProcess(pool, log).run(cardsAndTotal)
    const last = await log.write(stamped('a', 1), stamped('a', 13), stamped('a', 5), stamped('b', 2))
    await checkpointReaches(pool, 'cards_v1', last)
    expect(await stampsByCard()).toEqual({ a: 1, b: 1, total: 4 })
    expect((await setAside('cards_v1')).map(({ key }) => key)).toEqual(['a', 'a'])
  })

  it('still blocks its row after a change of leader', async () => {
    const log = memoryTestLog()
    const first = startReaderProcess(pool, log)
    first.run(failingOn(isThirteen, cards))
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 1), stamped('a', 13)))
    await first.stop()
    startReaderProcess(pool, log).run(failingOn(isThirteen, cards))
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 5), stamped('b')))
    expect(await stampsByCard()).toEqual({ a: 1, b: 1 })
    expect(await setAside('cards_v1')).toHaveLength(2)
  })

  it('is applied in order by the next leader with a fixed fold, whose rows equal those of a fresh fold', async () => {
    const log = memoryTestLog()
    const broken = startReaderProcess(pool, log)
    broken.run(failingOn((event) => isThirteen(event) || event.type === 'Torn', cards))
    await log.write(stamped('a', 1), stamped('a', 13), torn('b'), stamped('a', 5))
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('b', 3), stamped('a', 7), stamped('c')))
    expect((await setAside('cards_v1')).map(({ key }) => key)).toEqual(['a', 'b', 'a', 'b', 'a'])
    await broken.stop()
    const fixed = startReaderProcess(pool, log)
    fixed.run(cards)
    await waitUntil(async () => (await setAside('cards_v1')).length === 0)
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 8)))
    const shown = await shownRows(pool, 'cards')
    expect(await rebuildProjection(fixed, cards, new AbortController().signal)).toMatchObject({ type: 'Serving' })
    expect(await shownRows(pool, 'cards')).toEqual(shown)
    expect(await stampsByCard()).toEqual({ a: 5, b: 1, c: 1 })
  })

  it('is applied again without a restart when an operator asks for it', async () => {
    const log = memoryTestLog()
    let isFixed = false
    startReaderProcess(pool, log).run(failingOn((event) => !isFixed && isThirteen(event), cards))
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 13), stamped('a', 5)))
    await requestRetry(pool)
    await pause(60)
    expect(await setAside('cards_v1')).toHaveLength(2)
    isFixed = true
    await requestRetry(pool)
    await waitUntil(async () => (await setAside('cards_v1')).length === 0)
    expect(await stampsByCard()).toEqual({ a: 2 })
  })

  it('blocks the rows of its stream if it cannot be read, and the table is rebuilt once it can', async () => {
    const log = memoryTestLog()
    const first = startReaderProcess(pool, log)
    first.run(cards)
    await log.write(stamped('a', 1))
    const { stream } = await log.writeRaw('Stamped', unreadable)
    await log.append(stream, stamped('b', 2))
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 5), stamped('b', 3), stamped('c')))
    expect(await stampsByCard()).toEqual({ a: 2, c: 1 })
    const entries = await setAside('cards_v1')
    expect(entries.map(({ key, reason }) => [key, reason?.split(':')[0] ?? null])).toEqual([
      ['', 'Stamped cannot be read'],
      ['b', null],
      ['b', null],
    ])
    expect(JSON.stringify(entries)).not.toContain('Mario')
    await first.stop()
    const history = { decode: laterDecode(log) }
    startReaderProcess(pool, log, { history }).run(cards)
    await waitUntil(async () => (await readCheckpoint(pool, 'cards_v1_r2'))?.state === 'running')
    await waitUntil(async () => (await stampsByCard())['a'] === 3)
    expect(await stampsByCard()).toEqual({ a: 3, b: 2, c: 1 })
    await waitUntil(async () => (await setAside('cards_v1')).length === 0)
  })

  it('and is missing from the log keeps only its row from changing and is reported', async () => {
    const log = memoryTestLog()
    const first = startReaderProcess(pool, log)
    first.run(cards)
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 1), stamped('b', 2)))
    await first.stop()
    await pool.query(`insert into ops.set_aside (reader, position, key, stream, version, event_id, event_type)
      values ('cards_v1', '99999999999999999999', 'a', 'nowhere', 7, 'x', 'Stamped')`)
    const next = startReaderProcess(pool, log)
    next.run(cards)
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 5), stamped('b', 3)))
    expect(await stampsByCard()).toEqual({ a: 1, b: 2 })
    const missing = expect.stringContaining('the event is missing from the log') as string
    expect(await setAside('cards_v1')).toMatchObject([{ reason: null }, { reason: missing }])
    expect(next.failures).toEqual([{ reader: 'cards_v1', type: 'SetAside', reason: missing }])
  })

  it.each(unstorable)('is set aside if it produces a row that %s', async (_, failing, reason) => {
    const log = memoryTestLog()
    await log.write(...Array.from({ length: 40 }, (_, n) => stamped(`c${n}`)))
    await log.write(failing)
    const last = await log.write(stamped('z'))
    for (const options of [{}, { maxGatheredRows: 0, pageSize: 7 }]) {
      const process = startReaderProcess(pool, log)
      process.run(cards, options)
      await checkpointReaches(pool, 'cards_v1', last)
      expect(Object.keys(await shownRows(pool, 'cards'))).toHaveLength(41)
      expect(await setAside('cards_v1')).toMatchObject([{ reason: expect.stringMatching(reason) as string }])
      await process.stop()
      await resetReaders(pool)
    }
  })

  it('stops the read model after a thousand others, because then the fold is at fault', async () => {
    const log = memoryTestLog()
    const before = await log.write(...Array.from({ length: 1_000 }, (_, n) => stamped(`c${n}`, 13)))
    await log.write(stamped('one too many', 13), stamped('z'))
    startReaderProcess(pool, log).run(failingOn(isThirteen, cards))
    await waitUntilStopped()
    expect(await readCheckpoint(pool, 'cards_v1')).toMatchObject({ position: before, reason: 'Error: cannot project' })
    expect(await setAside('cards_v1')).toHaveLength(1_000)
  })

  it('stays set aside in a rebuilt table, and the entries of the old table go with it', async () => {
    const log = memoryTestLog()
    const process = startReaderProcess(pool, log)
    const broken = failingOn(isThirteen, cards)
    process.run(broken)
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 1), stamped('a', 13), stamped('b')))
    expect(await rebuildProjection(process, broken, new AbortController().signal)).toMatchObject({ type: 'Serving' })
    expect(await stampsByCard()).toEqual({ a: 1, b: 1 })
    expect(await setAside('cards_v1_r2')).toHaveLength(1)
    await log.write(stamped('c'))
    await waitUntil(async () => (await setAside('cards_v1')).length === 0)
  })
})

const unreadable = '{"cardId":"a","points":"Mario Rossi"}'
/** Decodes the unreadable event too, as a later version of its codec might. */
const laterDecode =
  (log: TestLog): TestLog['history']['decode'] =>
  (family, page, personalData) => {
    const readable = JSON.stringify(stamped('a', 2).data)
    const upgraded = page.map((recorded) => (recorded.data === unreadable ? { ...recorded, data: readable } : recorded))
    return log.history.decode(family, upgraded, personalData)
  }
