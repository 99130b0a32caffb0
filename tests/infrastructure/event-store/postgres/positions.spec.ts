import { afterAll, describe, expect, it } from 'vitest'
import { E } from '../../../../domain/kernel/fp.ts'
import { event, events, idsOf, listen, ok } from '../../../contract/event-store/test-kit.ts'
import { createPool } from '../../../support/database.ts'
import { expectedPositions, logDatabase, readTail } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)

/** Three processes on one log. */
const stores = [database.open(), database.open(), database.open()] as const
const storeOf = (n: number) => stores[n % 3] ?? stores[0]
const pauseBriefly = (n: number) => new Promise((resolve) => setTimeout(resolve, n % 5))

/** The database may default to a stricter isolation level, under which writers would not see each other's events. */
await database.pool.query(`do $$ begin
  execute format('alter database %I set default_transaction_isolation = ''repeatable read''', current_database());
end $$`)

it('calls for the head at the same time share a statement', async () => {
  const pool = createPool(database.url, { max: 4 })
  const store = database.open({ pool })
  let statements = 0
  pool.on('acquire', () => statements++)
  const heads = await Promise.all(Array.from({ length: 64 }, () => ok(store.head())))
  expect([new Set(heads).size, statements]).toEqual([1, 1])
  await pool.end()
})

describe('three processes that write to one log', () => {
  it('R7: assign the positions 1, 2, 3, …, and every reader sees each event once in order', async () => {
    const total = 32 * 12 * 2
    const followers = stores.map((store) => listen(store, '', null))
    const tails = stores.map((store) => readTail(store, total))
    await Promise.all(
      Array.from({ length: 32 }, async (_, writer) => {
        for (let n = 0; n < 12; n++) {
          await ok(storeOf(writer).append(`s-${(writer + n) % 9}`, 'any', events(2)))
          await pauseBriefly(writer * n)
        }
      }),
    )
    for (const log of [
      ...(await Promise.all(tails)),
      ...(await Promise.all(followers.map((follower) => follower.until(total)))),
    ]) {
      expect(log.map(({ position }) => position)).toEqual(expectedPositions(total))
      for (let s = 0; s < 9; s++) {
        const versions = log.filter(({ stream }) => stream === `s-${s}`).map(({ version }) => version)
        expect(versions).toEqual(versions.map((_, n) => n + 1))
      }
    }
    await Promise.all(followers.map((follower) => follower.stop()))
  })

  it('see heads that are never older than the call, however many call at once', async () => {
    await Promise.all(
      Array.from({ length: 24 }, async (_, writer) => {
        for (let n = 0; n < 8; n++) {
          const { position } = await ok(storeOf(writer).append(`headed-${writer}`, 'any', [event()]))
          for (const head of await Promise.all(stores.map((store) => ok(store.head()))))
            expect(String(head) >= position).toBe(true)
        }
      }),
    )
  })

  it('win each version exactly once', async () => {
    for (let version = 0; version < 12; version++) {
      const outcomes = await Promise.all(
        Array.from({ length: 24 }, (_, n) => storeOf(n).append('race', version, [event()])()),
      )
      expect(outcomes.filter(E.isRight)).toHaveLength(1)
      for (const lost of outcomes.filter(E.isLeft))
        expect(lost).toEqual(E.left({ type: 'WrongVersion', expected: version, actual: version + 1 }))
    }
    expect(await ok(stores[0].read('race'))).toHaveLength(12)
  })

  it('write the other appends of a batch in which one lost a race', async () => {
    await ok(stores[0].append('contended', 0, [event()]))
    await ok(stores[1].append('contended', 1, [event()]))
    const [lost, ...others] = await Promise.all([
      stores[0].append('contended', 1, [event()])(),
      ...Array.from({ length: 30 }, (_, n) => stores[0].append(`uncontended-${n}`, 'none', [event()])()),
    ])
    expect(lost).toEqual(E.left({ type: 'WrongVersion', expected: 1, actual: 2 }))
    expect(others.filter(E.isRight)).toHaveLength(30)
  })

  it('R5: never refuse an append with `any`', async () => {
    await Promise.all(
      Array.from({ length: 48 }, async (_, writer) => {
        for (let n = 0; n < 5; n++) await ok(storeOf(writer).append('any', 'any', [event()]))
      }),
    )
    const read = await ok(stores[0].read('any'))
    expect(read.map(({ version }) => version)).toEqual(Array.from({ length: 240 }, (_, n) => n + 1))
  })

  it('R6: store an append once that all of them send at the same time', async () => {
    for (const expected of ['none', 'any'] as const) {
      const batch = events(3)
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, n) => ok(storeOf(n).append(`same-${expected}`, expected, batch))),
      )
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(idsOf(await ok(stores[2].read(`same-${expected}`)))).toEqual(idsOf(batch))
    }
  })

  it('write pipelined appends in the order of the calls', async () => {
    const written = events(40)
    const answers = await Promise.all(
      written.map((newEvent, n) => ok(stores[0].append('pipelined', n, [{ ...newEvent, type: `T${n}` }]))),
    )
    expect(answers.map(({ version }) => version)).toEqual(written.map((_, n) => n + 1))
    expect(idsOf(await ok(stores[1].read('pipelined')))).toEqual(idsOf(written))
  })

  it('accept different expectations mixed on one stream, in the order of the calls', async () => {
    const expectations = [0, 'any', 'exists', 3, 4, 'any', 6] as const
    const answers = await Promise.all(
      expectations.map((expected) => ok(stores[0].append('mixed', expected, [event()]))),
    )
    expect(answers.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
})
