import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { dateInDays } from '../../../support/sample-values.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

type Business = Awaited<ReturnType<typeof signUpBusiness>>
type Client = Awaited<ReturnType<typeof signUpClient>>
interface ReceivedRating {
  readonly id: string
  readonly stayDate: string
  readonly createdAt: string
}

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Business
let lido: Business
let ana: Client
let lia: Client
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  lido = await signUpBusiness(garbo, 'lido')
  ana = await signUpClient(garbo, 'ana')
  lia = await signUpClient(garbo, 'lia')
})
afterAll(() => garbo.stop())

const scores = { punctualityScore: 9, kindnessScore: 8, paymentScore: 10, roomConditionScore: 7 }
const content = { overallRating: 5, ...scores, comment: 'Ospite gentile' }
const rate = async (business: Business, client: Client, stayDate: string, fields: object = {}) =>
  business.browser.post(
    '/api/ratings',
    { clientEmail: client.email, ...content, stayType: 'leisure', stayDate, ...fields },
    business.browser.idempotencyKey(),
  )
const receivedBy = async (client: Client) => (await client.browser.get('/api/client/ratings')).body as ReceivedRating[]
const standingOf = async (client: Client) => (await client.browser.get('/api/standing')).body
const idOf = ({ body }: { readonly body: unknown }) => (body as { rating: { id: string } }).rating.id

describe('A-74, Q-44: rating a client', () => {
  it('E-03, B-01, B-08, B-14, C-18, Q-90: takes a new client’s exact e-mail, stars, four criteria and the stay', async () => {
    const response = await rate(rosa, ana, '2026-03-04')
    expect(response).toMatchObject({
      status: 201,
      body: {
        avaEarned: 0,
        rating: { ...content, stayType: 'leisure', stayDate: '2026-03-04', clientName: 'ana Bianchi' },
      },
    })
    expect(await rosa.browser.get('/api/ratings?limit=5')).toMatchObject({
      status: 200,
      body: [
        { id: idOf(response), clientId: ana.clientId, isTopClient: false, clientAverageRating: 5, changeable: true },
      ],
    })
  })

  it('P-11: is not open to clients, who cannot list ratings given by businesses', async () => {
    const response = await ana.browser.post(
      '/api/ratings',
      { clientEmail: lia.email, ...content },
      ana.browser.idempotencyKey(),
    )
    expect([response.status, (await ana.browser.get('/api/ratings')).status]).toEqual([403, 403])
  })

  it('Q-46: is invisible to other businesses, even for a shared client', async () => {
    expect(await lido.browser.get('/api/ratings')).toMatchObject({ status: 200, body: [] })
  })

  it('is rejected for the same stay twice and for an unknown address', async () => {
    expect(await rate(rosa, ana, '2026-03-04', { overallRating: 1 })).toMatchObject({ status: 409 })
    expect(await rate(rosa, { ...ana, email: 'nessuno@example.it' }, '2026-03-05')).toMatchObject({ status: 404 })
  })
})

describe('A-45, B-02, B-09, P-19: ratings as the client sees them', () => {
  it('Q-46: reveal neither the business nor the hour, in no field and by no order', async () => {
    await rate(lido, ana, '2026-03-06')
    await rate(rosa, ana, '2026-04-07')
    const { body } = await ana.browser.get('/api/client/ratings')
    const shown = JSON.stringify([body, (await ana.browser.get('/api/standing')).body])
    for (const secret of [rosa.id, lido.id, 'Hotel', 'rosa', 'lido']) expect(shown).not.toContain(secret)
    const all = await receivedBy(ana)
    expect(all).toHaveLength(3)
    for (const { createdAt } of all) expect(createdAt).toMatch(/T00:00:00\.000Z$/)
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
    expect(shown).not.toMatch(/T(?!00:00:00)\d\d:\d\d/)
  })

  it('B-02: are visible to no other account', async () => {
    expect(await lia.browser.get('/api/client/ratings')).toMatchObject({ status: 200, body: [] })
    expect((await rosa.browser.get('/api/client/ratings')).status).toBe(403)
    expect((await garbo.visitor().get('/api/client/ratings')).status).toBe(401)
  })
})

describe('changing a rating', () => {
  it('amends it and updates average, list and standing', async () => {
    const ratingId = idOf(await rate(rosa, lia, '2026-04-01'))
    const amended = await rosa.browser.patch(`/api/ratings/${ratingId}`, { ...content, overallRating: 3 })
    expect(amended).toMatchObject({ status: 200, body: { id: ratingId, overallRating: 3 } })
    await expect.poll(() => standingOf(lia)).toMatchObject({ average: 3, total: 1, fiveStarCount: 0 })
  })

  it('withdraws it and removes it from average, list and standing', async () => {
    const [newest] = (await rosa.browser.get('/api/ratings?limit=1')).body as { id: string }[]
    const ratingId = newest?.id ?? ''
    expect((await rosa.browser.send('DELETE', `/api/ratings/${ratingId}`)).status).toBe(204)
    expect((await rosa.browser.send('DELETE', `/api/ratings/${ratingId}`)).status).toBe(204)
    await expect.poll(() => receivedBy(lia)).toEqual([])
    await expect.poll(() => standingOf(lia)).toMatchObject({ average: 0, total: 0 })
    expect(await rosa.browser.patch(`/api/ratings/${ratingId}`, content)).toMatchObject({ status: 409 })
  })

  it('is not open to other accounts', async () => {
    const ratingId = idOf(await rate(rosa, lia, '2026-05-02'))
    const path = `/api/ratings/${ratingId}`
    expect(await lido.browser.patch(path, content)).toMatchObject({ status: 404, body: { code: 'RatingNotFound' } })
    expect((await lido.browser.send('DELETE', path)).status).toBe(404)
    expect((await lia.browser.send('DELETE', path)).status).toBe(403)
  })
})

describe('removing a rating as a moderator', () => {
  it('updates the standing and informs the business of the reason and its remedies', async () => {
    const mario = await signUpModerator(garbo, 'mario')
    const ratingId = idOf(await rate(rosa, lia, '2026-06-03', { overallRating: 1 }))
    await expect.poll(() => standingOf(lia)).toMatchObject({ total: 2 })
    const remove = (browser: Business['browser'], body: object = { ground: 'FAKE', facts: 'Mai stata ospite lì.' }) =>
      browser.post(`/api/admin/ratings/${ratingId}/remove`, body)
    expect((await remove(rosa.browser)).status).toBe(403)
    expect((await remove(lia.browser)).status).toBe(403)
    expect((await remove(mario.browser, { ground: 'FAKE', facts: ' ' })).status).toBe(400)
    expect((await remove(mario.browser, { ground: 'NO_VIOLATION', facts: 'Niente' })).status).toBe(400)
    expect((await remove(mario.browser)).status).toBe(204)
    expect((await remove(mario.browser)).status).toBe(204)
    await expect.poll(() => standingOf(lia)).toMatchObject({ total: 1 })
    expect(await waitForMessageMatching(garbo.visitor(), rosa.email, /Mai stata ospite lì/)).toMatch(/contenuto falso/)
  })
})

describe('a business’s clients', () => {
  it('A-36, B-03: are listed with residence, travel type, average, counts and rewards', async () => {
    expect(await lido.browser.get('/api/clients')).toMatchObject({
      status: 200,
      body: [
        {
          id: ana.clientId,
          name: 'ana Bianchi',
          email: ana.email,
          totalRatings: 3,
          averageRating: 5,
          fiveStarRatingsCount: 3,
          uniqueProvidersCount: 2,
          bonusRewardEarned: false,
          photoConsent: false,
        },
      ],
    })
  })

  it('A-36, A-38, Q-90: are readable by the business only, regardless of the query', async () => {
    for (const path of ['/api/clients', '/api/clients/top']) {
      expect((await lido.browser.get(`${path}?businessId=${lido.id}`)).status).toBe(200)
      expect((await lido.browser.get(`${path}?businessId=${rosa.id}`)).status).toBe(403)
      expect((await ana.browser.get(path)).status).toBe(403)
    }
  })

  it('A-38, C-19: are ranked, three unless requested otherwise', async () => {
    const top = await rosa.browser.get(`/api/clients/top?businessId=${rosa.id}&limit=1`)
    expect(top).toMatchObject({ status: 200, body: [{ id: ana.clientId }] })
  })

  it('Q-60: show only the codes redeemed at this business', async () => {
    const review = { rating: 5, targetType: 'BUSINESS', targetId: lido.id, reasonCode: 'SERVICE' }
    const { body } = await ana.browser.post('/api/reviews', review, ana.browser.idempotencyKey())
    const [issued] = (body as { newlyIssuedRewards: { code: string }[] }).newlyIssuedRewards
    const code = issued?.code ?? ''
    const readCodes = (business: Business) => business.browser.get(`/api/clients/${ana.clientId}/rewards`)
    expect(await readCodes(lido)).toMatchObject({ status: 200, body: [] })
    await ana.browser.post(`/api/rewards/${code}/redeem`, undefined, ana.browser.idempotencyKey())
    await expect
      .poll(() => readCodes(lido), { timeout: 10_000 })
      .toMatchObject({
        status: 200,
        body: [{ code, discountPercent: 2, clientName: 'ana Bianchi' }],
      })
    expect(await readCodes(rosa)).toMatchObject({ status: 200, body: [] })
    expect((await lido.browser.get(`/api/clients/${lia.clientId}/rewards`)).status).toBe(404)
  })
})

describe('A-49, B-04: a business’s statistics', () => {
  it('E-38, Q-59, Q-110, D-25: are rated clients, top clients, average and growth, marked when sample data', async () => {
    expect(await rosa.browser.get('/api/dashboard/stats')).toMatchObject({
      status: 200,
      body: {
        totalRatedClients: 2,
        topRatedClients: 0,
        averageRating: 5,
        growth: { monthlyPercent: 12, quarterlyPercent: 7, demo: true, monthlyDemo: true, quarterlyDemo: true },
      },
    })
  })
})

describe('A-46, P-18, Q-34: a test rating', () => {
  it('is created immediately for the user’s own address only', async () => {
    const before = (await receivedBy(lia)).length
    const response = await lia.browser.post(`/api/test/add-rating/${encodeURIComponent(lia.email)}`)
    expect(response).toMatchObject({ status: 201, body: { overallRating: 5 } })
    expect(await receivedBy(lia)).toHaveLength(before + 1)
    for (const email of [ana.email, 'nessuno@example.it'])
      expect(await lia.browser.post(`/api/test/add-rating/${encodeURIComponent(email)}`)).toMatchObject({
        status: 404,
        body: { message: 'Email non trovata per il test' },
      })
  })

  it('does not count towards the standing', async () =>
    expect(await lia.browser.get('/api/standing')).toMatchObject({ body: { total: 1, uniqueProviders: 1 } }))
})

describe('RATING_RELEASE=batch through the API', () => {
  it('Q-46: hides ratings until three venues have given one, and shows them without the day of the stay', async () => {
    const other = await startTestGarbo({ RATING_RELEASE: 'batch' })
    try {
      const businesses = await Promise.all(['uno', 'due', 'tre'].map((name) => signUpBusiness(other, name)))
      const zoe = await signUpClient(other, 'zoe')
      const readEverything = async () => {
        const responses = await Promise.all(
          ['/api/client/ratings', '/api/standing', '/api/auth/client', '/api/rewards'].map((path) =>
            zoe.browser.get(path),
          ),
        )
        return responses.map(({ body }) => body)
      }
      const before = await readEverything()
      for (const business of businesses.slice(0, 2)) {
        expect((await rate(business, zoe, '2026-03-04')).status).toBe(201)
        expect(await business.browser.get('/api/ratings')).toMatchObject({ body: [{ clientName: 'zoe Bianchi' }] })
        expect(await readEverything()).toEqual(before)
      }
      const [, , third] = businesses
      if (third !== undefined) await rate(third, zoe, '2026-03-04')
      await expect.poll(async () => (await receivedBy(zoe)).length).toBe(3)
      for (const rating of await receivedBy(zoe))
        expect(rating).toMatchObject({ stayDate: '2026-03-01', stayDatePrecision: 'month' })
      await expect.poll(() => standingOf(zoe)).toMatchObject({ total: 3, uniqueProviders: 3 })
    } finally {
      await other.stop()
    }
  })
})

describe('Q-121: the stays a venue may rate', () => {
  const ratingsOf = async (business: Business) => (await business.browser.get('/api/ratings?limit=50')).body
  let nora: Business
  let ugo: Client
  beforeAll(async () => {
    await garbo.restart({ RATING_STAY_MAX_DAYS: '90', RATINGS_PER_VENUE_DAY: '3' })
    nora = await signUpBusiness(garbo, 'nora')
    ugo = await signUpClient(garbo, 'ugo')
  })

  it('are public, so that screens say them before anything is rejected', async () =>
    expect((await garbo.visitor().get('/api/rule-settings')).body).toMatchObject({
      ratingStayMaxDays: 90,
      ratingCountsEveryDays: 30,
    }))

  it('were at most 90 days ago', async () => {
    expect(await rate(nora, ugo, dateInDays(-95))).toMatchObject({ status: 400, body: { code: 'StayTooLongAgo' } })
    expect(await ratingsOf(nora)).toEqual([])
  })

  it('count once in thirty days; earlier ones stay visible, marked', async () => {
    expect(await rate(nora, ugo, dateInDays(-20))).toMatchObject({ status: 201, body: { rating: { counted: true } } })
    expect(await rate(nora, ugo, dateInDays(-10), { overallRating: 3 })).toMatchObject({ status: 201 })
    expect(await ratingsOf(nora)).toMatchObject([{ counted: true }, { counted: false }])
    const received = (await ugo.browser.get('/api/client/ratings')).body as readonly { counted: boolean }[]
    expect(received.filter(({ counted }) => counted)).toHaveLength(1)
    expect(received).toHaveLength(2)
    expect(await standingOf(ugo)).toMatchObject({ total: 1, average: 3 })
  })

  it('are limited for each day, to which rejected ratings do not count', async () => {
    expect(await rate(nora, ugo, dateInDays(-95))).toMatchObject({ status: 400 })
    expect(await rate(nora, ugo, dateInDays(-60))).toMatchObject({ status: 201 })
    expect(await rate(nora, ugo, dateInDays(-61))).toMatchObject({
      status: 429,
      body: { code: 'TooManyRatings', message: 'Hai già dato 3 valutazioni oggi. Potrai continuare domani.' },
    })
    expect(await ratingsOf(nora)).toHaveLength(3)
  })
})
