import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { execFileSync } from 'node:child_process'
import { wholeGarbo } from '../support/garbo.ts'

let garbo: Awaited<ReturnType<typeof wholeGarbo>>
beforeAll(async () => {
  garbo = await wholeGarbo()
})
afterAll(() => garbo.stop())

const password = 'Benvenuti.2026!'
type Browser = ReturnType<Awaited<ReturnType<typeof wholeGarbo>>['visitor']>

const letterTo = async (browser: Browser, to: string): Promise<string> => {
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await browser.get(`/api/dev/outbox?to=${encodeURIComponent(to)}`)
    const [letter] = (body as { messages: { text: string }[] }).messages
    if (letter) return letter.text
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no letter to ${to}`)
}

const business = async (username: string) => {
  const browser = garbo.visitor()
  const email = `${username}@example.it`
  const place = { location: 'Via del Corso 12, Roma', province: 'RM', businessType: 'hotel' }
  const answer = await browser.post('/api/auth/register', {
    username,
    email,
    password,
    businessName: `Hotel ${username}`,
    ...place,
  })
  expect(answer).toMatchObject({ status: 201, body: { user: { role: 'ESERCENTE', emailVerified: false } } })
  const token = /token=(\S+)/.exec(await letterTo(browser, email))?.[1] ?? ''
  expect(await browser.post('/api/auth/confirm-email', { token: decodeURIComponent(token) })).toMatchObject({
    status: 204,
  })
  return { browser, email, id: (answer.body as { user: { id: string } }).user.id }
}

const client = async (name: string) => {
  const browser = garbo.visitor()
  const email = `${name}@example.it`
  const person = { firstName: name, lastName: 'Bianchi', email, phone: '+39 333 1234567', password }
  const answer = await browser.post('/api/auth/register-client', person)
  expect(answer.status).toBe(201)
  const { clientId } = answer.body as { clientId: string }
  const verificationCode = /\d{6}/.exec(await letterTo(browser, email))?.[0]
  expect(await browser.post('/api/auth/verify-email', { clientId, verificationCode })).toMatchObject({ status: 204 })
  return { browser, email, clientId }
}

describe('the product’s main job, call by call', () => {
  it('goes from registration to a redeemed reward and AVA', async () => {
    const rosa = await business('rosa')
    const ana = await client('ana')
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
    const intent = ana.browser.intent()
    const submitted = await ana.browser.post('/api/reviews', review, intent)
    expect(submitted).toMatchObject({ status: 201, body: { newlyIssuedRewards: [{ discountPercent: 2 }] } })
    expect(await ana.browser.post('/api/reviews', review, intent)).toMatchObject({ status: 201, body: submitted.body })
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

    const mario = await business('mario')
    execFileSync('node', ['infrastructure/composition/cli.ts', 'role', 'grant', mario.email, 'MODERATORE'], {
      env: { ...process.env, DATABASE_URL: garbo.config.DATABASE_URL, GARBO_MASTER_KEY: garbo.config.GARBO_MASTER_KEY },
    })
    const queue = await mario.browser.get('/api/admin/queue')
    expect((queue.body as { items: unknown[] }).items).toHaveLength(2)
    const decided = await mario.browser.patch(`/api/admin/disputes/${reviewId}`, {
      status: 'RESOLVED_REJECTED',
      resolution: 'Foto coerenti',
    })
    expect(decided).toMatchObject({ status: 200, body: { status: 'RESOLVED_REJECTED' } })

    const code = newlyIssuedRewards[0]?.code ?? ''
    expect((await rosa.browser.get('/api/rewards/issued')).body).toMatchObject([
      { code, clientName: null, isActive: true },
    ])
    const redeemed = await Promise.all([1, 2, 3, 4, 5].map(() => ana.browser.post(`/api/rewards/${code}/redeem`)))
    expect(redeemed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])

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
