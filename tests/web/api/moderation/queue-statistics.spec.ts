import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { romeDay, workingDaysAfter } from '../../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { casesPerDay, openCasesByDay } from '../../../../projections/moderation/queue.queries.ts'
import { statisticsDays } from '../../../../web/api/moderation/responses.ts'
import type { QueueStatistics } from '../../../../web/contract/moderation/cases.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { explainQuery } from '../../../support/database.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let mario: ApiClient
let rosa: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  mario = (await signUpModerator(garbo, 'mario')).browser
  rosa = (await signUpBusiness(garbo, 'rosa')).browser
})
afterAll(() => garbo.stop())

const today = romeDay(new Date().toISOString() as Instant)
const days = statisticsDays(today)
const statistics = async () => (await mario.get('/api/admin/queue-statistics')).body as QueueStatistics

/** Cases opened at noon of a day and, perhaps, closed at noon of another. */
const addCases = (count: number, opened: string, closed: string | null = null, outcome: string | null = null) =>
  garbo.database.pool.query(
    `insert into read.cases (key, case_id, kind, target_id, priority, why, urgency, parties, due_at, opened_at, closed_at, outcome)
     select gen_random_uuid(), 'c', 'FLAG', 'r' || n, 1, '[]', 'calm', '[]', now(), $2::date + interval '11 hours',
       $3::date + interval '11 hours', $4
     from generate_series(1, $1) n`,
    [count, opened, closed, outcome],
  )

describe('the statistics of the queue', () => {
  it('are zero on an empty queue', async () => {
    const { days: shown, openByAge } = await statistics()
    expect(shown).toEqual(days.map((day) => ({ day, opened: 0, decided: 0 })))
    expect(openByAge.map(({ cases }) => cases)).toEqual([0, 0, 0, 0])
  })

  it('count cases opened and decided on each of the last thirty days, without voided ones', async () => {
    const [first = today, second = today] = days
    await addCases(3, first, second, 'upheld')
    await addCases(2, second, second, 'void')
    await addCases(5, '2020-01-07', first, 'dismissed')
    const shown = (await statistics()).days
    expect(shown.slice(0, 3)).toEqual([
      { day: first, opened: 3, decided: 5 },
      { day: second, opened: 2, decided: 3 },
      { day: days[2], opened: 0, decided: 0 },
    ])
    expect(shown.at(-1)?.day).toBe(today)
  })

  it('count open cases by their age in working days', async () => {
    const [now, old] = [today, '2020-01-07']
    const middle = days.findLast((day) => workingDaysAfter(day, today, 9) === 3) ?? ''
    await addCases(1, now)
    await addCases(2, middle)
    await addCases(4, old)
    expect((await statistics()).openByAge).toEqual([
      { from: 0, to: 1, cases: 1 },
      { from: 2, to: 3, cases: 2 },
      { from: 4, to: 5, cases: 0 },
      { from: 6, to: null, cases: 4 },
    ])
  })

  it('are for moderators only', async () => {
    expect((await rosa.get('/api/admin/queue-statistics')).status).toBe(403)
    expect((await garbo.visitor().get('/api/admin/queue-statistics')).status).toBe(401)
  })

  it('Q-104: are read from indexes among many closed cases', async () => {
    await addCases(60_000, '2020-01-07', '2020-01-08', 'upheld')
    await garbo.database.pool.query('analyze')
    const since = `${days[0]}T00:00:00.000Z`
    const steps = [
      ...(await explainQuery(garbo.database.pool, (db) => casesPerDay(db, since))),
      ...(await explainQuery(garbo.database.pool, (db) => openCasesByDay(db))),
    ]
    const scans = steps.filter((step) => /cases/.test(step['Relation Name'] ?? ''))
    expect(scans.length).toBeGreaterThanOrEqual(3)
    expect(scans.filter((step) => !/Index|Bitmap/.test(step['Node Type']))).toEqual([])
    expect(Math.max(...scans.map((step) => step['Actual Rows']))).toBeLessThan(100)
  })
})
