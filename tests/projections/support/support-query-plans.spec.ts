import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SupportState } from '../../../domain/support/vocabulary.ts'
import { type AnyProjection, projectionTable } from '../../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../../projections/all.ts'
import { supportQueue, supportRequestsOf } from '../../../projections/support/support-requests.ts'
import { explainQuery, type PlanNode, testDatabase, type TestDatabase } from '../../support/database.ts'

const { supportRequests, supportMessages, premiumAccounts, accounts } = projections
const tables = [supportRequests, supportMessages, premiumAccounts, accounts].map((projection) =>
  projectionTable(projection as AnyProjection),
)
const [requests = '', , premiumTable] = tables.map(({ relation }) => relation)
/** As Postgres names the index of the open requests. */
const openIndex = `${requests}_waiting_since_key_idx`

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  const { pool } = database
  await pool.query(
    `create schema read; ${tables.map(({ create, createView }) => `${create}; ${createView}`).join('; ')}`,
  )
  await pool.query(`${manyRequests}; ${fewPremium}; ${tables.flatMap(({ index }) => index || []).join('; ')}; analyze`)
}, 120_000)
afterAll(() => database.drop())

/** A hundred thousand requests of a thousand accounts, each with one open, one answered and 98 closed ones. */
const manyRequests = `insert into read.${requests} (key, request_id, account_id, subject, state, opened_at, waiting_since, last_at, unanswered)
  select 'r-' || n, 'r-' || n, 'account-' || n % 1000, 'Codice',
    case (n + n / 1000) % 100 when 0 then 'open' when 1 then 'answered' else 'closed' end, at,
    case when (n + n / 1000) % 100 = 0 then at end, at, 1
  from generate_series(1, 100000) n, lateral (select '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute' as at) times`
/** Fifty accounts have Premium, as many had it. */
const fewPremium = `insert into read.${premiumTable} (key, account_id, premium_until)
  select 'account-' || n, 'account-' || n, case n / 50 when 0 then '2026-07-01'::timestamptz else '2026-05-01' end
  from generate_series(0, 99) n`

const rowsRead = (step: PlanNode) => step['Actual Rows'] * step['Actual Loops'] + (step['Rows Removed by Filter'] ?? 0)

const now = '2026-06-01T00:00:00.000Z'
const page = (state: SupportState, limit: number, cursor?: string) =>
  supportQueue(database.queries, { state, now, limit, cursor })

describe('D-33: the queue of the help desk', () => {
  it('shows those who have Premium now first, then the longest wait', async () => {
    const { items } = await page('open', 53)
    expect(items.map(({ premium }) => premium)).toEqual(Array.from({ length: 53 }, (_, n) => n < 50))
    expect(items.slice(0, 2).map(({ id, accountId }) => [id, accountId])).toEqual([
      ['r-51049', 'account-49'],
      ['r-52048', 'account-48'],
    ])
    expect(items.slice(50).map(({ id }) => id)).toEqual(['r-100', 'r-200', 'r-300'])
  })

  it.each(['open', 'answered'] as const)('shows every %s request once, page by page', async (state) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { items, nextCursor } = await page(state, 70, cursor)
      seen.push(...items.map(({ id }) => id))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(1_000)
    expect(new Set(seen).size).toBe(1_000)
  })

  it('reads open requests from their own index, and no closed ones', async () => {
    const { nextCursor } = await page('open', 150)
    for (const cursor of [undefined, nextCursor ?? undefined]) {
      const steps = await explainQuery(database.pool, (db) =>
        supportQueue(db, { state: 'open', now, limit: 20, cursor }),
      )
      const scans = steps.filter((step) => step['Relation Name'] === requests)
      expect(scans.filter((step) => step['Node Type'] === 'Seq Scan')).toEqual([])
      expect(Math.max(...scans.map(rowsRead))).toBeLessThanOrEqual(1_000)
      const indexes = steps.flatMap((step) => step['Index Name'] ?? []).filter((index) => index.startsWith(requests))
      expect([...new Set(indexes)]).toEqual([openIndex])
    }
  })

  it.each([
    [
      'the closed ones',
      (db: Parameters<typeof supportQueue>[0]) => supportQueue(db, { state: 'closed', now, limit: 20 }),
    ],
    [
      'those of an account',
      (db: Parameters<typeof supportQueue>[0]) => supportRequestsOf(db, 'account-7', { limit: 20 }),
    ],
  ])('reads %s from an index in its order', async (_, query) => {
    const steps = await explainQuery(database.pool, query)
    const scans = steps.filter((step) => step['Relation Name'] === requests)
    expect(scans.map((step) => step['Node Type'])).toEqual(['Index Scan'])
    expect(scans.map(rowsRead)).toEqual([21])
  })
})
