import type { CommonQueryMethods } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyProjection, projectionTable } from '../../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../../projections/all.ts'
import {
  concernedByCorrelations,
  concernedByEvent,
  type EventFilter,
  eventsOfCorrelation,
  searchEvents,
} from '../../../projections/audit/search.queries.ts'
import { explainQuery, type PlanNode, testDatabase, type TestDatabase } from '../../support/database.ts'

const [events, postings, hours, accounts] = [
  projections.auditEvents,
  projections.auditPostings,
  projections.auditHours,
  projections.accounts,
].map((projection) => projectionTable(projection as AnyProjection))

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  const { pool } = database
  const tables = [events, postings, hours, accounts].flatMap((table) => table ?? [])
  await pool.query(
    `create schema read; ${tables.map(({ create, createView }) => `${create}; ${createView}`).join('; ')}`,
  )
  for (const statement of [manyEvents, theirSegments, theirPostings, theirHours]) await pool.query(statement)
  await pool.query(tables.flatMap(({ index }) => index || []).join('; '))
  await pool.query('vacuum analyze')
}, 300_000)
afterAll(() => database.drop())

/**
 * Half a million events of half a year, a tenth of them by one policy and about one venue, of which a hundred thousandth is a rare
 * one.
 */
const manyEvents = `create unlogged table log as
  select lpad(n::text, 20, '0') as position, 'event-' || n as id,
    case when n % 100000 = 0 then 'favourites-' else 'review-' end || n / 10 as stream,
    case when n % 100000 = 0 then 'FavouriteSaved' when n % 3 = 0 then 'ReviewHidden' else 'ReviewSubmitted' end as type,
    '2026-01-01T00:00:00Z'::timestamptz + n * interval '30 seconds' - n % 7 * interval '1 second' as at,
    case when n % 10 = 0 then 'rewards' else 'account-' || n % 50000 end as actor, 'request-' || n / 10 as "correlationId",
    null as "causationId",
    json_build_array(case when n % 10 = 5 then 'grand-hotel' else 'account-' || n % 50000 end) as accounts
  from generate_series(1, 500000) n`
const theirSegments = `insert into read.${events?.relation} (key, events)
  select left(position, 19), json_agg(log order by position) from log group by 1`
const theirPostings = `insert into read.${postings?.relation} (key, offsets)
  select term || ' ' || left(part, -2), string_agg(right(part, 2), ' ' order by part desc) from (
    select distinct term, left(position, length) as part from log cross join lateral (values
      ('event:' || left(id, 10), 19), ('stream:' || stream, 19), ('correlation:' || "correlationId", 19),
      ('actor:' || actor, 19), ('account:' || (accounts->>0), 19), ('type:' || type, 18),
      ('category:' || split_part(stream, '-', 1), 18)) as terms (term, length)) posted
  group by 1`
const theirHours = `insert into read.${hours?.relation} (key, first_position, last_position, events)
  select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24'), min(position), max(position), count(*) from log group by 1`

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

const cursor = Buffer.from(JSON.stringify(['250000'.padStart(20, '0')])).toString('base64url')
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
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
/** Entries of rows that were read, of all steps. */
const entriesOf = (steps: readonly PlanNode[], unfold: string) =>
  sum(steps.filter((step) => step['Function Name'] === unfold).map(rowsRead))
const readsOf = (steps: readonly PlanNode[]) =>
  steps.filter((step) => [events, postings].some((table) => table?.relation === step['Relation Name']))
const unindexed = (steps: readonly PlanNode[]) =>
  readsOf(steps).filter((step) => !/^(Index (Only )?Scan|Bitmap Heap Scan)$/.test(step['Node Type']))

describe('D-48: a page of the search in a log of half a million events', () => {
  it.each(filters)('of %s: is read from indexes, and examines a limited number of entries', async (_, filter) => {
    const steps = await stepsOf((db) => searchEvents(db, { limit: 50, ...filter }))
    expect(readsOf(steps).length).toBeGreaterThan(0)
    expect(unindexed(steps)).toEqual([])
    expect(entriesOf(steps, 'json_to_recordset')).toBeLessThanOrEqual(10_000)
    // of up to nine terms, with the others of the last row of each
    expect(entriesOf(steps, 'string_to_table')).toBeLessThanOrEqual(9 * (1_000 + 3 * 100))
    expect(Math.max(...readsOf(steps).map(rowsRead))).toBeLessThanOrEqual(1_000)
    const sorted = steps.filter((step) => /Sort|Hash/.test(step['Node Type']))
    expect(Math.max(0, ...sorted.map((step) => step['Actual Rows']))).toBeLessThanOrEqual(50 * 40)
  })

  it('examines a fraction of that for the first page of what is frequent', async () => {
    for (const filter of [{}, { actor: 'rewards' }, { subject }, { type: 'ReviewHidden' }, { category: 'review' }]) {
      const steps = await stepsOf((db) => searchEvents(db, { limit: 50, ...filter }))
      expect([filter, entriesOf(steps, 'json_to_recordset') <= 2_000]).toEqual([filter, true])
    }
  })

  it('fails these checks without the indexes', async () => {
    const slow = `select * from read.${postings?.relation} where offsets = '1' limit 50`
    const steps = await explainQuery(database.pool, (db) => db.any({ sql: slow, values: [] } as never))
    expect(unindexed(steps)).toHaveLength(1)
  })

  it('D-49: reads a correlation from its postings', async () => {
    for (const query of [
      (db: CommonQueryMethods) => eventsOfCorrelation(db, 'request-7', 10_000),
      (db: CommonQueryMethods) => concernedByCorrelations(db, ['request-7']),
    ]) {
      const steps = await stepsOf(query)
      expect(unindexed(steps)).toEqual([])
      expect(entriesOf(steps, 'json_to_recordset')).toBeLessThanOrEqual(20)
    }
  })
})

describe('D-49: the events of a correlation', () => {
  it('are in the order of the log, the first ones if there are more', async () => {
    const ids = async (limit: number) =>
      (await eventsOfCorrelation(database.queries, 'request-7', limit)).map(({ id }) => id)
    const expected = Array.from({ length: 10 }, (_, n) => `event-${70 + n}`)
    expect(await ids(10_000)).toEqual(expected)
    expect(await ids(3)).toEqual(expected.slice(0, 3))
    expect(await eventsOfCorrelation(database.queries, 'request', 10)).toEqual([])
  })

  it('D-47: concern the accounts that each of them does', async () => {
    const concerned = await concernedByCorrelations(database.queries, ['request-7', 'request-8', 'request'])
    expect(concerned.get('request-7')).toEqual(
      [70, 71, 72, 73, 74, 75, 76, 77, 78, 79].map((n) => (n === 75 ? 'grand-hotel' : `account-${n}`)),
    )
    expect(concerned.get('request-8')).toContain('account-80')
    expect(concerned.get('request')).toEqual([])
    expect(await concernedByEvent(database.queries, 'event-77')).toMatchObject({
      correlationId: 'request-7',
      accounts: ['account-77'],
    })
    expect(await concernedByEvent(database.queries, 'event-0')).toBeNull()
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
