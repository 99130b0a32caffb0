import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { E } from '../../../../domain/kernel/fp.ts'
import { event, events, idsOf, ok } from '../../../contract/event-store/test-kit.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)
const store = database.open()

/** Number of events per transaction, from the row's xmin. */
const transactionSizes = (streams: string) =>
  database.column<number>(
    `select count(*)::int from log.events where stream_no in (select position from log.events where name like $1)
     group by xmin order by min(position)`,
    [streams],
  )

describe('group commit', () => {
  it('combines waiting appends: sixty-four at once take a few transactions', async () => {
    await ok(store.append('warm', 'any', [event()]))
    await Promise.all(Array.from({ length: 64 }, (_, n) => ok(store.append(`together-${n}`, 'none', [event()]))))
    expect((await transactionSizes('together-%')).length).toBeLessThanOrEqual(3)
  })

  it('does not wait for more: sequential appends take one transaction each', async () => {
    for (let n = 0; n < 5; n++) await ok(store.append(`alone-${n}`, 'none', [event()]))
    expect(await transactionSizes('alone-%')).toEqual([1, 1, 1, 1, 1])
  })

  it('limits a batch to a thousand events without splitting an append', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => ok(store.append(`many-${n}`, 'none', events(90)))))
    await ok(store.append('many-one', 'none', events(1_500)))
    const sizes = await transactionSizes('many-%')
    expect(sizes.filter((size) => size > 1_000)).toEqual([1_500])
    expect(sizes.length).toBeLessThanOrEqual(9)
  })

  it('keeps a batch to a megabyte', async () => {
    const large = { ...event(), data: `"${'x'.repeat(400_000)}"` }
    await Promise.all([1, 2, 3, 4].map((n) => ok(store.append(`large-${n}`, 'none', [{ ...large, id: event().id }]))))
    expect(Math.max(...(await transactionSizes('large-%')))).toBeLessThanOrEqual(2)
  })

  it('chains appends to one stream within a batch', async () => {
    const written = events(30)
    await Promise.all(written.map((link, n) => ok(store.append('chain', n, [link]))))
    expect(idsOf(await ok(store.read('chain')))).toEqual(idsOf(written))
    expect((await transactionSizes('chain')).length).toBeLessThanOrEqual(3)
  })
})

describe('a batch that the database rejects', () => {
  beforeAll(() => database.pool.query(`alter table log.events add check (data not like '%poison%')`))

  it.each([
    ['the faulty one', [50]],
    ['the faulty ones', [5, 42, 79]],
  ])('R16: of a hundred appends loses only %s', async (_, faulty) => {
    const streams = `mixed-${faulty.length}`
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        store.append(`${streams}-${n}`, 'none', [
          event(),
          { ...event(), data: faulty.includes(n) ? '"poison"' : '"food"' },
        ])(),
      ),
    )
    const refused = outcomes.flatMap((outcome, n) => (E.isLeft(outcome) ? [[n, outcome.left.type]] : []))
    expect(refused).toEqual(faulty.map((n) => [n, 'Malformed']))
    expect(await database.column(`select count(*)::int from log.events where name like $1`, [`${streams}-%`])).toEqual([
      100 - faulty.length,
    ])
  })

  it('reports to dependent appends that the expected version never existed', async () => {
    const outcomes = await Promise.all(
      ['"food"', '"poison"', '"food"'].map((data, n) => store.append('built', n, [{ ...event(), data }])()),
    )
    expect(outcomes.map((outcome) => (E.isLeft(outcome) ? outcome.left : outcome.right.version))).toEqual([
      1,
      { type: 'Malformed', why: expect.stringContaining('check constraint') as unknown },
      { type: 'WrongVersion', expected: 2, actual: 1 },
    ])
  })
})
