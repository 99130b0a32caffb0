import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { romeDay } from '../../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../../domain/kernel/primitives.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let bruno: Awaited<ReturnType<typeof signUpBusiness>>
let mario: Awaited<ReturnType<typeof signUpModerator>>
let ana: Awaited<ReturnType<typeof signUpClient>>
const today = romeDay(new Date().toISOString() as Instant)
const facts = 'In poche ore sono arrivate recensioni su un video, nessuna su un soggiorno.'

const postReview = async (browser: ApiClient, targetId: string, rating: number) => {
  const body = { rating, targetType: 'BUSINESS', targetId, reasonCode: 'SERVICE' }
  const response = await browser.post('/api/reviews', body, browser.idempotencyKey())
  expect(response.status).toBe(201)
  return (response.body as { id: string }).id
}

beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  bruno = await signUpBusiness(garbo, 'bruno')
  mario = await signUpModerator(garbo, 'mario')
  ana = await signUpClient(garbo, 'ana')
  await postReview(ana.browser, rosa.id, 1)
  await postReview(bruno.browser, rosa.id, 4)
})
afterAll(() => garbo.stop())

const publicPage = async () => (await garbo.visitor().get(`/api/businesses/${rosa.id}`)).body
/** The reviews of one day come in an order that is not that of writing. */
const itemisedScore = async () => {
  const { body } = await rosa.browser.get(`/api/businesses/${rosa.id}/score/reviews`)
  return (body as { stars: number }[]).toSorted((a, b) => a.stars - b.stars)
}
const waitForReadModels = async () => {
  await mario.browser.get(`/api/admin/businesses/${rosa.id}/exclusions`)
}
const adminPath = (path: string) => `/api/admin/businesses/${rosa.id}${path}`
const period = { from: today, to: today, reason: 'REVIEW_BOMBING', facts }

describe('excluding a period from a score', () => {
  it('is previewed without changes before it is decided', async () => {
    const preview = await mario.browser.get(adminPath(`/exclusions/preview?from=${today}&to=${today}`))
    expect(preview).toMatchObject({
      status: 200,
      body: { before: { average: 2.5, opinions: 2 }, after: { average: 0, opinions: 0 }, out: 2 },
    })
    expect(await publicPage()).toMatchObject({ avgScore: 2.5, scores: { exclusions: [] } })
  })

  it('shows both scores on the public page with date and reason, and marks the reviews', async () => {
    const idempotencyKey = mario.browser.idempotencyKey()
    const excluded = await mario.browser.post(adminPath('/exclusions'), period, idempotencyKey)
    expect(excluded).toMatchObject({ status: 201, body: { exclusions: [{ facts, liftedAt: null }] } })
    expect((await mario.browser.post(adminPath('/exclusions'), period, idempotencyKey)).body).toEqual(excluded.body)
    expect((await mario.browser.post(adminPath('/exclusions'), period)).body).toMatchObject({
      exclusions: [{ from: today }],
    })
    await waitForReadModels()
    const page = await publicPage()
    expect(page).toMatchObject({
      avgScore: 0,
      totalReviews: 2,
      scores: {
        asOf: today,
        inForce: { average: 0, opinions: 0 },
        all: { average: 2.5, opinions: 2 },
        exclusions: [{ from: today, to: today, reason: 'REVIEW_BOMBING', decidedOn: today }],
      },
    })
    expect(JSON.stringify(page)).not.toContain('video')
    const { body } = await garbo.visitor().get(`/api/reviews/target/BUSINESS/${rosa.id}`)
    expect(body).toMatchObject([{ outOfScore: true }, { outOfScore: true }])
  })

  it('is itemised for the venue without authors', async () => {
    const itemised = await itemisedScore()
    expect(itemised).toMatchObject([
      { stars: 1, day: today, counts: false, why: 'excluded', averageWithout: null },
      { stars: 4, day: today, counts: false, why: 'excluded', averageWithout: null },
    ])
    expect(JSON.stringify(itemised)).not.toMatch(/author|ana|bruno/i)
    expect((await rosa.browser.get(`/api/businesses/${rosa.id}/score/exclusions`)).body).toMatchObject([{ facts }])
    expect((await garbo.visitor().get(`/api/businesses/${rosa.id}/score/why`)).body).toMatchObject({
      distribution: { inForce: [0, 0, 0, 0, 0], all: [1, 0, 0, 1, 0] },
      rules: [{ rule: 'Q-50' }, { rule: 'exclusion' }, { rule: 'anomaly' }],
      oneMore: [{ stars: 1, average: 1 }, {}, {}, {}, { stars: 5, average: 5 }],
    })
  })

  it('is rejected with an explanation when it overlaps another period', async () => {
    const overlapping = await mario.browser.post(adminPath('/exclusions'), { ...period, reason: 'OFF_TOPIC' })
    expect(overlapping).toMatchObject({ status: 409, body: { code: 'PeriodOverlaps' } })
    expect(await mario.browser.get(adminPath(`/exclusions/preview?from=${today}&to=${today}`))).toMatchObject({
      status: 409,
    })
  })

  it('is reversed exactly when lifted', async () => {
    const listed = (await mario.browser.get(adminPath('/exclusions'))).body as { exclusions: { id: string }[] }
    const id = listed.exclusions[0]?.id ?? ''
    const lifted = await mario.browser.post(adminPath(`/exclusions/${id}/lift`), { facts: 'Erano soggiorni veri.' })
    expect(lifted).toMatchObject({ status: 200, body: { exclusions: [{ id, liftFacts: 'Erano soggiorni veri.' }] } })
    expect(
      (await mario.browser.post(adminPath(`/exclusions/${id}/lift`), { facts: 'Erano soggiorni veri.' })).status,
    ).toBe(200)
    expect(await publicPage()).toMatchObject({ avgScore: 2.5, scores: { inForce: { average: 2.5 }, exclusions: [] } })
    expect(await itemisedScore()).toMatchObject([
      { stars: 1, counts: true, why: 'latest', averageWithout: 4 },
      { stars: 4, counts: true, why: 'latest', averageWithout: 1 },
    ])
  })
})

describe('access to excluded periods', () => {
  it('Q-60: hides the itemised score of a venue from other venues', async () => {
    for (const path of ['reviews', 'exclusions'])
      expect((await bruno.browser.get(`/api/businesses/${rosa.id}/score/${path}`)).status).toBe(404)
  })

  it('is not open to a moderator who reviewed the venue or owns it', async () => {
    expect(await mario.browser.post(`/api/admin/businesses/${mario.id}/exclusions`, period)).toMatchObject({
      status: 403,
      body: { code: 'OwnMatter' },
    })
    await postReview(mario.browser, bruno.id, 3)
    expect(await mario.browser.post(`/api/admin/businesses/${bruno.id}/exclusions`, period)).toMatchObject({
      status: 403,
      body: { code: 'OwnMatter' },
    })
  })

  it('is limited to businesses and to past days', async () => {
    expect((await mario.browser.post(`/api/admin/businesses/${ana.clientId}/exclusions`, period)).status).toBe(404)
    const future = { ...period, from: '2099-01-01', to: '2099-01-02' }
    expect(await mario.browser.post(adminPath('/exclusions'), future)).toMatchObject({
      status: 400,
      body: { code: 'PeriodInTheFuture' },
    })
    expect((await mario.browser.post(adminPath('/exclusions'), { ...period, facts: ' ' })).status).toBe(400)
  })

  it('includes a list of anomalies, of which unknown ones cannot be dismissed', async () => {
    expect((await mario.browser.get('/api/admin/anomalies')).body).toEqual([])
    expect(
      (await mario.browser.post(adminPath(`/anomalies/${today}/dismiss`), { notes: 'Era la sagra.' })).status,
    ).toBe(404)
  })
})
