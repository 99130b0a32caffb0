import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { romeDay } from '../../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { monthsBefore } from '../../../../web/api/rounding.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
})
afterAll(() => garbo.stop())

const today = romeDay(new Date().toISOString() as Instant)
const months = monthsBefore(today, 14)
const [first = '', , third = ''] = months
const history = async (id = rosa.id) => (await garbo.visitor().get(`/api/businesses/${id}/score-history`)).body

/** Counted reviews with one and five stars on a day. */
const countReviews = (day: string, ones: number, fives: number) =>
  garbo.database.pool.query(
    `insert into read.venue_days (key, target_id, day, ones, twos, threes, fours, fives)
     values ($1 || '_' || $2, $1, $2::date, $3, 0, 0, 0, $4)`,
    [rosa.id, day, ones, fives],
  )
const exclude = (day: string) =>
  garbo.database.pool.query(
    `insert into read.exclusions (key, exclusion_id, business_id, from_day, to_day, reason, facts, excluded_by, excluded_at)
     values ('e', 'e', $1, $2::date, $2::date, 'OFF_TOPIC', 'Fatti estranei.', 'mario', now())`,
    [rosa.id, day],
  )

describe('the score history of a business', () => {
  it('is empty without reviews', async () => expect(await history()).toEqual([]))

  it('starts once five reviews count, and carries the score through months without reviews', async () => {
    await countReviews(`${first.slice(0, 7)}-03`, 1, 2)
    await countReviews(`${third.slice(0, 7)}-28`, 0, 3)
    expect(await history()).toEqual(months.slice(2).map((month) => ({ month, average: 4.3 })))
  })

  it('Q-60: has months only, one decimal and nothing of the current month', async () => {
    await countReviews(`${months[5]?.slice(0, 7)}-10`, 3, 0)
    await countReviews(today, 40, 0)
    const points = await history()
    expect(points).toEqual(months.slice(2).map((month, index) => ({ month, average: index < 3 ? 4.3 : 3.2 })))
    expect(JSON.stringify(points)).not.toMatch(/count|reviews|T\d/)
  })

  it('leaves excluded days out', async () => {
    await exclude(`${months[5]?.slice(0, 7)}-10`)
    expect(await history()).toEqual(months.slice(2).map((month) => ({ month, average: 4.3 })))
  })

  it('has the last twelve months before this one', () => {
    expect(monthsBefore('2026-01-31', 3)).toEqual(['2025-10-01', '2025-11-01', '2025-12-01'])
  })

  it('does not exist for an unknown business', async () => {
    expect((await garbo.visitor().get('/api/businesses/nessuno/score-history')).status).toBe(404)
  })
})
