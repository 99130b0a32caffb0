import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/outbox.ts'
import {
  disputeBody,
  postReview,
  postReviewOfNewBusiness,
  signUpClientWithId,
} from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let scene: Awaited<ReturnType<typeof postReviewOfNewBusiness>>
let outsiders: readonly ApiClient[]
let mario: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  scene = await postReviewOfNewBusiness(garbo, 'rosa', 'ana')
  outsiders = [(await signUpBusiness(garbo, 'bruno')).browser, (await signUpClientWithId(garbo, 'tea')).browser]
  mario = (await signUpModerator(garbo, 'mario')).browser
})
afterAll(() => garbo.stop())

const [answer, rejoinder] = ['Ho soggiornato dal 3 al 5 marzo.', 'In quei giorni eravamo chiusi.']
const say = (browser: ApiClient, message: string, headers = {}) =>
  browser.post(`/api/disputes/${scene.reviewId}/statements`, { message }, headers)
const heardBy = (browser: ApiClient) => browser.get(`/api/disputes/${scene.reviewId}`)

describe('a dispute as its two sides see it', () => {
  it('R-75, A-42: does not exist before it is opened', async () =>
    expect(await heardBy(scene.guest.browser)).toMatchObject({ status: 404, body: { code: 'DisputeNotFound' } }))

  it('notifies the author, who sees ground and message but not the business’s evidence', async () => {
    const { house, guest, reviewId } = scene
    const evidenceUrls = ['https://hotel.example/registro']
    const opened = await house.browser.post(`/api/reviews/${reviewId}/dispute`, { ...disputeBody, evidenceUrls })
    expect(opened.status).toBe(201)
    await waitForMessageMatching(guest.browser, guest.email, /ha contestato una tua recensione/)
    expect((await heardBy(guest.browser)).body).toMatchObject({
      ...disputeBody,
      side: 'author',
      status: 'OPEN',
      evidenceUrls: [],
      statements: [],
      maySpeak: true,
    })
    expect((await heardBy(house.browser)).body).toMatchObject({ side: 'business', evidenceUrls, maySpeak: false })
  })

  it('does not exist for others', async () => {
    for (const browser of outsiders) {
      expect(await heardBy(browser)).toMatchObject({ status: 404, body: { code: 'DisputeNotFound' } })
      expect(await say(browser, answer)).toMatchObject({ status: 404, body: { code: 'DisputeNotFound' } })
    }
    expect((await heardBy(garbo.visitor())).status).toBe(401)
  })

  it('takes statements in turn, of 20 to 2000 characters, showing the day only', async () => {
    const { house, guest } = scene
    expect(await say(house.browser, rejoinder)).toMatchObject({ status: 409, body: { code: 'NotYourTurn' } })
    for (const message of ['Corta', 'x'.repeat(2001)]) expect((await say(guest.browser, message)).status).toBe(400)
    const filed = { party: 'author', message: answer, filedAt: expect.stringMatching(/T00:00:00.000Z$/) }
    expect(await say(guest.browser, answer)).toMatchObject({ status: 201, body: { statements: [filed] } })
    expect(await say(guest.browser, answer)).toMatchObject({ status: 409, body: { code: 'NotYourTurn' } })
    expect((await heardBy(house.browser)).body).toMatchObject({ statements: [filed], maySpeak: true })
    const second = await say(house.browser, rejoinder)
    expect(second).toMatchObject({ status: 201, body: { statements: [filed, { party: 'business' }] } })
  })

  it('stores a repeated statement once', async () => {
    const { guest } = scene
    const intent = guest.browser.intent()
    const once = await say(guest.browser, 'La ricevuta è la numero 12.', intent)
    const twice = await say(guest.browser, 'La ricevuta è la numero 12.', intent)
    expect([once.status, twice.status]).toEqual([201, 201])
    expect(twice.body).toEqual(once.body)
    expect((once.body as { statements: unknown[] }).statements).toHaveLength(3)
  })

  it('shows the moderator both statements, and ends with the decision', async () => {
    const { house, guest, reviewId } = scene
    const { body } = await mario.get(`/api/admin/cases/dispute-${reviewId}`)
    expect((body as { statements: { party: string }[] }).statements.map(({ party }) => party)).toEqual([
      'author',
      'business',
      'author',
    ])
    const verdict = { status: 'RESOLVED_REJECTED', resolution: 'La ricevuta è valida.' }
    expect((await mario.patch(`/api/admin/disputes/${reviewId}`, verdict)).status).toBe(200)
    expect((await heardBy(guest.browser)).body).toMatchObject({ status: 'RESOLVED_REJECTED', maySpeak: false })
    expect(await say(house.browser, rejoinder)).toMatchObject({ status: 409, body: { code: 'DisputeNoLongerHeard' } })
  })

  it('counts on the venue’s page as opened, won or lost', async () => {
    const { house } = scene
    const reader = garbo.visitor()
    await expect
      .poll(async () => (await reader.get(`/api/businesses/${house.id}`)).body)
      .toMatchObject({ disputes: { reviews: 1, opened: 1, won: 0, lost: 1, waiting: 0 } })
  })

  it('Q-52: is void when the review is removed otherwise, and counts as neither won nor lost', async () => {
    const { house } = scene
    const tea = await signUpClientWithId(garbo, 'ida')
    const reviewId = await postReview(tea.browser, house.id)
    await house.browser.post(`/api/reviews/${reviewId}/dispute`, disputeBody)
    await mario.patch(`/api/admin/reviews/${reviewId}/moderate`, { moderationStatus: 'REMOVED' })
    expect((await tea.browser.get(`/api/disputes/${reviewId}`)).body).toMatchObject({
      status: 'CLOSED',
      maySpeak: false,
    })
    expect((await mario.get(`/api/businesses/${house.id}`)).body).toMatchObject({
      disputes: { reviews: 2, opened: 2, won: 0, lost: 1, waiting: 0 },
    })
  })
})
