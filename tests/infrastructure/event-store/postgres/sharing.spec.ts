import { Pool } from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { event, events, listen, ok } from '../../../contract/event-store/asking.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
afterAll(database.drop)

/** A pool that keeps count of what is asked through it and of how many rows came back. */
const countingPool = () => {
  const pool = new Pool({ connectionString: database.url, max: 4 })
  const asked = { statements: 0, events: 0 }
  const query = pool.query.bind(pool) as (config: { readonly name: string }) => Promise<{ readonly rows: unknown[] }>
  vi.spyOn(pool, 'query').mockImplementation((async (config: { readonly name: string }) => {
    asked.statements++
    const result = await query(config)
    if (config.name === 'log.read-all') asked.events += result.rows.length
    return result
  }) as never)
  return { pool, asked }
}

describe('thirty-two subscribers of one process', () => {
  it('P19: make the database read each event once', async () => {
    const { pool, asked } = countingPool()
    const store = database.open({ pool })
    await ok(store.append('s', 'none', [event()]))
    const followers = Array.from({ length: 32 }, () => listen(store, 's', null))
    await Promise.all(followers.map((one) => one.until(1)))
    asked.events = 0
    for (let n = 0; n < 40; n++) await Promise.all([1, 2, 3].map(() => ok(store.append('s', 'any', events(5)))))
    const seen = await Promise.all(followers.map((one) => one.until(601)))
    expect(new Set(seen.map((log) => log.map(({ position }) => position).join())).size).toBe(1)
    expect(asked.events).toBe(600)
    await Promise.all(followers.map((one) => one.stop()))
    await store.close()
    await pool.end()
  })

  it('P20: cost an idle process at most twelve statements a minute, and nothing once they have gone', async () => {
    const { pool, asked } = countingPool()
    /** A minute of the real thing, fifty times as fast. */
    const store = database.open({ pool, polls: [2_000 / 50, 6_000 / 50] })
    const minute = 60_000 / 50
    const followers = await Promise.all(
      Array.from({ length: 32 }, async () => listen(store, 's', await ok(store.head()))),
    )
    await new Promise((resolve) => setTimeout(resolve, minute / 4))
    asked.statements = 0
    const from = performance.now()
    await new Promise((resolve) => setTimeout(resolve, minute))
    const minutes = (performance.now() - from) / minute
    expect(asked.statements).toBeGreaterThan(0)
    expect(asked.statements).toBeLessThanOrEqual(Math.ceil(12 * minutes))

    await Promise.all(followers.map((one) => one.stop()))
    asked.statements = 0
    await new Promise((resolve) => setTimeout(resolve, minute))
    expect(asked.statements).toBe(0)
    await store.close()
    await pool.end()
  })

  it('read for themselves while they lie further behind than what is kept for all', async () => {
    const { pool } = countingPool()
    const store = database.open({ pool })
    const early = listen(store, 'long', null)
    for (let n = 0; n < 14; n++) await ok(store.append('long', 'any', events(1_000)))
    const late = listen(store, 'long', null)
    const logs = await Promise.all([early.until(14_000), late.until(14_000)])
    for (const log of logs) expect(log.map(({ version }) => version)).toEqual(logs[0]?.map((_, n) => n + 1))
    await Promise.all([early.stop(), late.stop()])
    await store.close()
    await pool.end()
  })
})
