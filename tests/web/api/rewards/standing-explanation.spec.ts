import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let eva: Awaited<ReturnType<typeof signUpClient>>
const venues: Awaited<ReturnType<typeof signUpBusiness>>[] = []
const scores = { punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }

beforeAll(async () => {
  garbo = await startTestGarbo()
  ana = await signUpClient(garbo, 'ana')
  eva = await signUpClient(garbo, 'eva')
  for (const [name, overallRating] of [
    ['rosa', 5],
    ['bruno', 5],
    ['carla', 3],
  ] as const) {
    const venue = await signUpBusiness(garbo, name)
    venues.push(venue)
    const stay = { stayType: 'leisure', stayDate: `2026-01-1${venues.length}` }
    const rating = { clientEmail: ana.email, overallRating, ...scores, ...stay }
    await venue.browser.post('/api/ratings', rating)
  }
})
afterAll(() => garbo.stop())

/** The explanation with its ratings sorted by day, latest first; the API order is arbitrary. */
const standingExplanation = async () => {
  const body = (await ana.browser.get('/api/standing/why')).body as { ratings: { day: string }[] }
  return { ...body, ratings: body.ratings.toSorted((a, b) => b.day.localeCompare(a.day)) }
}

describe('the explanation of a client’s standing', () => {
  it('B-21, B-24: contains metrics, rules with version, milestones and what would change them', async () => {
    expect(await standingExplanation()).toMatchObject({
      now: { average: 4.33, total: 3, fiveStars: 2, providers: 3, fiveStarProviders: 2, tier: 'trusted', cross: false },
      rules: [
        { rule: 'B-21', version: 1 },
        { rule: 'B-22', version: 1 },
        { rule: 'B-24', version: 1 },
      ],
      milestones: [{ to: 'trusted', rule: 'B-24', ruleVersion: 1, ratings: 3 }],
      goals: [
        { to: 'cross', reached: false, percent: 2, venues: 5, missing: { of: 'venues', amount: 3 } },
        { to: 'elite', reached: false, percent: 5, venues: 10, missing: { of: 'venues', amount: 8 } },
        { to: 'trusted', reached: true, percent: 15, ratings: 3, average: 4, missing: null },
        { to: 'top', reached: false, percent: 20, ratings: 5, average: 4.5, missing: { of: 'ratings', amount: 2 } },
      ],
      ratings: [
        { stars: 3, firstOfVenue: false, without: { average: 5, total: 2, tier: 'new', fiveStarProviders: 2 } },
        { stars: 5, firstOfVenue: true, without: { average: 4, total: 2, tier: 'new', fiveStarProviders: 1 } },
        { stars: 5, firstOfVenue: true },
      ],
      others: 0,
      withFiveMore: { average: 4.5, total: 4, fiveStarProviders: 3, tier: 'trusted' },
    })
  })

  it('writes nothing', async () => {
    const countEvents = async () =>
      (await garbo.database.pool.query<{ n: string }>('select count(*) as n from log.events')).rows[0]?.n
    const before = await countEvents()
    await standingExplanation()
    expect(await countEvents()).toBe(before)
  })

  it('Q-46, Q-60: names no venue and shows days without hours', async () => {
    const body = JSON.stringify(await standingExplanation())
    for (const { id, email } of venues) expect(body.includes(id) || body.includes(email)).toBe(false)
    expect(body).not.toMatch(/rosa|bruno|carla|T\d\d:\d\d/)
  })
})

describe('the explanation of a reward code', () => {
  it('B-23: shows the review, rule and version to its owner only', async () => {
    const review = { rating: 4, targetType: 'BUSINESS', targetId: venues[0]?.id ?? '', reasonCode: 'SERVICE' }
    const { body } = await ana.browser.post('/api/reviews', review, ana.browser.idempotencyKey())
    const code = (body as { newlyIssuedRewards: { code: string }[] }).newlyIssuedRewards[0]?.code ?? ''
    expect((await ana.browser.get(`/api/rewards/${code}/why`)).body).toMatchObject({
      code,
      rule: 'FIRST_REVIEW_2',
      ruleVersion: 1,
      percent: 2,
      required: 1,
      status: 'active',
      revokedOn: null,
      evidence: [{ kind: 'review', stands: true, needed: true }],
    })
    expect((await eva.browser.get(`/api/rewards/${code}/why`)).status).toBe(404)
    expect((await venues[0]?.browser.get(`/api/rewards/${code}/why`))?.status).toBe(403)
  })
})
