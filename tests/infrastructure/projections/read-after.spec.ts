import { setTimeout as pause } from 'node:timers/promises'
import { type CommonQueryMethods, sql } from 'slonik'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Projections, ReadModelsBehind } from '../../../application/ports/projections.ts'
import { openQueries } from '../../../infrastructure/postgres/postgres.ts'
import {
  awaitReadModels,
  batchReads,
  readAfter,
  readModelsIn,
} from '../../../infrastructure/projections/projection-engine.ts'
import { projections as all } from '../../../projections/all.ts'
import { readModelsOfWrittenReviews, reviewsWrittenBy } from '../../../projections/reviews/reviews.ts'
import { testDatabase } from '../../support/database.ts'

const database = await testDatabase()
/** A single connection shows whether a waiting query holds it. */
const db = await openQueries(database.url, 1, undefined, [awaitReadModels])
beforeAll(async () => {
  await database.pool.query(`create schema read; create view read.reviews as select 1 as n;
    create view read.flags as select 2 as n; create view read.cases as select 3 as n`)
})
afterAll(async () => {
  await db.end()
  await database.drop()
})

const Row = z.object({ n: z.number() })
const reviews = () => db.oneFirst(sql.type(Row)`select n from read.reviews`)
const flags = () => db.oneFirst(sql.type(Row)`select n from read.flags`)
const reviewsAndCases = () =>
  db.oneFirst(sql.type(Row)`select r.n from read.reviews r left join read.cases c on c.n = r.n`)
const position = '00000000000000000007'

/** Read models of which each is shown after its delay; those without one are stopped. */
const shownAfter = (delays: Readonly<Record<string, number>>) => {
  const waits: { readonly names: readonly string[]; readonly deadlineMs: number; readonly pausedMs: number }[] = []
  const waitFor: Projections['waitFor'] = async (names, after, deadlineMs) => {
    if (after !== position) throw new Error('waits for another position')
    const missing = names.filter((name) => !(name in delays))
    const delay = Math.max(...names.map((name) => delays[name] ?? 0))
    const pausedMs = missing.length > 0 ? 0 : Math.min(delay, deadlineMs)
    waits.push({ names, deadlineMs: Math.round(deadlineMs), pausedMs })
    if (missing.length > 0) return { type: 'Behind', progress: [] }
    await pause(pausedMs)
    return delay <= deadlineMs ? { type: 'Reached' } : { type: 'Behind', progress: [] }
  }
  return {
    waits,
    waited: () => waits.map(({ names }) => names.join(' ')),
    orFail: readAfter({ waitFor }, { timeoutMs: 300, whenBehind: 'fail' }),
    orRead: readAfter({ waitFor }, { timeoutMs: 300, whenBehind: 'read' }),
  }
}

it('a query waits for the read models in its text, each once', async () => {
  const { orFail, waited } = shownAfter({ reviews: 5, flags: 5, cases: 5 })
  expect(await orFail(position, async () => [await reviews(), await flags(), await reviewsAndCases()])).toEqual([
    1, 2, 1,
  ])
  expect(waited()).toEqual(['reviews', 'flags', 'cases'])
})

it('a query that uses no read model does not wait', async () => {
  const { orFail, waited } = shownAfter({})
  expect(await orFail(position, () => db.oneFirst(sql.type(Row)`select 4 as n`))).toBe(4)
  expect(waited()).toEqual([])
})

it('a query outside the waiting request does not wait', async () => {
  const { orFail, waited } = shownAfter({ reviews: 50 })
  const within = orFail(position, reviews)
  expect(await flags()).toBe(2)
  await within
  expect(waited()).toEqual(['reviews'])
})

it('a read model that is behind fails the queries that use it, and no others', async () => {
  const { orFail } = shownAfter({ reviews: 0 })
  expect(await orFail(position, reviews)).toBe(1)
  await expect(orFail(position, flags)).rejects.toBeInstanceOf(ReadModelsBehind)
  await expect(orFail(position, reviewsAndCases)).rejects.toBeInstanceOf(ReadModelsBehind)
})

it('a read model that is behind is read as it is if the caller prefers', async () => {
  const { orRead, waited } = shownAfter({})
  expect(await orRead(position, async () => [await flags(), await flags()])).toEqual([2, 2])
  expect(waited()).toEqual(['flags'])
})

it('queries share the time to wait, and a late one still has a moment', async () => {
  const { orFail, waits } = shownAfter({ reviews: 250, flags: 20, cases: 5_000 })
  const reading = orFail(position, async () => [await reviews(), await flags(), await reviewsAndCases()])
  await expect(reading).rejects.toBeInstanceOf(ReadModelsBehind)
  expect(waits.map(({ deadlineMs }) => deadlineMs)).toEqual([300, 100, 100])
  expect(waits.map(({ pausedMs }) => pausedMs)).toEqual([250, 20, 100])
})

it('a waiting query holds no connection', async () => {
  const { orFail } = shownAfter({ reviews: 200 })
  let isDone = false
  const waiting = orFail(position, reviews).then((n) => {
    isDone = true
    return n
  })
  for (let n = 0; n < 10; n++) expect(await flags()).toBe(2)
  expect(isDone).toBe(false)
  expect(await waiting).toBe(1)
})

/** Batched queries, of which each adds 1 to its number. */
const recordedBatches = (query: () => Promise<number> = reviews) => {
  const batches: (readonly number[])[] = []
  const read = batchReads(['reviews'], async (queries: readonly number[]) => {
    batches.push(queries)
    const n = await query()
    return queries.map((each) => each + n)
  })
  return { read, batches }
}

it('a batched query waits for its own position only', async () => {
  const { read, batches } = recordedBatches()
  const { orFail, waited } = shownAfter({ reviews: 50 })
  expect(await Promise.all([read(1), orFail(position, () => read(2)), read(3)])).toEqual([2, 3, 4])
  expect(batches).toEqual([[1, 3], [2]])
  expect(waited()).toEqual(['reviews'])
})

it('batched queries whose positions are shown at the same time are sent together', async () => {
  const { read, batches } = recordedBatches()
  const shown = Promise.withResolvers<{ readonly type: 'Reached' }>()
  const after = readAfter({ waitFor: () => shown.promise }, { timeoutMs: 300, whenBehind: 'fail' })
  const waiting = Promise.all([1, 2].map((n) => after(position, () => read(n))))
  expect(await read(3)).toBe(4)
  shown.resolve({ type: 'Reached' })
  expect(await waiting).toEqual([2, 3])
  expect(batches).toEqual([[3], [1, 2]])
})

it('a batched query whose read model is behind fails alone', async () => {
  const { read } = recordedBatches()
  const { orFail, orRead } = shownAfter({})
  const results = await Promise.allSettled([read(1), orFail(position, () => read(2)), orRead(position, () => read(3))])
  expect(results).toMatchObject([{ value: 2 }, { status: 'rejected' }, { value: 4 }])
  expect(results[1]).toMatchObject({ reason: new ReadModelsBehind(['reviews']) })
})

it('a batched query of a read model that it does not name is rejected', async () => {
  const { read } = recordedBatches(reviewsAndCases)
  await expect(read(1)).rejects.toThrow('does not name the read models cases')
})

it('the read models of written reviews are those in their statement', async () => {
  const texts: string[] = []
  const any = (query: { readonly sql: string }) => {
    texts.push(query.sql)
    return Promise.resolve([])
  }
  await reviewsWrittenBy({ any } as unknown as CommonQueryMethods, [{ authorId: 'a', reviewId: 'r' }])
  expect(texts.flatMap(readModelsIn).toSorted()).toEqual(readModelsOfWrittenReviews.toSorted())
})

it.each([
  ['select 1 from log.events', []],
  ['select * from read.venue_days', ['venue_days']],
  [
    'select * from read.flags f join read.reviews r on true where exists (select from read.flags)',
    ['flags', 'reviews'],
  ],
  ['with x as (select * from\n\tread.cases) select * from x, "read"."wallets"', ['cases', 'wallets']],
  ['select already.read, spread.x from t', []],
])('the read models of “%s” are %j', (text, names) => expect(readModelsIn(text)).toEqual(names))

it('every read model has a name that is found', () => {
  for (const { name } of Object.values(all)) expect(readModelsIn(`select from read.${name}`)).toEqual([name])
})
