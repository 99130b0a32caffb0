import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, romeDay } from '../../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: Awaited<ReturnType<typeof signUpClientWithId>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  ana = await signUpClientWithId(garbo, 'ana')
})
afterAll(() => garbo.stop())

const today = romeDay(new Date().toISOString() as Instant)
const first = daysAfter(today, -364)
const history = async () => (await ana.browser.get('/api/ava/history')).body

const addChange = (day: string, ava: number) =>
  garbo.database.pool.query(
    `insert into read.account_days (key, account_id, day, reviews, reasons, removed, restored, replies, reply_days, ratings,
       returning_guests, overall, punctuality, kindness, payment, room_condition, rewards_issued, rewards_redeemed,
       billed_redemptions, discount_cents, ava)
     values ($1 || '_' || $2, $1, $2::date, 0, '{}', 0, 0, 0, '{}', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $3)`,
    [ana.id, day, ava],
  )

describe('the AVA balance over time', () => {
  it('is zero on the first and last day of an account without AVA', async () =>
    expect(await history()).toEqual({
      points: [
        { day: first, balance: 0 },
        { day: today, balance: 0 },
      ],
    }))

  it('begins with the balance before the last twelve months, and has the days on which it changed', async () => {
    const [earned, spent] = [daysAfter(today, -100), daysAfter(today, -20)]
    await addChange(daysAfter(today, -500), 7)
    await addChange(earned, 5)
    await addChange(spent, -4)
    expect(await history()).toEqual({
      points: [
        { day: first, balance: 7 },
        { day: earned, balance: 12 },
        { day: spent, balance: 8 },
        { day: today, balance: 8 },
      ],
    })
  })

  it('is for signed-in users only', async () =>
    expect((await garbo.visitor().get('/api/ava/history')).status).toBe(401))
})
