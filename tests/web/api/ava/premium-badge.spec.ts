import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { earnAva } from '../../../support/ava/earned-ava.ts'
import { postReview, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
/** Rosa and Ana have Premium; Bruno and Ben do not. */
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let bruno: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClientWithId>>
let ben: Awaited<ReturnType<typeof signUpClientWithId>>

type Account = Pick<typeof rosa, 'browser' | 'id'>
const buyPremium = async ({ browser, id }: Account) => {
  await earnAva(garbo.config, id, 10)
  const bought = await browser.post('/api/ava/upgrade-premium', { durationDays: 30 }, browser.idempotencyKey())
  expect(bought.status).toBe(200)
}
const rate = async ({ browser }: Account, clientEmail: string) => {
  const scores = { punctualityScore: 10, kindnessScore: 8, paymentScore: 9, roomConditionScore: 6 }
  const stay = { clientEmail, stayType: 'leisure', stayDate: '2026-01-10', overallRating: 5 }
  expect(await browser.post('/api/ratings', { ...stay, ...scores })).toMatchObject({ status: 201 })
}

beforeAll(async () => {
  garbo = await startTestGarbo()
  ;[rosa, bruno] = [await signUpBusiness(garbo, 'rosa'), await signUpBusiness(garbo, 'bruno')]
  ;[ana, ben] = [await signUpClientWithId(garbo, 'ana'), await signUpClientWithId(garbo, 'ben')]
  await buyPremium(rosa)
  await buyPremium(ana)
  for (const venue of [rosa, bruno]) for (const { email } of [ana, ben]) await rate(venue, email)
})
afterAll(() => garbo.stop())

const load = async ({ browser }: Pick<Account, 'browser'>, path: string) => {
  const { status, body } = await browser.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const withItems = (items: readonly unknown[]) => expect.arrayContaining([...items]) as unknown

describe('D-35: the badge of an account with Premium', () => {
  it('stands next to the name of a venue: on its page, in searches, among favourites and in the menu of its owner', async () => {
    expect(await load(ben, `/api/businesses/${rosa.id}`)).toMatchObject({ isPremium: true })
    expect(await load(ben, `/api/businesses/${bruno.id}`)).toMatchObject({ isPremium: false })
    expect(await load(ben, '/api/businesses?query=hotel')).toEqual(
      withItems([
        expect.objectContaining({ businessName: 'Hotel bruno', isPremium: false }),
        expect.objectContaining({ businessName: 'Hotel rosa', isPremium: true }),
      ]),
    )
    expect(await load(ben, '/api/search/places?query=hotel')).toMatchObject({
      results: withItems([
        expect.objectContaining({ name: 'Hotel bruno', garbo_is_premium: false }),
        expect.objectContaining({ name: 'Hotel rosa', garbo_is_premium: true }),
      ]),
    })
    for (const { id } of [rosa, bruno]) await ben.browser.send('PUT', `/api/favorites/${id}`)
    expect(await load(ben, '/api/favorites')).toMatchObject([
      { businessName: 'Hotel bruno', isPremium: false },
      { businessName: 'Hotel rosa', isPremium: true },
    ])
    expect(await load(rosa, '/api/auth/user')).toMatchObject({ isPremium: true })
    expect(await load(bruno, '/api/auth/user')).toMatchObject({ isPremium: false })
  })

  it('stands next to the name of a client for the venues that know the client', async () => {
    expect(await load(bruno, '/api/clients')).toEqual(
      withItems([
        expect.objectContaining({ firstName: 'ana', isPremium: true }),
        expect.objectContaining({ firstName: 'ben', isPremium: false }),
      ]),
    )
    expect(await load(bruno, '/api/ratings')).toMatchObject([
      { clientName: 'ben Bianchi', clientIsPremium: false },
      { clientName: 'ana Bianchi', clientIsPremium: true },
    ])
  })

  it('Q-60: says nothing about the author of a review, nor about the owner of a code before its redemption', async () => {
    await postReview(ana.browser, bruno.id, { rating: 5, comment: 'Ottimo.' })
    await postReview(ben.browser, rosa.id, { rating: 5, comment: 'Bello.' })
    expect(JSON.stringify(await load(bruno, `/api/reviews/target/BUSINESS/${bruno.id}`))).not.toMatch(/premium/i)
    expect(await load(bruno, '/api/rewards/issued')).toEqual([])
    const [code] = (await load(ana, '/api/rewards')) as [{ code: string }]
    expect(code).toMatchObject({ businessName: 'Hotel bruno', businessIsPremium: false })
    expect(await load(ben, '/api/rewards')).toMatchObject([{ businessName: 'Hotel rosa', businessIsPremium: true }])
    expect(await load(ben, '/api/reviews/mine')).toMatchObject([{ targetName: 'Hotel rosa', targetIsPremium: true }])
    expect(await load(ana, '/api/reviews/mine')).toMatchObject([{ targetName: 'Hotel bruno', targetIsPremium: false }])
    await ana.browser.post(`/api/rewards/${code.code}/redeem`, undefined, ana.browser.idempotencyKey())
    expect(await load(bruno, '/api/rewards/issued')).toMatchObject([
      { clientName: 'ana Bianchi', clientIsPremium: true },
    ])
  })

  it('never stands where staff decide: who pays is judged like everybody', async () => {
    const mario = await signUpModerator(garbo, 'mario')
    expect(JSON.stringify(await load(mario, '/api/admin/reviews'))).not.toMatch(/premium/i)
  })

  it('S-25: disappears by itself when Premium ends', async () => {
    await garbo.database.pool.query(`update read.premium_accounts set premium_until = now() - interval '1 minute'`)
    expect(await load(ben, `/api/businesses/${rosa.id}`)).toMatchObject({ isPremium: false })
    expect(await load(rosa, '/api/auth/user')).toMatchObject({ isPremium: false })
  })
})
