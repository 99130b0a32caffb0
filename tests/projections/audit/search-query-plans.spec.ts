import type { CommonQueryMethods } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyProjection, projectionTable } from '../../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../../projections/all.ts'
import { type EventFilter, eventsOfCorrelation, searchEvents } from '../../../projections/audit/search.queries.ts'
import { explainQuery, type PlanNode, testDatabase, type TestDatabase } from '../../support/database.ts'

const [events, hours, accounts] = [projections.auditEvents, projections.auditHours, projections.accounts].map(
  (projection) => projectionTable(projection as AnyProjection),
)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  const { pool } = database
  const tables = [events, hours, accounts].flatMap((table) => table ?? [])
  await pool.query(
    `create schema read; ${tables.map(({ create, createView }) => `${create}; ${createView}`).join('; ')}`,
  )
  for (const statement of [manyEvents, theirAccounts, theirHours]) await pool.query(statement)
  await pool.query(tables.flatMap(({ index }) => index || []).join('; '))
  await pool.query('vacuum analyze')
}, 300_000)
afterAll(() => database.drop())

const position = `lpad(n::text, 20, '0')`
/**
 * A million events of a year, a tenth of them by one policy and about one venue, of which a hundred thousandth is a rare
 * one.
 */
const manyEvents = `insert into read.${events?.relation} (key, position, stream, type, at, actor, correlation_id, accounts)
  select 'event-' || n, ${position}, 'review-' || n / 10,
    case when n % 100000 = 0 then 'FavouriteSaved' when n % 3 = 0 then 'ReviewHidden' else 'ReviewSubmitted' end,
    '2026-01-01T00:00:00Z'::timestamptz + n * interval '30 seconds' - n % 7 * interval '1 second',
    case when n % 10 = 0 then 'rewards' else 'account-' || n % 50000 end, 'request-' || n / 10, '[]'
  from generate_series(1, 1000000) n`
const theirAccounts = `insert into read.${events?.relation} (key, position, account)
  select n || ' 0', ${position}, case when n % 10 = 5 then 'grand-hotel' else 'account-' || n % 50000 end
  from generate_series(1, 1000000) n`
const theirHours = `insert into read.${hours?.relation} (key, first_position, last_position, events)
  select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24'), min(position), max(position), count(*)
  from read.${events?.relation} where account is null group by 1`

/** Steps of the plans of all statements of a query, which are also executed. */
const stepsOf = async (query: (db: CommonQueryMethods) => Promise<unknown>): Promise<readonly PlanNode[]> => {
  const steps: PlanNode[] = []
  const any = async (statement: never): Promise<unknown> => {
    steps.push(...(await explainQuery(database.pool, (db) => db.any(statement))))
    return database.queries.any(statement)
  }
  await query({ any } as never)
  return steps
}

const cursor = Buffer.from(JSON.stringify(['500000'.padStart(20, '0')])).toString('base64url')
const may = { from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' }
const term = { names: ['request-7'], accounts: ['grand-hotel', 'client-of-the-hotel'] }
const subject = ['grand-hotel', 'client-of-the-hotel']

const filters: readonly (readonly [string, Omit<EventFilter, 'limit'>])[] = [
  ['the whole log', {}],
  ['its next page', { cursor }],
  ['a day', may],
  ['an event', { term: { names: ['event-77'], accounts: ['event-77'] } }],
  ['an account with much history', { term }],
  ['its next page', { term, cursor }],
  ['what is about an account', { subject }],
  ['what is about an account on a day', { subject, ...may }],
  ['what is about an account, by somebody', { subject, actor: 'account-5' }],
  ['an account within what is about another', { subject: ['account-5'], term }],
  ['a type', { type: 'ReviewHidden' }],
  ['a rare type', { type: 'FavouriteSaved' }],
  ['a rare type on a day', { type: 'FavouriteSaved', ...may }],
  ['a category', { category: 'review' }],
  ['a rare category', { category: 'favourites' }],
  ['a rare category on a day', { category: 'favourites', ...may }],
  ['a category and one of its types', { category: 'review', type: 'ReviewHidden' }],
  ['an actor', { actor: 'rewards' }],
  ['a rare type of an actor', { actor: 'rewards', type: 'FavouriteRemoved' }],
  ['everything', { term, subject, actor: 'rewards', type: 'ReviewHidden', category: 'review', ...may, cursor }],
]

/** Entries that one step reads, loops included. */
const rowsRead = (step: PlanNode) =>
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']

describe('D-48: a page of the search in a log of a million events', () => {
  it.each(filters)('of %s: is read from indexes, and examines a limited number of entries', async (_, filter) => {
    const steps = await stepsOf((db) => searchEvents(db, { limit: 50, ...filter }))
    const reads = steps.filter((step) => step['Relation Name'] === events?.relation)
    expect(reads.length).toBeGreaterThan(0)
    expect(reads.filter((step) => !/^Index (Only )?Scan$/.test(step['Node Type']))).toEqual([])
    expect(Math.max(...reads.map(rowsRead))).toBeLessThanOrEqual(10_000)
    const sorted = steps.filter((step) => /Sort|Hash/.test(step['Node Type']))
    expect(Math.max(0, ...sorted.map((step) => step['Actual Rows']))).toBeLessThanOrEqual(50 * 40)
  })

  it('fails these checks without the indexes', async () => {
    const unindexed = `select * from read.${events?.relation} where account is null order by causation_id limit 50`
    const steps = await explainQuery(database.pool, (db) => db.any({ sql: unindexed, values: [] } as never))
    expect(steps.some((step) => /Seq Scan/.test(step['Node Type']))).toBe(true)
  })

  it('D-49: reads a correlation from its index, in the order of the log', async () => {
    const steps = await stepsOf((db) => eventsOfCorrelation(db, 'request-7', 10_000))
    expect(steps.map((step) => step['Node Type'])).toEqual(['Limit', 'Index Scan'])
  })
})

describe('D-48: the pages of a search', () => {
  const pagesOf = async (filter: Omit<EventFilter, 'limit'>, examined: number) => {
    const found: string[] = []
    let [pages, next] = [0, filter.cursor]
    do {
      const page = await searchEvents(database.queries, { limit: 7, ...filter, cursor: next }, examined)
      found.push(...page.items.map(({ id }) => id))
      next = page.nextCursor ?? undefined
      pages++
    } while (next !== undefined)
    return { found, pages }
  }
  const start = Buffer.from(JSON.stringify(['400'.padStart(20, '0')])).toString('base64url')

  it.each<[string, Omit<EventFilter, 'limit'>, (n: number) => boolean]>([
    ['a type of an actor', { actor: 'rewards', type: 'ReviewHidden' }, (n) => n % 30 === 0],
    ['what is about an account, of a type', { subject, type: 'ReviewHidden' }, (n) => n % 10 === 5 && n % 3 === 0],
    [
      'an account or a correlation, of a type',
      { term: { names: ['request-7'], accounts: ['grand-hotel'] }, type: 'ReviewHidden' },
      (n) => (n % 10 === 5 || (n >= 70 && n < 80)) && n % 3 === 0,
    ],
    ['a correlation within an account', { term, subject: ['account-77'] }, (n) => n === 77],
    [
      'an account within another',
      { subject: ['grand-hotel'], term: { names: [], accounts: ['account-45'] } },
      (n) => n === 45,
    ],
  ])('of %s: have every event once, latest first, however few entries a page examines', async (_, filter, matches) => {
    const expected = Array.from({ length: 399 }, (__, n) => 399 - n).filter(matches)
    expect(expected.length).toBeGreaterThan(0)
    for (const examined of [5, 20_000]) {
      const { found, pages } = await pagesOf({ ...filter, cursor: start }, examined)
      expect(found).toEqual(expected.map((n) => `event-${n}`))
      expect(pages).toBeGreaterThanOrEqual(Math.ceil(expected.length / 7))
    }
  })

  it('have the events of a period exactly, although the log is not in the order of their times', async () => {
    const period = { from: '2026-01-01T00:30:10Z', to: '2026-01-01T02:00:00Z' }
    const { found } = await pagesOf(period, 20_000)
    const secondsOf = (n: number) => n * 30 - (n % 7)
    const expected = Array.from({ length: 400 }, (_, n) => 400 - n).filter(
      (n) => secondsOf(n) >= 1_810 && secondsOf(n) < 7_200,
    )
    expect(found).toEqual(expected.map((n) => `event-${n}`))
  })

  it.each<[string, Omit<EventFilter, 'limit'>]>([
    ['all events', {}],
    ['an account', { subject }],
    ['an actor and a type', { actor: 'rewards', type: 'ReviewHidden' }],
    ['a category', { category: 'review' }],
  ])('of %s in a period long ago: are full at once', async (_, filter) => {
    const { items } = await searchEvents(database.queries, { limit: 7, ...may, ...filter })
    expect(items.map(({ at }) => at.slice(0, 10))).toEqual(Array.from({ length: 7 }, () => may.from.slice(0, 10)))
  })

  it('are empty for a period without events, and for an unknown category', async () => {
    expect(await pagesOf({ from: '2031-01-01T00:00:00Z' }, 20_000)).toEqual({ found: [], pages: 1 })
    expect(await pagesOf({ category: 'nothing' }, 20_000)).toEqual({ found: [], pages: 1 })
  })
})
