import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectionTable } from '../../../../infrastructure/projections/projection-engine.ts'
import { projections } from '../../../../projections/all.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { signUpBusiness } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClientWithId>>

beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  ana = await signUpClientWithId(garbo, 'ana')
  const { relation } = projectionTable(projections.rewardCodes)
  // yesterday 205 active, 20 redeemed, 15 expired and 10 revoked codes, 5 of the active ones suspended; today a code that
  // is redeemed at once
  await garbo.database.pool.query(
    `insert into read.${relation} (key, code, client_id, business_id, reward_type, rule_type, percent, rule_version,
       evidence, issued_at, expires_at, redeemed_at, revoked_at, suspended_until)
     select 'CODE' || n, 'CODE' || n, $1, $2, 'discount', 'FIRST_REVIEW_2', 2, 1, '[]', issued,
       case when n between 21 and 35 then now() - interval '1 minute' else now() + interval '1 year' end,
       case when n <= 20 or n = 251 then issued end, case when n between 36 and 45 then now() end,
       case when n <= 50 then now() + interval '1 day' when n <= 60 then now() - interval '1 day' end
     from generate_series(1, 251) n,
       lateral (select case n when 251 then now() else now() - interval '1 day' end as issued) times`,
    [ana.clientId, rosa.id],
  )
})
afterAll(() => garbo.stop())

describe('the counts of reward codes (R-78, Q-65)', () => {
  const counts = { issued: 251, active: 200, suspended: 5, redeemed: 21, ended: 25 }

  it('cover a client’s codes beyond those listed', async () => {
    expect((await ana.browser.get('/api/rewards')).body).toHaveLength(200)
    expect(await ana.browser.get('/api/rewards/counts')).toMatchObject({ status: 200, body: counts })
  })

  it('Q-60: cover the codes issued for reviews of a business until yesterday, without telling which have ended', async () => {
    expect((await rosa.browser.get('/api/rewards/issued')).body).toHaveLength(21)
    expect((await rosa.browser.get('/api/rewards/counts')).body).toEqual({
      issued: 250,
      redeemed: 20,
      active: null,
      suspended: null,
      ended: null,
    })
  })

  it('are those of the caller only, and closed to visitors', async () => {
    const bruno = await signUpBusiness(garbo, 'bruno')
    expect((await bruno.browser.get('/api/rewards/counts')).body).toMatchObject({ issued: 0, redeemed: 0 })
    expect((await garbo.visitor().get('/api/rewards/counts')).status).toBe(401)
  })
})
