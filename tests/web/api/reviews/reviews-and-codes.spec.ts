import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let bruno: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  bruno = await signUpBusiness(garbo, 'bruno')
  ana = await signUpClient(garbo, 'ana')
}, 60_000)
afterAll(() => garbo.stop())

const review = (overrides: object = {}) => ({
  rating: 4,
  comment: 'Tutto bene',
  targetType: 'BUSINESS',
  targetId: rosa.id,
  reasonCode: 'SERVICE',
  visibility: 'PUBLIC_ANONYMOUS',
  ...overrides,
})
const submit = (browser: ApiClient, body: object) => browser.post('/api/reviews', body, browser.idempotencyKey())
const readReviews = async (browser: ApiClient, targetId: string, query = '') =>
  (await browser.get(`/api/reviews/target/BUSINESS/${targetId}${query}`)).body as {
    readonly id: string
    readonly visibility: string
  }[]

describe('a review through the API', () => {
  it('E-05, E-48, A-39, B-27: is written by a client and returns the earned code', async () => {
    expect(await submit(ana.browser, review())).toMatchObject({
      status: 201,
      body: {
        rating: 4,
        newlyIssuedRewards: [{ discountPercent: 2, code: expect.stringMatching(/^[A-Z0-9]{6,20}$/) }],
      },
    })
  })

  it('V-36, P-12, Q-56: can be written by a business; the session determines the kind of author', async () => {
    const spoofed = await submit(bruno.browser, review({ authorType: 'client' }))
    expect(spoofed).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    const privateReview = await submit(bruno.browser, review({ rating: 3, visibility: 'PRIVATE_TO_BUSINESS' }))
    expect(privateReview).toMatchObject({ status: 201, body: { newlyIssuedRewards: [] } })
    expect((await submit(garbo.visitor(), review())).status).toBe(401)
  })

  it.each([
    ['V-37', { targetType: 'HOTEL' }],
    ['V-39', { reasonCode: 'NOISE' }],
    ['V-41', { visibility: 'PUBLIC' }],
    ['V-35, C-24', { comment: 'x'.repeat(2001) }],
    ['V-40, C-24', { reasonTags: Array.from({ length: 11 }, (_, n) => `tag${n}`) }],
    ['V-40, C-24', { reasonTags: ['x'.repeat(51)] }],
  ])('%s: is rejected with %j in Italian without changes', async (_, fault) => {
    const before = await readReviews(rosa.browser, rosa.id)
    expect(await submit(ana.browser, review({ targetId: bruno.id, ...fault }))).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/\S/), fields: expect.any(Object) },
    })
    expect(await readReviews(rosa.browser, rosa.id)).toEqual(before)
    expect(await readReviews(bruno.browser, bruno.id)).toEqual([])
  })

  it('A-40, P-15: is readable by the business, and by others if public, limited on request', async () => {
    expect((await readReviews(rosa.browser, rosa.id, '?limit=5')).map(({ visibility }) => visibility).sort()).toEqual([
      'PRIVATE_TO_BUSINESS',
      'PUBLIC_ANONYMOUS',
    ])
    expect((await readReviews(garbo.visitor(), rosa.id)).map(({ visibility }) => visibility)).toEqual([
      'PUBLIC_ANONYMOUS',
    ])
    expect(await readReviews(rosa.browser, rosa.id, '?limit=1')).toHaveLength(1)
  })
})

describe('the reward code of a review', () => {
  const readCodes = async (browser: ApiClient) =>
    (await browser.get('/api/rewards')).body as { readonly code: string; readonly discountPercent: number }[]

  it('E-04, A-47, V-52, V-54, C-21: is listed for the client: automatic, 1 to 50 percent, 6 to 20 characters', async () => {
    const [code, ...others] = await readCodes(ana.browser)
    expect(others).toEqual([])
    expect(code).toMatchObject({ source: 'auto', isActive: true, discountPercent: 2, rewardValue: 2 })
    expect(code?.code).toMatch(/^\w{6,20}$/)
    expect(code).toMatchObject({ rule: 'FIRST_REVIEW_2', actions: { redeem: { allowed: true, code: null } } })
  })

  it('Q-60, Q-65: is hidden from the business, which could redeem it and identify the author', async () => {
    expect((await rosa.browser.get('/api/rewards/issued')).body).toEqual([])
  })

  it('A-48, Q-65: is redeemed once, by its owner or a business that honours it, and not found by others', async () => {
    const [{ code } = { code: '' }] = await readCodes(ana.browser)
    const redeem = (browser: ApiClient) =>
      browser.post(`/api/rewards/${code}/redeem`, undefined, browser.idempotencyKey())
    expect((await redeem(bruno.browser)).status).toBe(404)
    expect(await redeem(rosa.browser)).toMatchObject({ status: 200, body: { message: expect.stringMatching(/\S/) } })
    expect((await rosa.browser.get('/api/rewards/issued')).body).toEqual([
      {
        code,
        rewardType: 'discount',
        ruleType: 'FIRST_REVIEW_2',
        rule: 'FIRST_REVIEW_2',
        discountPercent: 2,
        rewardValue: 2,
        redeemedAt: expect.stringMatching(/T00:00:00\.000Z$/),
        clientName: 'ana Bianchi',
        clientIsPremium: false,
      },
    ])
    const repeated = await redeem(ana.browser)
    expect(repeated.status).toBe(409)
    const { code: rejection, message } = repeated.body as { readonly code: string; readonly message: string }
    expect(await readCodes(ana.browser)).toMatchObject([
      { actions: { redeem: { allowed: false, code: rejection, message } } },
    ])
  })
})
