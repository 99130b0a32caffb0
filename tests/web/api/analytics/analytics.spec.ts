import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, romeDay } from '../../../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../../../domain/kernel/primitives.ts'
import { systemClock } from '../../../../infrastructure/clock-and-ids.ts'
import { type Analytics, analytics, type AnalyticsRow } from '../../../../web/contract/analytics/analytics.ts'
import { earnAva } from '../../../support/ava/earned-ava.ts'
import { postReview, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { servingTable } from '../../../support/projections.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let bruno: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let ben: Awaited<ReturnType<typeof signUpClient>>
let eva: Awaited<ReturnType<typeof signUpClient>>
let removedReview: string
const today = romeDay(systemClock(0)())

const scores = { punctualityScore: 10, kindnessScore: 8, paymentScore: 9, roomConditionScore: 6 }
const rate = async (clientEmail: string, stayDate: string, overallRating = 5) => {
  const rating = { clientEmail, stayType: 'leisure', stayDate, overallRating, ...scores }
  const { status, body } = await rosa.browser.post('/api/ratings', rating)
  expect(status, JSON.stringify(body)).toBe(201)
  return (body as { rating: { id: string } }).rating.id
}

beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  bruno = await signUpBusiness(garbo, 'bruno')
  ana = await signUpClient(garbo, 'ana')
  ben = await signUpClient(garbo, 'ben')
  eva = await signUpClientWithId(garbo, 'eva')
  const [fromAna, fromBen] = [
    await postReview(ana.browser, rosa.id, { rating: 5, comment: 'Ottimo.' }),
    await postReview(ben.browser, rosa.id, { rating: 2, comment: 'Freddo.' }),
  ]
  removedReview = await postReview(eva.browser, rosa.id, { rating: 1, comment: 'Falsa.' })
  await ben.browser.send('PATCH', `/api/reviews/${fromBen}`, { reasonCode: 'CLEANLINESS' })
  await rosa.browser.send('PUT', `/api/reviews/${fromAna}/reply`, { text: 'Grazie, a presto da noi!' })
  const mario = await signUpModerator(garbo, 'mario')
  const removal = { moderationStatus: 'REMOVED', ground: 'FAKE', facts: 'Mai stata ospite della struttura.' }
  await mario.browser.send('PATCH', `/api/admin/reviews/${removedReview}/moderate`, removal)
  await rate(ana.email, '2026-01-10')
  await rate(ana.email, '2026-02-10', 3)
  const withdrawn = await rate(ben.email, '2026-01-12', 1)
  await rosa.browser.send('DELETE', `/api/ratings/${withdrawn}`)
  const amended = await rate(eva.email, '2026-01-13', 2)
  const amendment = { ...scores, overallRating: 4, kindnessScore: 2, comment: null }
  await rosa.browser.send('PATCH', `/api/ratings/${amended}`, amendment)
})
afterAll(() => garbo.stop())

const load = async (browser = rosa.browser, query = ''): Promise<Analytics> => {
  const { status, body } = await browser.get(`/api/analytics${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return analytics.parse(body)
}
const rows = async (query: string) => {
  const { status, body } = await rosa.browser.get(`/api/analytics/rows?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as AnalyticsRow[]
}
const redeem = async (billEuro: number) => {
  const [reward] = (await ana.browser.get('/api/rewards')).body as { code: string }[]
  expect((await rosa.browser.post(`/api/rewards/${reward?.code}/redeem`, { billEuro })).status).toBe(200)
}

describe('GET /api/analytics without Premium', () => {
  it('Q-112: shows the score with its marks, and of the rest only shapes', async () => {
    const loaded = await load()
    expect(loaded).toMatchObject({
      premium: false,
      to: today,
      score: [{ day: today, average: 3.5, count: 2 }],
      marks: [{ kind: 'removed', day: today, reviews: 1 }],
      stars: null,
      reasons: null,
      responses: null,
      criteria: null,
      rewards: null,
      ava: null,
      previous: null,
    })
  })

  it('Q-112: its preview gives away no figure, even of a single review and rating', async () => {
    const previewOf = async (stars: readonly number[], overall: number, kindness: number) => {
      const venue = await signUpBusiness(garbo, `anteprima-${stars.length}`, { province: 'BZ' })
      for (const [index, rating] of stars.entries()) {
        const author = await signUpClient(garbo, `autrice-${stars.length}-${index}`)
        await postReview(author.browser, venue.id, { rating })
      }
      const guest = await signUpClient(garbo, `valutata-${stars.length}`)
      const rating = { clientEmail: guest.email, stayType: 'leisure', stayDate: '2026-02-20', overallRating: overall }
      const rated = await venue.browser.post('/api/ratings', { ...rating, ...scores, kindnessScore: kindness })
      expect(rated.status).toBe(201)
      return (await load(venue.browser)).preview
    }
    const one = await previewOf([5], 4, 6)
    expect(one).toEqual(await previewOf([5, 5], 3, 7))
    expect(one).toEqual({
      stars: { '1': 1, '2': 1, '3': 1, '4': 2, '5': 3 },
      criteria: {
        punctuality: { start: 3, end: 3 },
        kindness: { start: 2, end: 2 },
        payment: { start: 3, end: 3 },
        roomCondition: { start: 2, end: 2 },
      },
    })
    expect((await load(bruno.browser)).preview?.stars).toEqual({ '1': 1, '2': 1, '3': 1, '4': 1, '5': 1 })
  })

  it('Q-73: its rows of guests, rewards and AVA need Premium; reviews can be read anyway', async () => {
    for (const of of ['ratings', 'rewards', 'issued', 'ava'])
      expect(await rosa.browser.get(`/api/analytics/rows?of=${of}`)).toMatchObject({
        status: 402,
        body: {
          code: 'PremiumRequired',
          message: 'Questa funzione è inclusa in Premium. Attivalo dal tuo wallet AVA.',
        },
      })
    expect(await rows('of=reviews')).toHaveLength(3)
  })

  it('is closed to clients and visitors', async () => {
    expect((await ana.browser.get('/api/analytics')).status).toBe(403)
    expect((await garbo.visitor().get('/api/analytics')).status).toBe(401)
  })

  it.each([
    ['from=2026-03-02&to=2026-03-01', 'La data finale precede quella iniziale.'],
    ['from=2020-01-01&to=2026-03-01', 'Scegli un periodo di al massimo 731 giorni.'],
    ['from=2026-03-01', 'Indica anche la fine del periodo.'],
    ['to=2026-03-01', 'Indica anche l’inizio del periodo.'],
    ['from=0000-01-01&to=0000-01-02', 'Inserisci una data valida'],
  ])('rejects the period %s', async (query, message) => {
    const { status, body } = await rosa.browser.get(`/api/analytics?${query}`)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(message)
  })
})

describe('GET /api/analytics with Premium', () => {
  beforeAll(async () => {
    await earnAva(garbo.config, rosa.id, 12)
    await rosa.browser.post('/api/ava/upgrade-premium', { durationDays: 30 }, rosa.browser.idempotencyKey())
    await redeem(250)
  })

  it('Q-112: counts stars, reasons, replies, ratings and rewards', async () => {
    const loaded = await load()
    expect(loaded).toMatchObject({
      premium: true,
      preview: null,
      stars: { '1': 0, '2': 1, '3': 0, '4': 0, '5': 1 },
      reasons: [
        { code: 'SERVICE', count: 2 },
        { code: 'CLEANLINESS', count: 1 },
      ],
      responses: { received: 3, answered: 1, rate: 0.333, medianHours: 0 },
      ratings: 3,
      returningGuests: 1,
      criteria: {
        unit: 'day',
        points: [{ start: today, count: 3, overall: 4, punctuality: 10, kindness: 6, payment: 9, roomCondition: 6 }],
      },
      ava: [
        { day: loaded.from, balance: 0 },
        { day: today, balance: 2 },
      ],
    })
  })

  it('D-58, Q-60: says the time of replies in hours, but only of whole days, which do not tell the hour of a review', async () => {
    const { pool } = garbo.database
    const table = await servingTable(pool, 'account_days')
    const repliedAfter = async (counts: object) => {
      await pool.query(`update read.${table} set reply_days = $1 where reviews > 0`, [JSON.stringify(counts)])
      return (await load()).responses?.medianHours
    }
    expect(await repliedAfter({ 1: 1 })).toBe(24)
    expect(await repliedAfter({ 1: 1, 4: 1 })).toBe(60)
    expect(await repliedAfter({ 0: 3, 2: 1 })).toBe(0)
    expect(await repliedAfter({ 0: 1 })).toBe(0)
  })

  it('Q-65: the cost of rewards is the discount on the bills that the business entered', async () => {
    expect((await load()).rewards).toMatchObject({ redeemed: 1, costEuro: 5, priced: 1 })
  })

  it('D-55, Q-60: counts the codes issued by whole weeks that are over, so that no day shows who wrote its reviews', async () => {
    const { pool } = garbo.database
    const table = await servingTable(pool, 'account_days')
    const moveDays = (days: number) => pool.query(`update read.${table} set day = day + $1::int`, [days])
    const weekday = new Date(today).getUTCDay() || 7
    const [lastMonday, lastSunday] = [daysAfter(today, -weekday - 6), daysAfter(today, -weekday)]
    const issuedFrom = async (from: Day, to: Day) =>
      (await load(rosa.browser, `?from=${from}&to=${to}`)).rewards?.issued
    expect(await issuedFrom(lastMonday, today)).toBe(0)
    await moveDays(-weekday - 2)
    const written = daysAfter(today, -weekday - 2)
    expect(await issuedFrom(lastMonday, today)).toBe(3)
    expect(await issuedFrom(lastMonday, lastSunday)).toBe(3)
    expect(await issuedFrom(written, written)).toBeNull()
    expect(await issuedFrom(daysAfter(lastMonday, 1), today)).toBeNull()
    expect(await issuedFrom(daysAfter(lastMonday, -6), daysAfter(lastSunday, -1))).toBeNull()
    await moveDays(weekday + 2)
  })

  it('D-57, Q-60: lists the codes issued by whole weeks only, with their number and nothing else', async () => {
    const { pool } = garbo.database
    const table = await servingTable(pool, 'account_days')
    const moveDays = (days: number) => pool.query(`update read.${table} set day = day + $1::int`, [days])
    const weekday = new Date(today).getUTCDay() || 7
    const lastMonday = daysAfter(today, -weekday - 6)
    const week = { of: 'issued', day: lastMonday, until: daysAfter(lastMonday, 6), count: 3 }
    await moveDays(-weekday - 2)
    const written = daysAfter(today, -weekday - 2)
    expect(await rows(`of=issued&from=${daysAfter(lastMonday, -7)}&to=${today}`)).toEqual([week])
    expect(await rows(`of=issued&from=${lastMonday}&to=${week.until}`)).toEqual([week])
    for (const [from, to] of [
      [written, written],
      [daysAfter(lastMonday, 1), today],
      [daysAfter(lastMonday, -6), daysAfter(lastMonday, 5)],
    ])
      expect(await rows(`of=issued&from=${from}&to=${to}`)).toEqual([])
    await pool.query(
      `create temp table earlier as select * from read.${table} where account_id = '${rosa.id}' and day = '${written}';
       update earlier set key = key || '-before', day = day - 7, rewards_issued = 2;
       insert into read.${table} select * from earlier; drop table earlier`,
    )
    const from = daysAfter(lastMonday, -7)
    const first = await rosa.browser.get(`/api/analytics/rows?of=issued&limit=1&from=${from}&to=${today}`)
    const cursor = first.headers.get('x-next-cursor') ?? ''
    expect(first.body).toEqual([week])
    expect(await rows(`of=issued&limit=1&from=${from}&to=${today}&cursor=${cursor}`)).toEqual([
      { of: 'issued', day: from, until: daysAfter(from, 6), count: 2 },
    ])
    await pool.query(`delete from read.${table} where key like '%-before'`)
    await moveDays(weekday + 2)
  })

  it('compares with the period of the same length just before', async () => {
    const { from, previous } = await load(rosa.browser, '?compare=previous')
    expect(previous).toMatchObject({ score: null, ratings: 0, returningGuests: 0, avaBalance: 0, criteria: null })
    expect(previous?.to.localeCompare(from)).toBe(-1)
  })

  it('Q-112, Q-60: compares stars, reasons and criteria too, with nothing that the earlier period itself does not show', async () => {
    const [tomorrow, inAMonth] = [daysAfter(today, 1), daysAfter(today, 30)]
    const { stars, reasons, criteria, previous } = await load(
      rosa.browser,
      `?from=${tomorrow}&to=${inAMonth}&compare=previous`,
    )
    expect({ stars, reasons, averages: criteria?.averages }).toEqual({
      stars: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
      reasons: [],
      averages: null,
    })
    expect(previous).toMatchObject({
      stars: { '2': 1, '5': 1 },
      reasons: [{ code: 'SERVICE', count: 2 }, { code: 'CLEANLINESS' }],
      criteria: { punctuality: 10, kindness: 6, payment: 9, roomCondition: 6 },
    })
    const itself = await load(rosa.browser, `?from=${previous?.from}&to=${previous?.to}`)
    expect(previous).toMatchObject({
      stars: itself.stars,
      reasons: itself.reasons,
      criteria: itself.criteria?.averages,
      responses: itself.responses,
      rewards: itself.rewards,
    })
  })

  it('Q-46, Q-60: lists the rows behind each figure, by day only, with ids that say nothing', async () => {
    expect(await rows('of=reviews&counted=true&stars=5')).toMatchObject([
      { of: 'reviews', day: today, stars: 5, reasonCode: 'SERVICE', counted: true, repliedOn: today },
    ])
    expect(await rows('of=reviews&counted=false')).toMatchObject([{ id: removedReview, stars: 1, counted: false }])
    expect(await rows('of=reviews&reason=CLEANLINESS')).toMatchObject([{ stars: 2 }])
    expect(await rows('of=reviews&answered=false')).toHaveLength(2)
    expect(await rows('of=ratings&returning=true')).toMatchObject([
      { clientName: 'ana Bianchi', stayDate: '2026-02-10' },
    ])
    const given = await rows('of=ratings')
    const ids = given.map((row) => (row.of === 'ratings' ? row.id : ''))
    expect(new Set(ids).size).toBe(3)
    const asReceived = (await ana.browser.get('/api/client/ratings')).body as { id: string }[]
    expect(asReceived.map(({ id }) => ids.includes(id))).toEqual([false, false])
    for (const secret of [ana.clientId, rosa.id, '2026-02-10']) expect(JSON.stringify(ids)).not.toContain(secret)
    expect(await rows('of=rewards')).toEqual([
      {
        of: 'rewards',
        day: today,
        rule: 'FIRST_REVIEW_2',
        discountPercent: 2,
        discountEuro: 5,
      },
    ])
    expect(await rows('of=ava')).toMatchObject([
      { description: 'Passaggio a Premium', amount: -10 },
      { description: 'Prenotazione di viaggio', amount: 12 },
    ])
  })

  it('shows every account its AVA balance over the year', async () => {
    const { points } = (await rosa.browser.get('/api/ava/history')).body as { points: { balance: number }[] }
    expect(points).toMatchObject([{ balance: 0 }, { day: today, balance: 2 }])
    expect((await ana.browser.get('/api/ava/history')).body).toMatchObject({ points: [{ balance: 0 }, { balance: 0 }] })
  })

  it('pages through the rows', async () => {
    const first = await rosa.browser.get('/api/analytics/rows?of=reviews&limit=2')
    const cursor = first.headers.get('x-next-cursor') ?? ''
    const second = await rosa.browser.get(`/api/analytics/rows?of=reviews&limit=2&cursor=${cursor}`)
    expect(second.headers.get('x-next-cursor')).toBeNull()
    expect((await rosa.browser.get('/api/analytics/rows?of=ratings&cursor=WzJd')).status).toBe(400)
  })

  it('Q-112: compares with at least five businesses of the same type and province', async () => {
    expect((await load()).comparison).toEqual({
      province: 'RM',
      businessType: 'hotel',
      businesses: 0,
      own: 3.5,
      others: null,
    })
    const names = ['uno', 'due', 'tre', 'quattro', 'cinque']
    for (const [index, name] of names.entries()) {
      const other = await signUpBusiness(garbo, name, { province: 'NU' })
      await postReview(ana.browser, other.id, { rating: index + 1 })
    }
    const lia = await signUpBusiness(garbo, 'lia', { province: 'NU' })
    await earnAva(garbo.config, lia.id, 10)
    await lia.browser.post('/api/ava/upgrade-premium', { durationDays: 30 }, lia.browser.idempotencyKey())
    const past = `?from=${daysAfter(today, -90)}&to=${daysAfter(today, -60)}`
    expect((await load(lia.browser)).comparison).toMatchObject({ businesses: 5, own: null, others: 3 })
    expect((await load(lia.browser, past)).comparison).toMatchObject({ businesses: 5, own: null, others: 3 })
    expect((await load(rosa.browser, past)).comparison).toMatchObject({ own: 3.5 })
  })

  it('shows every business its figures only', async () => {
    expect(await load(bruno.browser)).toMatchObject({ premium: false, score: [], marks: [] })
  })
})
