import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectionTable } from '../../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../../projections/all.ts'
import { rewardRows } from '../../../projections/analytics/rows.queries.ts'
import { explainQuery, testDatabase, type TestDatabase } from '../../support/database.ts'

const table = projectionTable(projections.rewardCodes)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(`create schema read; ${table.create}; ${table.createView}`)
  await database.pool.query(`${manyCodes}; ${table.index}; analyze`)
}, 120_000)
afterAll(() => database.drop())

const codesADay = 200
/** Twenty thousand codes of a hundred days in 2026, every other one redeemed at the venue a day later. */
const manyCodes = `insert into read.${table.relation} (key, code, client_id, business_id, reward_type, rule_type, percent,
    rule_version, evidence, issued_at, expires_at, redeemed_at, redeemed_at_business, discount_cents, reminded)
  select 'c-' || n, 'c-' || n, 'client-' || n, 'rosa', 'discount', 'FIRST_REVIEW_2', 2, 1, '[]', at, at + interval '1 year',
    case n % 2 when 0 then at + interval '1 day' end, case n % 2 when 0 then 'rosa' end, n, false
  from generate_series(1, 20000) n,
    lateral (select '2026-01-01T00:00:00+01'::timestamptz + n * interval '1 day' / ${codesADay} as at) times`

const period = { from: '2026-01-01', to: '2026-12-31' }
const pages = async (limit: number) => {
  const sizes: number[] = []
  const seen: string[] = []
  const days: string[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await rewardRows(database.queries, 'rosa', period, { limit, cursor })
    sizes.push(items.length)
    seen.push(...items.map(({ discountCents }) => String(discountCents)))
    days.push(...items.map(({ day }) => day))
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return { sizes, seen, days }
}

describe('the codes redeemed at a venue', () => {
  it('appear once each, page by page, by day', async () => {
    const { sizes, seen, days } = await pages(1_700)
    expect(sizes.slice(0, -1).every((size) => size === 1_700)).toBe(true)
    expect(new Set(seen).size).toBe(10_000)
    expect(seen).toHaveLength(10_000)
    expect(days).toEqual(days.toSorted().toReversed())
  })

  it('are read a few days at a time, however many there are', async () => {
    const { nextCursor } = await rewardRows(database.queries, 'rosa', period, { limit: 5_050 })
    for (const cursor of [undefined, nextCursor ?? undefined]) {
      const steps = await explainQuery(database.pool, (db) => rewardRows(db, 'rosa', period, { limit: 100, cursor }))
      const scans = steps.filter((step) => step['Relation Name'] === table.relation)
      const read = scans.map(
        (step) => step['Actual Rows'] * step['Actual Loops'] + (step['Rows Removed by Filter'] ?? 0),
      )
      expect(Math.max(...read)).toBeLessThanOrEqual(3 * codesADay)
    }
  })
})
