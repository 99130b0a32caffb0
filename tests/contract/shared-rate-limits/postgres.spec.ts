import { afterAll, expect, it } from 'vitest'
import { postgresRateLimits } from '../../../infrastructure/request-counts.ts'
import { databaseWithTables } from '../../support/test-garbo.ts'
import { sharedRateLimitsContract } from './shared-rate-limits.contract.ts'

const database = await databaseWithTables()
afterAll(database.drop)
const open = () => postgresRateLimits(database.queries, new Uint8Array(32).fill(7))

sharedRateLimitsContract('Postgres', () => ({ here: open(), there: open() }))

it('Q-23: keeps no address or name, and deletes the counts of past windows by and by', async () => {
  const limits = open()
  for (let n = 0; n < 3_000; n++) await limits.consume([{ key: `login name giulia${n % 500}`, max: 1 }], 1)
  const { rows } = await database.pool.query<{ text: string; count: number }>(
    `select string_agg(encode(key, 'escape'), ' ') as text, count(*)::int as count from http.request_counts
     where window_ends < clock_timestamp()`,
  )
  expect(rows[0]?.text ?? '').not.toContain('giulia')
  expect(rows[0]?.count).toBeLessThanOrEqual(500)
})

it('Q-23: lets requests pass while the database does not answer', async () => {
  const other = await databaseWithTables()
  const limits = postgresRateLimits(other.queries, new Uint8Array(32))
  await other.drop()
  expect(await limits.consume([{ key: 'login address x', max: 0 }], 60_000)).toBeNull()
})
