import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewEvent } from '../../../../application/ports/event-store.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import { defaultTimeouts } from '../../../../infrastructure/postgres/postgres.ts'
import { writeConnection } from '../../../../infrastructure/event-store/postgres/write-connection.ts'
import { event, events, idsOf, ok } from '../../../contract/event-store/test-kit.ts'
import { expectedPositions, logDatabase, readTail } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)

/** Number of events that the adapter writes with COPY. */
const many = 300

it('text survives COPY unchanged, whatever characters it contains', async () => {
  const store = database.open()
  const words = [
    '',
    '\\N',
    '\\.',
    '\\',
    'a\tb',
    '1\n2\r\n3\r',
    '\\t\\n\\\\',
    'è 🏔️',
    '{"a":"\\u0000\\"\\\\"}',
    '\u007f\v\f\b',
  ]
  const unusual = Array.from({ length: many }, (_, n): NewEvent => {
    const word = words[n % words.length] ?? ''
    return { ...event(), data: word, meta: `${word}${n}` }
  })
  const stream = 'a strange\\name \\N'
  for (const expected of ['any', 'exists'] as const) await ok(store.append('warm', expected, [event()]))
  for (const expected of ['none', many, 'any'] as const)
    await ok(
      store.append(
        stream,
        expected,
        unusual.map((template) => ({ ...template, id: event().id })),
      ),
    )
  const read = await ok(store.read(stream))
  expect(read.map(({ data, meta }) => [data, meta])).toEqual(
    [...unusual, ...unusual, ...unusual].map(({ data, meta }) => [data, meta]),
  )
  expect(read.every((recorded) => recorded.stream === stream)).toBe(true)
})

it('R5: two concurrent COPY appends lose nothing, leave no gap and get correct responses', async () => {
  const stores = [database.open(), database.open()] as const
  const before = (await ok(stores[0].readAll(null, 10_000))).length
  const answers = await Promise.all(
    stores.flatMap((store, writer) =>
      Array.from({ length: 12 }, async (_, n) => {
        const own = events(many)
        const first = await ok(store.append(`of-${writer}-${n}`, 'none', own))
        const second = await ok(store.append(`of-${writer}-${n}`, first.version, events(many)))
        expect(await ok(store.append(`of-${writer}-${n}`, 'none', own))).toEqual(first)
        return second.version
      }),
    ),
  )
  expect(new Set(answers)).toEqual(new Set([2 * many]))
  const all = await readTail(stores[0], before + 24 * 2 * many)
  expect(all.map(({ position }) => position)).toEqual(expectedPositions(before + 24 * 2 * many))
})

it('a race for a version has one winner, with COPY too', async () => {
  const [first, second] = [database.open(), database.open()]
  for (const store of [first, second]) await ok(store.append('warm', 'any', events(2)))
  for (let round = 0; round < 5; round++) {
    const offers = [events(many), events(many), events(many)] as const
    const outcomes = await Promise.all(
      offers.map((offer, n) => (n === 0 ? first : second).append('raced', round * many, offer)()),
    )
    expect(outcomes.filter(E.isRight)).toHaveLength(1)
    const winner = outcomes.findIndex(E.isRight)
    expect(idsOf(await ok(first.read('raced', round * many + 1)))).toEqual(idsOf(offers[winner] ?? []))
  }
})

it('rows after a failed statement are skipped, and the connection stays usable', async () => {
  const connection = writeConnection({ connectionString: database.url, timeouts: defaultTimeouts })
  await expect(connection.copyIn(`select 1/0; copy log.types (name) from stdin`, 'Never\n')).rejects.toThrow(
    'division by zero',
  )
  await expect(connection.copyIn(`copy log.types (name) from stdin`, 'one\ttoo many\n')).rejects.toThrow('extra data')
  await connection.copyIn(`copy log.types (name) from stdin; select 1`, 'Copied\n')
  expect(
    await connection.query({ name: 'names', text: 'select name from log.types where name in ($1, $2)' }, [
      'Never',
      'Copied',
    ]),
  ).toEqual([['Copied']])
  await connection.close()
})

describe('a rejected COPY batch', () => {
  beforeAll(() => database.pool.query(`alter table log.events add check (data not like '%poison%')`))

  it('R16: of a hundred appends loses only the faulty one', async () => {
    const store = database.open()
    await ok(store.append('before', 'any', [event()]))
    await ok(store.append('before', 'exists', [event()]))
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        store.append(`dish-${n}`, 'none', [...events(60), { ...event(), data: n === 4 ? '"poison"' : '"food"' }])(),
      ),
    )
    expect(outcomes.flatMap((outcome, n) => (E.isLeft(outcome) ? [[n, outcome.left.type]] : []))).toEqual([
      [4, 'Malformed'],
    ])
    expect(await database.column(`select count(*)::int from log.events where name like 'dish-%'`)).toEqual([99])
  })
})
