import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { romeDay } from '../../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import { ratingsReceivedByMonth } from '../../../../projections/ratings/ratings.ts'
import { standingMonths } from '../../../../web/api/rewards/responses.ts'
import { explainQuery } from '../../../support/database.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let clientId: string
beforeAll(async () => {
  garbo = await startTestGarbo()
  ana = await signUpClient(garbo, 'ana')
  rosa = await signUpBusiness(garbo, 'rosa')
  clientId = ana.clientId
})
afterAll(() => garbo.stop())

const today = romeDay(new Date().toISOString() as Instant)
const months = standingMonths(today)
const history = async () => (await ana.browser.get('/api/standing/history')).body
const empty = { ratings: 0, average: null }

/** A rating of the client with some stars, first shown on a day; null while it is held. */
const addRating = (stars: number, shownOn: string | null, client = clientId) =>
  garbo.database.pool.query(
    `insert into read.ratings (key, rating_id, business_id, client_id, overall, punctuality, kindness, payment, room_condition,
       stay_type, stay_date, rated_at, shown_at)
     values (gen_random_uuid(), 'r', 'rosa', $1, $2, 8, 8, 8, 8, 'leisure', '2020-01-01', now(), $3::date + interval '11 hours')`,
    [client, stars, shownOn],
  )

describe('the history of a client’s standing', () => {
  it('has the last twelve months, this one included', async () => {
    expect(months).toHaveLength(12)
    expect(months.at(-1)?.slice(0, 7)).toBe(today.slice(0, 7))
    expect(await history()).toEqual(months.map((month) => ({ month, ...empty })))
  })

  it('Q-46: has the month in which ratings were shown, without days, stays and businesses', async () => {
    const [first = '', second = ''] = months
    await addRating(5, `${first.slice(0, 7)}-02`)
    await addRating(4, `${first.slice(0, 7)}-28`)
    await addRating(2, second)
    const shown = await history()
    expect(shown).toEqual([
      { month: first, ratings: 2, average: 4.5 },
      { month: second, ratings: 1, average: 2 },
      ...months.slice(2).map((month) => ({ month, ...empty })),
    ])
  })

  it('leaves out ratings still held, older ones and those of others', async () => {
    const before = await history()
    await addRating(1, null)
    await addRating(1, '2020-01-01')
    await addRating(1, today, 'eva')
    expect(await history()).toEqual(before)
  })

  it('is for clients only', async () => expect((await rosa.browser.get('/api/standing/history')).status).toBe(403))

  it('Q-104: is read from the index of the client’s ratings', async () => {
    await garbo.database.pool
      .query(`insert into read.ratings (key, rating_id, business_id, client_id, overall, punctuality,
        kindness, payment, room_condition, stay_type, stay_date, rated_at, shown_at)
      select gen_random_uuid(), 'r', 'b', 'c-' || n, 5, 8, 8, 8, 8, 'leisure', '2020-01-01', now(), now()
      from generate_series(1, 20000) n; analyze`)
    const steps = await explainQuery(garbo.database.pool, (db) =>
      ratingsReceivedByMonth(db, clientId, `${months[0]}T00:00:00.000Z`),
    )
    const scans = steps.filter((step) => /ratings/.test(step['Relation Name'] ?? ''))
    expect(scans.map((step) => step['Node Type'].includes('Index') || step['Node Type'].includes('Bitmap'))).toEqual(
      scans.map(() => true),
    )
    expect(scans.length).toBeGreaterThan(0)
  })
})
