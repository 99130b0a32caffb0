import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobsMigrations, listTimers, timerRecorder } from '../../../infrastructure/jobs/timers.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, [jobsMigrations])
})
afterAll(() => database.drop())

const statusOf = async (name: string) => (await listTimers(database.queries)).find((timer) => timer.name === name)
/** Moves what is recorded about a timer into the past. */
const age = (name: string, column: 'registered_at' | 'succeeded_at', seconds: number) =>
  database.pool.query(`update ops.timers set ${column} = now() - $2 * interval '1 second' where name = $1`, [
    name,
    seconds,
  ])

describe('a timer', () => {
  it('is not overdue before its first time has come', async () => {
    await timerRecorder(database.queries).registered('timers/new', '0 0 1 1 *')
    expect(await statusOf('timers/new')).toMatchObject({ overdueSeconds: 0 })
  })

  it('is overdue from the time at which it should have run, and no longer once it has run', async () => {
    const timers = timerRecorder(database.queries)
    await timers.registered('timers/minutely', '* * * * *')
    await age('timers/minutely', 'registered_at', 600)
    const overdue = await statusOf('timers/minutely')
    expect(overdue?.lastRunSeconds).toBeGreaterThanOrEqual(600)
    expect(overdue?.overdueSeconds).toBeLessThan(61)
    await age('timers/minutely', 'succeeded_at', 120)
    expect((await statusOf('timers/minutely'))?.lastRunSeconds).toBeLessThan(600)
    await timers.succeeded('timers/minutely', '* * * * *')
    expect(await statusOf('timers/minutely')).toMatchObject({ overdueSeconds: 0 })
  })

  it('follows Italian time', async () => {
    await timerRecorder(database.queries).registered('timers/nightly', '0 3 * * *')
    await age('timers/nightly', 'registered_at', 3 * 86_400)
    const { rows } = await database.pool.query<{ seconds: number }>(
      `select extract(epoch from now() - (case when local::time < '03:00' then date_trunc('day', local) - interval '21 hours'
         else date_trunc('day', local) + interval '3 hours' end) at time zone 'Europe/Rome')::float8 as seconds
       from (select now() at time zone 'Europe/Rome' as local) t`,
    )
    const overdue = (await statusOf('timers/nightly'))?.overdueSeconds ?? 0
    expect(Math.abs(overdue - (rows[0]?.seconds ?? 0))).toBeLessThan(60)
  })

  it('is forgotten when a worker no longer knows it, and known again when a worker that does has run it', async () => {
    const timers = timerRecorder(database.queries)
    await timers.registered('timers/removed', '* * * * *')
    await timers.registered('timers/present', '* * * * *')
    await age('timers/removed', 'registered_at', 600)
    await timers.keepOnly(['timers/present'])
    expect((await listTimers(database.queries)).map(({ name }) => name)).toEqual(['timers/present'])
    await timers.succeeded('timers/removed', '* * * * *')
    expect(await statusOf('timers/removed')).toMatchObject({ overdueSeconds: 0 })
  })

  it('starts anew when its pattern changes', async () => {
    const timers = timerRecorder(database.queries)
    await timers.registered('timers/changed', '* * * * *')
    await age('timers/changed', 'registered_at', 600)
    await timers.registered('timers/changed', '* * * * *')
    expect((await statusOf('timers/changed'))?.lastRunSeconds).toBeGreaterThanOrEqual(600)
    await timers.registered('timers/changed', '*/2 * * * *')
    expect(await statusOf('timers/changed')).toMatchObject({ overdueSeconds: 0 })
  })
})
