import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import type { RecordedEvent } from '../../../../application/ports/event-store.ts'
import { int2s, int4s, int8s, texts, uuids } from '../../../../infrastructure/event-store/postgres/row-encoding.ts'
import { ok } from '../../../contract/event-store/test-kit.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)

/** Measured size of the same event in the TypeScript peer, in bytes. */
const peerBytes = 671

it.each([
  ['when each stream holds one event', 1, 0.75],
  ['when each stream holds four events', 4, 0.6],
])('P23: an event of 130 bytes takes little space on disk %s', async (_, perStream, share) => {
  const store = database.open()
  const size = async () => {
    const [bytes] = await database.column<string>(
      `select sum(pg_total_relation_size(oid)) from pg_class where relnamespace = 'log'::regnamespace and relkind = 'r'`,
    )
    return Number(bytes)
  }
  const data = JSON.stringify({ text: 'x'.repeat(119) })
  const meta = JSON.stringify({ correlation: 'y'.repeat(26) })
  const before = await size()
  const count = 12_000
  await Promise.all(
    Array.from({ length: count / perStream }, () =>
      ok(
        store.append(
          `booking-${randomUUID()}`,
          'none',
          Array.from({ length: perStream }, () => ({ id: randomUUID(), type: 'Happened', data, meta })),
        ),
      ),
    ),
  )
  expect(((await size()) - before) / count / peerBytes).toBeLessThanOrEqual(share)
})

it('encoded arrays reach Postgres unchanged', async () => {
  const ids = [randomUUID(), randomUUID().toUpperCase()]
  const words = ['', 'è', '{"a":"\\u0000\\\\"}', 'NULL', '🏔️, {}', '"']
  const { rows } = await database.pool.query({
    text: `select $1::smallint[] = array[1, -2, 32767]::smallint[], $2::integer[] = array[-1, 2147483647], $3::text[] = $4::text[],
             $5::uuid[] = $6::uuid[], $7::text[] = '{}', $8::integer[] = '{}',
             $9::bigint[] = array[-1, 4294967296, -4294967297, 9007199254740991], $10::text[] is not distinct from array['a', null, '']`,
    values: [
      int2s([1, -2, 32_767]),
      int4s([-1, 2_147_483_647]),
      texts(words),
      words,
      uuids(ids),
      ids,
      texts([]),
      int4s([]),
      int8s([-1, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER]),
      texts(['a', null, '']),
    ],
    rowMode: 'array',
  })
  expect(rows).toEqual([Array.from({ length: 8 }, () => true)])
})

it('a long page read in several responses equals short pages', async () => {
  const store = database.open()
  const from = await ok(store.head())
  const words = ['', 'è', '{"a":"\\u0000"}', '\\N\t\n', '🏔️', '","', 'x'.repeat(20_000)]
  const batch = () => words.map((word) => ({ id: randomUUID(), type: 'Said', data: word, meta: word }))
  for (let n = 0; n < 150; n++) await ok(store.append(`said-${n % 3}`, 'any', batch()))
  const long = await ok(store.readAll(from, 1_200))
  const short: RecordedEvent[] = []
  while (short.length < 1_050) short.push(...(await ok(store.readAll(short.at(-1)?.position ?? from, 60))))
  expect(long).toHaveLength(1_050)
  expect(long).toEqual(short)
  expect(long.slice(0, words.length).map(({ data, meta }) => [data, meta])).toEqual(words.map((word) => [word, word]))
})

it('a stream longer than one response is read completely', async () => {
  const store = database.open()
  for (let n = 0; n < 12; n++)
    await ok(
      store.append(
        'said-much',
        'any',
        Array.from({ length: 100 }, (_, k) => ({ id: randomUUID(), type: 'Said', data: `${n * 100 + k}`, meta: '{}' })),
      ),
    )
  const readNumbers = (from?: number) =>
    ok(store.read('said-much', from)).then((recorded) => recorded.map(({ data }) => Number(data)))
  expect(await readNumbers()).toEqual(Array.from({ length: 1_200 }, (_, n) => n))
  expect(await readNumbers(700)).toEqual(Array.from({ length: 501 }, (_, n) => n + 699))
})
