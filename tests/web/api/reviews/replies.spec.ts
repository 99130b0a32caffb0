import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { postReview, postReviewOfNewBusiness, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let setup: Awaited<ReturnType<typeof postReviewOfNewBusiness>>
let otherBusiness: ApiClient
let mario: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  setup = await postReviewOfNewBusiness(garbo, 'rosa', 'ana')
  otherBusiness = (await signUpBusiness(garbo, 'bruno')).browser
  mario = (await signUpModerator(garbo, 'mario')).browser
})
afterAll(() => garbo.stop())

const putReply = (browser: ApiClient, id: string, text: unknown) =>
  browser.send('PUT', `/api/reviews/${id}/reply`, { text })
const repliesShownTo = async (browser: ApiClient) => {
  const { body } = await browser.get(`/api/reviews/target/BUSINESS/${setup.business.id}`)
  return (body as { id: string; reply: { text: string } | null }[]).map(({ id, reply }) => [id, reply?.text ?? null])
}

describe('a business’s public reply', () => {
  it('D-26: is shown under the review to visitors and to its author', async () => {
    const { business, client, reviewId } = setup
    const response = await putReply(business.browser, reviewId, '  Grazie, rimediamo subito.  ')
    expect(response).toMatchObject({ status: 200, body: { text: 'Grazie, rimediamo subito.', edited: false } })
    const reader = garbo.visitor()
    expect(await repliesShownTo(reader)).toEqual([[reviewId, 'Grazie, rimediamo subito.']])
    expect((await client.browser.get('/api/reviews/mine')).body).toMatchObject([
      {
        id: reviewId,
        reply: { text: 'Grazie, rimediamo subito.', repliedAt: expect.stringMatching(/T00:00:00.000Z$/) },
      },
    ])
  })

  it('changes nothing when repeated and is replaced by another text', async () => {
    const { business, reviewId } = setup
    const repeated = await putReply(business.browser, reviewId, 'Grazie, rimediamo subito.')
    expect(repeated).toMatchObject({ status: 200, body: { edited: false } })
    const replaced = await putReply(business.browser, reviewId, 'Grazie, abbiamo rimediato.')
    expect(replaced).toMatchObject({ status: 200, body: { text: 'Grazie, abbiamo rimediato.', edited: true } })
  })

  it.each([undefined, '', 'Grazie', 'x'.repeat(1001), 5])('cannot be %j', async (text) => {
    const { status, body } = await putReply(setup.business.browser, setup.reviewId, text)
    expect({ status, body }).toMatchObject({ status: 400, body: { fields: { text: expect.any(String) } } })
  })

  it('is for the reviewed business only: others get 403, or 404 for a private review', async () => {
    const { business, client, reviewId } = setup
    expect((await putReply(otherBusiness, reviewId, 'Grazie della visita.')).status).toBe(403)
    expect((await putReply(client.browser, reviewId, 'Grazie della visita.')).status).toBe(403)
    expect((await putReply(garbo.visitor(), reviewId, 'Grazie della visita.')).status).toBe(401)
    const tea = await signUpClientWithId(garbo, 'tea')
    const privateReviewId = await postReview(tea.browser, business.id, { visibility: 'PRIVATE_TO_BUSINESS' })
    expect((await putReply(otherBusiness, privateReviewId, 'Grazie della visita.')).status).toBe(404)
    expect((await putReply(business.browser, privateReviewId, 'Grazie della visita.')).status).toBe(200)
    expect(await repliesShownTo(garbo.visitor())).toEqual([[reviewId, expect.any(String)]])
  })

  it('Q-48, D-27: is marked when the review is edited later, for the business and in public', async () => {
    const { business, client, reviewId } = setup
    await client.browser.patch(`/api/reviews/${reviewId}`, { rating: 4 })
    await waitForMessageMatching(business.browser, business.email, /l'ha modificata dopo la tua risposta/)
    expect((await business.browser.get(`/api/reviews/target/BUSINESS/${business.id}`)).body).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: reviewId, edited: true, rating: 4 })]),
    )
    expect((await client.browser.get('/api/reviews/mine')).body).toMatchObject([{ reply: { overtaken: true } }])
    const updated = await putReply(business.browser, reviewId, 'Grazie del ripensamento.')
    expect(updated.body).toMatchObject({ overtaken: false, edited: true })
  })

  it('S-11: is hidden and restored together with the review', async () => {
    const { business, client, reviewId } = setup
    const moderate = (moderationStatus: string) =>
      mario.patch(`/api/admin/reviews/${reviewId}/moderate`, { moderationStatus })
    const replyOf = async (browser: ApiClient, path: string) => {
      const { body } = await browser.get(path)
      return (body as { id: string; reply: unknown }[]).find(({ id }) => id === reviewId)?.reply
    }
    await moderate('HIDDEN')
    const why = { facts: expect.stringMatching(/moderatore/), ground: expect.any(String) }
    expect((await client.browser.get('/api/reviews/mine')).body).toMatchObject([{ moderationStatus: 'HIDDEN', why }])
    expect(await replyOf(client.browser, '/api/reviews/mine')).toBeNull()
    expect(await replyOf(business.browser, `/api/reviews/target/BUSINESS/${business.id}`)).toBeNull()
    expect(await putReply(business.browser, reviewId, 'Grazie comunque.')).toMatchObject({
      status: 409,
      body: { code: 'ReviewNotAnswerable' },
    })
    await moderate('ACTIVE')
    expect((await client.browser.get('/api/reviews/mine')).body).toMatchObject([
      { moderationStatus: 'ACTIVE', why: null },
    ])
    expect(await repliesShownTo(garbo.visitor())).toEqual([[reviewId, 'Grazie del ripensamento.']])
  })

  it('can be withdrawn, and withdrawing it again changes nothing', async () => {
    const { business, reviewId } = setup
    const path = `/api/reviews/${reviewId}/reply`
    expect((await otherBusiness.send('DELETE', path)).status).toBe(403)
    expect((await business.browser.send('DELETE', path)).status).toBe(204)
    expect((await business.browser.send('DELETE', path)).status).toBe(204)
    expect(await repliesShownTo(garbo.visitor())).toEqual([[reviewId, null]])
  })
})
