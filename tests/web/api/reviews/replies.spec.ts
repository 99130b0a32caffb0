import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/outbox.ts'
import { postReview, postReviewOfNewBusiness, signUpClientWithId } from '../../../support/reviews/posted-reviews.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let scene: Awaited<ReturnType<typeof postReviewOfNewBusiness>>
let other: ApiClient
let mario: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  scene = await postReviewOfNewBusiness(garbo, 'rosa', 'ana')
  other = (await signUpBusiness(garbo, 'bruno')).browser
  mario = (await signUpModerator(garbo, 'mario')).browser
})
afterAll(() => garbo.stop())

const put = (browser: ApiClient, id: string, text: unknown) => browser.send('PUT', `/api/reviews/${id}/reply`, { text })
const shownTo = async (browser: ApiClient) => {
  const { body } = await browser.get(`/api/reviews/target/BUSINESS/${scene.house.id}`)
  return (body as { id: string; reply: { text: string } | null }[]).map(({ id, reply }) => [id, reply?.text ?? null])
}

describe('a business’s public reply', () => {
  it('B-05: is shown under the review to everybody and to its author', async () => {
    const { house, guest, reviewId } = scene
    const answer = await put(house.browser, reviewId, '  Grazie, rimediamo subito.  ')
    expect(answer).toMatchObject({ status: 200, body: { text: 'Grazie, rimediamo subito.', edited: false } })
    const reader = garbo.visitor()
    expect(await shownTo(reader)).toEqual([[reviewId, 'Grazie, rimediamo subito.']])
    expect((await guest.browser.get('/api/reviews/mine')).body).toMatchObject([
      {
        id: reviewId,
        reply: { text: 'Grazie, rimediamo subito.', repliedAt: expect.stringMatching(/T00:00:00.000Z$/) },
      },
    ])
  })

  it('repeated changes nothing, with another text replaces it', async () => {
    const { house, reviewId } = scene
    const again = await put(house.browser, reviewId, 'Grazie, rimediamo subito.')
    expect(again).toMatchObject({ status: 200, body: { edited: false } })
    const otherwise = await put(house.browser, reviewId, 'Grazie, abbiamo rimediato.')
    expect(otherwise).toMatchObject({ status: 200, body: { text: 'Grazie, abbiamo rimediato.', edited: true } })
  })

  it.each([undefined, '', 'Grazie', 'x'.repeat(1001), 5])('cannot be %j', async (text) => {
    const { status, body } = await put(scene.house.browser, scene.reviewId, text)
    expect({ status, body }).toMatchObject({ status: 400, body: { fields: { text: expect.any(String) } } })
  })

  it('is for the reviewed business only: 403 for others, 404 for a private review', async () => {
    const { house, guest, reviewId } = scene
    expect((await put(other, reviewId, 'Grazie della visita.')).status).toBe(403)
    expect((await put(guest.browser, reviewId, 'Grazie della visita.')).status).toBe(403)
    expect((await put(garbo.visitor(), reviewId, 'Grazie della visita.')).status).toBe(401)
    const tea = await signUpClientWithId(garbo, 'tea')
    const secret = await postReview(tea.browser, house.id, { visibility: 'PRIVATE_TO_BUSINESS' })
    expect((await put(other, secret, 'Grazie della visita.')).status).toBe(404)
    expect((await put(house.browser, secret, 'Grazie della visita.')).status).toBe(200)
    expect(await shownTo(garbo.visitor())).toEqual([[reviewId, expect.any(String)]])
  })

  it('Q-48: is marked when the review is edited later, for the business and in public', async () => {
    const { house, guest, reviewId } = scene
    await guest.browser.patch(`/api/reviews/${reviewId}`, { rating: 4 })
    await waitForMessageMatching(house.browser, house.email, /l'ha modificata dopo la tua risposta/)
    expect((await house.browser.get(`/api/reviews/target/BUSINESS/${house.id}`)).body).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: reviewId, edited: true, rating: 4 })]),
    )
    expect((await guest.browser.get('/api/reviews/mine')).body).toMatchObject([{ reply: { overtaken: true } }])
    const anew = await put(house.browser, reviewId, 'Grazie del ripensamento.')
    expect(anew.body).toMatchObject({ overtaken: false, edited: true })
  })

  it('S-11: is hidden and restored together with the review', async () => {
    const { house, guest, reviewId } = scene
    const moderate = (moderationStatus: string) =>
      mario.patch(`/api/admin/reviews/${reviewId}/moderate`, { moderationStatus })
    const replyOf = async (browser: ApiClient, path: string) => {
      const { body } = await browser.get(path)
      return (body as { id: string; reply: unknown }[]).find(({ id }) => id === reviewId)?.reply
    }
    await moderate('HIDDEN')
    const why = { facts: expect.stringMatching(/moderatore/), ground: expect.any(String) }
    expect((await guest.browser.get('/api/reviews/mine')).body).toMatchObject([{ moderationStatus: 'HIDDEN', why }])
    expect(await replyOf(guest.browser, '/api/reviews/mine')).toBeNull()
    expect(await replyOf(house.browser, `/api/reviews/target/BUSINESS/${house.id}`)).toBeNull()
    expect(await put(house.browser, reviewId, 'Grazie comunque.')).toMatchObject({
      status: 409,
      body: { code: 'ReviewNotAnswerable' },
    })
    await moderate('ACTIVE')
    expect((await guest.browser.get('/api/reviews/mine')).body).toMatchObject([
      { moderationStatus: 'ACTIVE', why: null },
    ])
    expect(await shownTo(garbo.visitor())).toEqual([[reviewId, 'Grazie del ripensamento.']])
  })

  it('can be withdrawn repeatedly', async () => {
    const { house, reviewId } = scene
    const path = `/api/reviews/${reviewId}/reply`
    expect((await other.send('DELETE', path)).status).toBe(403)
    expect((await house.browser.send('DELETE', path)).status).toBe(204)
    expect((await house.browser.send('DELETE', path)).status).toBe(204)
    expect(await shownTo(garbo.visitor())).toEqual([[reviewId, null]])
  })
})
