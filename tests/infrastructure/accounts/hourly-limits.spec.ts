import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RateLimit, HourlyLimits } from '../../../application/accounts/ports.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { postgresHourlyLimits } from '../../../infrastructure/accounts/hourly-limits.ts'
import { accessMigrations } from '../../../infrastructure/accounts/storage.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 10, minutes)).toISOString() as Instant

describe('actions limited to three an hour (Q-05)', () => {
  let database: TestDatabase
  let allowances: HourlyLimits
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [accessMigrations])
    allowances = postgresHourlyLimits(database.queries, new Uint8Array(32).fill(1))
  })
  afterAll(() => database.drop())

  const use = async (key: string, minutes: number, action: RateLimit['action'] = 'recover-email') => {
    const used = await allowances.consume({ action, key, perHour: 3 }, at(minutes))()
    if (E.isLeft(used)) throw used.left.cause
    return used.right
  }

  it('are rejected the fourth time, with the seconds until the next attempt', async () => {
    expect([await use('a', 0), await use('a', 10), await use('a', 20)]).toEqual([null, null, null])
    expect(await use('a', 30)).toBe(30 * 60)
    expect(await use('a', 59)).toBe(60)
  })

  it('are counted over any sixty minutes, without rejected attempts', async () => {
    for (const minutes of [0, 50, 55, 56, 57]) await use('b', minutes)
    expect([await use('b', 61), await use('b', 62)]).toEqual([null, 48 * 60])
  })

  it('are counted per person and per action', async () => {
    for (const minutes of [0, 1, 2]) await use('c', minutes)
    expect([await use('d', 3), await use('c', 3, 'recovery-mail')]).toEqual([null, null])
  })

  it('are allowed three times when fifty are requested at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => use('e', 0)))
    expect(outcomes.filter((seconds) => seconds === null)).toHaveLength(3)
  })

  it('leave no name in the database and are deleted when they no longer count', async () => {
    await use('+393331234567', 0)
    const { rows } = await database.pool.query<{ row: string }>('select a::text as row from access.allowances a')
    expect(rows.map(({ row }) => row).join()).not.toContain('3331234567')
    await allowances.sweep(at(59))()
    expect(await use('a', 59)).toBe(60)
    const swept = await allowances.sweep(at(300))()
    expect(E.isRight(swept) && swept.right).toBeGreaterThan(3)
    expect((await database.pool.query('select from access.allowances')).rowCount).toBe(0)
  })
})
