import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Review } from '../../../../web/contract/reviews/reviews.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import {
  disputeBody,
  postReview,
  postReviewOfNewBusiness,
  signUpClientWithId,
} from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let setup: Awaited<ReturnType<typeof postReviewOfNewBusiness>>
let outsiders: readonly ApiClient[]
let mario: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  setup = await postReviewOfNewBusiness(garbo, 'rosa', 'ana')
  outsiders = [(await signUpBusiness(garbo, 'bruno')).browser, (await signUpClientWithId(garbo, 'tea')).browser]
  mario = (await signUpModerator(garbo, 'mario')).browser
})
afterAll(() => garbo.stop())

const [authorStatement, businessStatement] = ['Ho soggiornato dal 3 al 5 marzo.', 'In quei giorni eravamo chiusi.']
const fileStatement = (browser: ApiClient, message: string, headers = {}) =>
  browser.post(`/api/disputes/${setup.reviewId}/statements`, { message }, headers)
const readDispute = (browser: ApiClient) => browser.get(`/api/disputes/${setup.reviewId}`)

describe('a dispute', () => {
  it('R-75, A-42: is not found before it is opened', async () =>
    expect(await readDispute(setup.client.browser)).toMatchObject({ status: 404, body: { code: 'DisputeNotFound' } }))

  it('notifies the author, who sees reason and message but not the business’s evidence', async () => {
    const { business, client, reviewId } = setup
    const evidenceUrls = ['https://hotel.example/registro']
    const opened = await business.browser.post(`/api/reviews/${reviewId}/dispute`, { ...disputeBody, evidenceUrls })
    expect(opened.status).toBe(201)
    await waitForMessageMatching(client.browser, client.email, /ha contestato una tua recensione/)
    expect((await readDispute(client.browser)).body).toMatchObject({
      ...disputeBody,
      side: 'author',
      status: 'OPEN',
      evidenceUrls: [],
      statements: [],
      maySpeak: true,
      statementObstacle: null,
    })
    expect((await readDispute(business.browser)).body).toMatchObject({
      side: 'business',
      evidenceUrls,
      maySpeak: false,
      statementObstacle: 'not-your-turn',
    })
  })

  it('is not found by other accounts', async () => {
    for (const browser of outsiders) {
      expect(await readDispute(browser)).toMatchObject({ status: 404, body: { code: 'DisputeNotFound' } })
      expect(await fileStatement(browser, authorStatement)).toMatchObject({
        status: 404,
        body: { code: 'DisputeNotFound' },
      })
    }
    expect((await readDispute(garbo.visitor())).status).toBe(401)
  })

  it('accepts statements in turn, of 20 to 2000 characters, and shows their day only', async () => {
    const { business, client } = setup
    expect(await fileStatement(business.browser, businessStatement)).toMatchObject({
      status: 409,
      body: { code: 'NotYourTurn' },
    })
    for (const message of ['Corta', 'x'.repeat(2001)])
      expect((await fileStatement(client.browser, message)).status).toBe(400)
    const filed = { party: 'author', message: authorStatement, filedAt: expect.stringMatching(/T00:00:00.000Z$/) }
    expect(await fileStatement(client.browser, authorStatement)).toMatchObject({
      status: 201,
      body: { statements: [filed] },
    })
    expect(await fileStatement(client.browser, authorStatement)).toMatchObject({
      status: 409,
      body: { code: 'NotYourTurn' },
    })
    expect((await readDispute(business.browser)).body).toMatchObject({ statements: [filed], maySpeak: true })
    const second = await fileStatement(business.browser, businessStatement)
    expect(second).toMatchObject({ status: 201, body: { statements: [filed, { party: 'business' }] } })
  })

  it('stores a repeated statement once', async () => {
    const { client } = setup
    const idempotencyKey = client.browser.idempotencyKey()
    const first = await fileStatement(client.browser, 'La ricevuta è la numero 12.', idempotencyKey)
    const repeated = await fileStatement(client.browser, 'La ricevuta è la numero 12.', idempotencyKey)
    expect([first.status, repeated.status]).toEqual([201, 201])
    expect(repeated.body).toEqual(first.body)
    expect((first.body as { statements: unknown[] }).statements).toHaveLength(3)
  })

  it('shows the moderator both statements, and ends with the decision', async () => {
    const { business, client, reviewId } = setup
    const { body } = await mario.get(`/api/admin/cases/dispute-${reviewId}`)
    expect((body as { statements: { party: string }[] }).statements.map(({ party }) => party)).toEqual([
      'author',
      'business',
      'author',
    ])
    const verdict = { status: 'RESOLVED_REJECTED', resolution: 'La ricevuta è valida.' }
    expect((await mario.patch(`/api/admin/disputes/${reviewId}`, verdict)).status).toBe(200)
    expect((await readDispute(client.browser)).body).toMatchObject({
      status: 'RESOLVED_REJECTED',
      maySpeak: false,
      statementObstacle: 'decided',
    })
    expect(await fileStatement(business.browser, businessStatement)).toMatchObject({
      status: 409,
      body: { code: 'DisputeNoLongerHeard' },
    })
  })

  it('is counted on the venue’s page as opened, won or lost', async () => {
    const { business } = setup
    const reader = garbo.visitor()
    await expect
      .poll(async () => (await reader.get(`/api/businesses/${business.id}`)).body)
      .toMatchObject({ disputes: { reviews: 1, opened: 1, won: 0, lost: 1, waiting: 0 } })
  })

  it('Q-52: is void when the review is removed for another reason, and counts as neither won nor lost', async () => {
    const { business } = setup
    const ida = await signUpClientWithId(garbo, 'ida')
    const reviewId = await postReview(ida.browser, business.id)
    await business.browser.post(`/api/reviews/${reviewId}/dispute`, disputeBody)
    await mario.patch(`/api/admin/reviews/${reviewId}/moderate`, { moderationStatus: 'REMOVED' })
    expect((await ida.browser.get(`/api/disputes/${reviewId}`)).body).toMatchObject({
      status: 'CLOSED',
      maySpeak: false,
    })
    expect((await mario.get(`/api/businesses/${business.id}`)).body).toMatchObject({
      disputes: { reviews: 2, opened: 2, won: 0, lost: 1, waiting: 0 },
    })
  })
  it('B-28: is not offered again for a review whose dispute became void, and would be rejected', async () => {
    const { business } = setup
    const pia = await signUpClientWithId(garbo, 'pia')
    const reviewId = await postReview(pia.browser, business.id)
    const read = async (browser: ApiClient) => {
      const { body } = await browser.get(`/api/reviews/target/BUSINESS/${business.id}`)
      return (body as readonly Review[]).find(({ id }) => id === reviewId)
    }
    expect(await read(business.browser)).toMatchObject({
      actions: { flag: { allowed: true }, dispute: { allowed: true }, reply: { allowed: true } },
    })
    await business.browser.post(`/api/reviews/${reviewId}/dispute`, disputeBody)
    for (const moderationStatus of ['HIDDEN', 'ACTIVE'])
      await mario.patch(`/api/admin/reviews/${reviewId}/moderate`, { moderationStatus })

    const rejected = await business.browser.post(`/api/reviews/${reviewId}/dispute`, {
      ...disputeBody,
      reason: 'OTHER',
    })
    expect(rejected.status).toBe(409)
    const { code, message } = rejected.body as { readonly code: string; readonly message: string }
    expect(await read(business.browser)).toMatchObject({
      disputeStatus: 'NONE',
      actions: { flag: { allowed: true }, dispute: { allowed: false, code, message }, reply: { allowed: true } },
    })
    const notSignedIn = { allowed: false, code: 'NotSignedIn' }
    expect(await read(garbo.visitor())).toMatchObject({
      actions: { flag: notSignedIn, dispute: notSignedIn, reply: notSignedIn },
    })
    expect((await pia.browser.get('/api/reviews/mine')).body).toMatchObject([
      { disputeId: reviewId, caseId: `review-${reviewId}`, actions: { edit: { allowed: true } } },
    ])
    expect((await business.browser.get('/api/disputes')).body).toContainEqual(
      expect.objectContaining({ reviewId, status: 'CLOSED', undecided: false, caseId: `review-${reviewId}` }),
    )
    expect((await pia.browser.get(`/api/cases/review-${reviewId}/replay`)).status).toBe(200)
  })
})
