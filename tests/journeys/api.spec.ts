import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGarbo } from '../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

describe('the main flow through the API', () => {
  it('goes from registration to a redeemed reward and AVA', async () => {
    const rosa = await signUpBusiness(garbo, 'rosa')
    const ana = await signUpClient(garbo, 'ana')
    const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
    const stay = { stayType: 'leisure', stayDate: '2026-01-10' }
    const rated = await rosa.browser.post('/api/ratings', {
      clientEmail: ana.email,
      ...scores,
      ...stay,
      comment: 'Ospite perfetta',
    })
    expect(rated).toMatchObject({
      status: 201,
      body: { rating: { clientName: 'ana Bianchi', clientAverageRating: 5 }, avaEarned: 0 },
    })
    expect(await rosa.browser.post('/api/ratings', { clientEmail: ana.email, ...scores, ...stay })).toMatchObject({
      status: 409,
    })
    expect((await ana.browser.get('/api/client/ratings')).body).toMatchObject([
      { overallRating: 5, comment: 'Ospite perfetta' },
    ])

    const review = {
      rating: 4,
      comment: 'Bella vista',
      targetType: 'BUSINESS',
      targetId: rosa.id,
      reasonCode: 'SERVICE',
    }
    const idempotencyKey = ana.browser.idempotencyKey()
    const submitted = await ana.browser.post('/api/reviews', review, idempotencyKey)
    expect(submitted).toMatchObject({ status: 201, body: { newlyIssuedRewards: [{ discountPercent: 2 }] } })
    expect(await ana.browser.post('/api/reviews', review, idempotencyKey)).toMatchObject({
      status: 201,
      body: submitted.body,
    })
    const { id: reviewId, newlyIssuedRewards } = submitted.body as {
      id: string
      newlyIssuedRewards: { code: string }[]
    }

    const received = (await rosa.browser.get(`/api/reviews/target/BUSINESS/${rosa.id}`)).body
    expect(received).toMatchObject([{ id: reviewId, rating: 4 }])
    expect(JSON.stringify(received)).not.toContain('author')
    expect((await garbo.visitor().get(`/api/businesses/${rosa.id}`)).body).toMatchObject({
      avgScore: 4,
      totalReviews: 1,
    })

    expect(await rosa.browser.post(`/api/reviews/${reviewId}/flag`, { reason: 'FAKE' })).toMatchObject({ status: 201 })
    expect(await rosa.browser.post(`/api/reviews/${reviewId}/flag`, { reason: 'FAKE' })).toMatchObject({ status: 409 })
    const complaint = { reason: 'INCORRECT_INFO', message: 'La vista non è quella della nostra camera.' }
    expect(await rosa.browser.post(`/api/reviews/${reviewId}/dispute`, complaint)).toMatchObject({ status: 201 })

    const mario = await signUpModerator(garbo, 'mario')
    const queue = await mario.browser.get('/api/admin/queue')
    expect((queue.body as { items: unknown[] }).items).toHaveLength(2)
    const decided = await mario.browser.patch(`/api/admin/disputes/${reviewId}`, {
      status: 'RESOLVED_REJECTED',
      resolution: 'Foto coerenti',
    })
    expect(decided).toMatchObject({ status: 200, body: { status: 'RESOLVED_REJECTED' } })

    const code = newlyIssuedRewards[0]?.code ?? ''
    expect((await rosa.browser.get('/api/rewards/issued')).body).toEqual([])
    const redeemed = await Promise.all([1, 2, 3, 4, 5].map(() => ana.browser.post(`/api/rewards/${code}/redeem`)))
    expect(redeemed.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])

    const hotels = await ana.browser.get('/api/hotels?destination=Roma&checkIn=2027-03-01&checkOut=2027-03-04&guests=2')
    expect(hotels.body).toHaveLength(3)
    const booking = {
      hotelId: 'hotel-belvedere',
      destination: 'Roma',
      checkIn: '2027-03-01',
      checkOut: '2027-03-04',
      guests: 2,
      totalPrice: 1,
      avaEarned: 9000,
    }
    expect(await ana.browser.post('/api/bookings', booking)).toMatchObject({
      status: 201,
      body: { totalPrice: 360, avaEarned: 3 },
    })
    expect((await ana.browser.get('/api/ava/profile')).body).toMatchObject({
      avaBalance: 0,
      avaMaturing: 3,
      totalRatingsGiven: 1,
    })
  })
})
