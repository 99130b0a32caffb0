import type { CommonQueryMethods, DatabasePool } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccessFilter } from '../../../application/audit/ports.ts'
import { postgresAccessLog } from '../../../infrastructure/audit/access-log.ts'
import { explainQuery, type PlanNode, type TestDatabase } from '../../support/database.ts'
import { databaseWithTables } from '../../support/test-garbo.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await databaseWithTables()
  await database.pool.query(`${manyEntries}; analyze`)
}, 120_000)
afterAll(() => database.drop())

/** A hundred thousand entries of the last weeks: of a thousand accounts, ten members of staff, and two rare acts. */
const manyEntries = `insert into audit.access_log (at, what, outcome, actor, role, subject, correlation_id)
  select clock_timestamp() - n * interval '20 seconds',
    case when n % 10000 = 0 then 'export' when n % 10 = 0 then 'sign-in' else 'staff-read' end, 'success',
    case when n % 10 = 0 then 'account-' || n % 1000 else 'staff-' || n % 10 end, 'MODERATORE', 'account-' || n % 1000, 'c'
  from generate_series(1, 100000) n`

const limit = 20
const searchLike = (filter: Partial<AccessFilter>) => (queries: CommonQueryMethods) =>
  postgresAccessLog(queries as DatabasePool, { secret: new Uint8Array(32) }).search({ limit, ...filter })

const rowsRead = (step: PlanNode) => step['Actual Rows'] * step['Actual Loops'] + (step['Rows Removed by Filter'] ?? 0)
const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString()

describe('D-36: the access log with a hundred thousand entries', () => {
  it.each<[string, Partial<AccessFilter>]>([
    ['everything', {}],
    ['an account', { subject: 'account-7' }],
    ['a member of staff', { actor: 'staff-7' }],
    ['an act', { what: 'sign-in' }],
    ['an act that hardly occurs', { what: 'export' }],
    ['a period', { to: weekAgo }],
    ['an account and an act', { subject: 'account-10', what: 'staff-read' }],
    ['a member of staff and an account', { actor: 'staff-7', subject: 'account-7' }],
    ['an account in a period', { subject: 'account-7', from: weekAgo }],
  ])('reads a page of %s by indexes, in their order', async (_, filter) => {
    const steps = await explainQuery(database.pool, searchLike(filter))
    const scans = steps.filter((step) => step['Relation Name']?.startsWith('access_log'))
    expect(scans.filter((step) => step['Node Type'] === 'Seq Scan' && rowsRead(step) > 0)).toEqual([])
    expect(Math.max(...scans.map(rowsRead))).toBeLessThanOrEqual(200)
  })

  it('reads later pages like the first', async () => {
    const { nextCursor } = await searchLike({ what: 'staff-read' })(database.queries)
    const steps = await explainQuery(database.pool, searchLike({ what: 'staff-read', cursor: nextCursor ?? '' }))
    expect(Math.max(...steps.map(rowsRead))).toBeLessThanOrEqual(100)
  })
})
