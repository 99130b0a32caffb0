import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../../infrastructure/clock-and-ids.ts'
import { databaseClock } from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase } from '../../support/database.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)

const day = 86_400_000

describe('the clock of the database', () => {
  it('agrees with that of the same machine', async () => {
    const clock = await databaseClock(pool)
    onTestFinished(clock.close)
    expect(Math.abs(clock.skewMs())).toBeLessThan(1_000)
  })

  it.each([day, -day])('shows a machine that is %i ms ahead', async (ahead) => {
    const clock = await databaseClock(pool, () => Date.now() + ahead)
    onTestFinished(clock.close)
    expect(Math.abs(clock.skewMs() + ahead)).toBeLessThan(1_000)
  })

  it('is measured by the fastest query, since a slow one is inexact', async () => {
    let queries = 0
    const slowOnce = {
      query: async (text: string) => {
        const result = await pool.query(text)
        if (queries++ === 0) await pause(3_000)
        return result
      },
    }
    const clock = await databaseClock(slowOnce as never)
    onTestFinished(clock.close)
    expect(Math.abs(clock.skewMs())).toBeLessThan(1_000)
  })

  it('is measured again, and a lost database keeps the last measurement', async () => {
    let ahead = 0
    let isLost = false
    const losable = { query: (text: string) => (isLost ? Promise.reject(new Error('lost')) : pool.query(text)) }
    const clock = await databaseClock(losable as never, () => Date.now() + ahead, 10)
    onTestFinished(clock.close)
    const measured: number[] = []
    clock.onMeasured((skewMs) => measured.push(skewMs))
    expect(measured).toHaveLength(1)
    ahead = day
    await vi.waitFor(() => expect(Math.abs(clock.skewMs() + day)).toBeLessThan(1_000))
    expect(measured.at(-1)).toBe(clock.skewMs())
    isLost = true
    await pause(50)
    expect(Math.abs(clock.skewMs() + day)).toBeLessThan(1_000)
  })

  it('is measured by one query at a time, also while the database does not respond', async () => {
    let waiting = 0
    const stuck = {
      query: (text: string) => (waiting > 0 ? (waiting++, new Promise(() => undefined)) : pool.query(text)),
    }
    const clock = await databaseClock(stuck as never, Date.now, 5)
    onTestFinished(clock.close)
    waiting = 1
    await vi.waitFor(() => expect(waiting).toBe(2))
    await pause(100)
    expect(waiting).toBe(2)
  })

  it('is measured soon after this machine’s clock was set, so that lock-outs neither end early nor last longer', async () => {
    let ahead = 0
    const clock = await databaseClock(pool, () => Date.now() + ahead)
    onTestFinished(clock.close)
    for (const set of [3_600_000, 0]) {
      ahead = set
      await vi.waitFor(() => expect(Math.abs(clock.skewMs() + set)).toBeLessThan(1_000), 30_000)
    }
  })
})

describe('R29: clocks a day apart', () => {
  it('agree once they follow the database', async () => {
    const clocks = await Promise.all(
      [day, 0, -day].map(async (ahead) => {
        const local = () => Date.now() + ahead
        const { skewMs, close } = await databaseClock(pool, local)
        onTestFinished(close)
        return systemClock(0, skewMs, local)
      }),
    )
    const [fast = NaN, right = NaN, slow = NaN] = clocks.map((clock) => Date.parse(clock()))
    expect(Math.abs(fast - right)).toBeLessThan(2_000)
    expect(Math.abs(slow - right)).toBeLessThan(2_000)
  })

  it('are not corrected by less than a second, which would only add jitter', () => {
    const local = () => 1_000_000
    expect(Date.parse(systemClock(0, () => 999, local)())).toBe(1_000_000)
    expect(Date.parse(systemClock(0, () => -1_001, local)())).toBe(998_999)
  })
})
