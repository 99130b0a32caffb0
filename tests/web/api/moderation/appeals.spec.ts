import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ada: Awaited<ReturnType<typeof signUpClient>>
let ugo: Awaited<ReturnType<typeof signUpModerator>>
let lia: Awaited<ReturnType<typeof signUpModerator>>
let reviewId: string
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  ada = await signUpClient(garbo, 'ada')
  ugo = await signUpModerator(garbo, 'ugo')
  lia = await signUpModerator(garbo, 'lia')
  const target = { targetType: 'BUSINESS', targetId: rosa.id }
  const review = { rating: 2, comment: 'Camera rumorosa', reasonTags: [], reasonCode: 'SERVICE' }
  const response = await ada.browser.post('/api/reviews', { ...review, ...target }, ada.browser.idempotencyKey())
  reviewId = (response.body as { id: string }).id
})
afterAll(() => garbo.stop())

/** The latest decision about the review, as its author sees it. */
const latestDecision = async (): Promise<string> => {
  const { body } = await ada.browser.get('/api/decisions/mine')
  return (body as readonly { readonly id: string }[])[0]?.id ?? ''
}
const moderate = async (browser: typeof ugo.browser, moderationStatus: string) => {
  const statement = moderationStatus === 'ACTIVE' ? {} : { ground: 'OFFENSIVE', facts: 'Insulta il portiere.' }
  const response = await browser.patch(`/api/admin/reviews/${reviewId}/moderate`, { moderationStatus, ...statement })
  expect(response.status).toBe(200)
  return latestDecision()
}
const appealReason = 'Non ho insultato nessuno: racconto che cosa è successo.'

describe('appeals through the API', () => {
  it('let an author appeal a hidden review, which another moderator restores', async () => {
    const decisionId = await moderate(ugo.browser, 'HIDDEN')
    const path = `/api/decisions/${decisionId}/appeal`
    const tooShort = await ada.browser.post(path, { reason: 'No.' })
    expect(tooShort).toMatchObject({ status: 400, body: { fields: { reason: expect.any(String) } } })
    expect(await rosa.browser.post(path, { reason: appealReason })).toMatchObject({
      status: 404,
      body: { message: 'Decisione non trovata.' },
    })

    const idempotencyKey = ada.browser.idempotencyKey()
    const submitted = await ada.browser.post(path, { reason: appealReason }, idempotencyKey)
    const own = {
      decisionId,
      reviewId,
      side: 'author',
      status: 'OPEN',
      reason: appealReason,
      measure: null,
      answer: null,
    }
    expect(submitted).toMatchObject({ status: 201, body: own })
    expect(await ada.browser.post(path, { reason: appealReason }, idempotencyKey)).toMatchObject({
      status: 201,
      body: own,
    })
    expect(await ada.browser.post(path, { reason: appealReason })).toMatchObject({
      status: 409,
      body: { code: 'AlreadyAppealed', message: 'Hai già presentato ricorso contro questa decisione.' },
    })
    expect(await ada.browser.get('/api/appeals/mine')).toMatchObject({ status: 200, body: [own] })
    expect((await rosa.browser.get('/api/appeals/mine')).body).toEqual([])

    const admin = `/api/admin/decision-appeals/${decisionId}`
    const queue = await lia.browser.get('/api/admin/queue?lane=appeals')
    expect(queue.body).toMatchObject({
      items: [{ caseId: `appeal-${decisionId}`, kind: 'APPEAL', targetId: reviewId }],
    })
    expect((await ada.browser.get(admin)).status).toBe(403)
    expect((await ugo.browser.get(admin)).body).toMatchObject({ barred: 'decided-before' })
    expect((await lia.browser.get(admin)).body).toMatchObject({
      side: 'author',
      level: 1,
      status: 'OPEN',
      before: 'HIDDEN',
      decision: { facts: 'Insulta il portiere.', ground: 'OFFENSIVE' },
      judged: { rating: 2, comment: 'Camera rumorosa' },
      appeals: [{ reason: appealReason }],
      possible: [
        { outcome: 'UPHELD', measures: ['HIDDEN'] },
        { outcome: 'PARTLY', measures: [] },
        { outcome: 'OVERTURNED', measures: ['VISIBLE'] },
      ],
      barred: null,
      ruling: null,
    })

    const ruling = { outcome: 'OVERTURNED', reason: 'Il racconto è civile.' }
    expect(await ugo.browser.patch(admin, ruling)).toMatchObject({ status: 403, body: { code: 'DecidedBefore' } })
    expect((await lia.browser.post(`${admin}/take`)).body).toMatchObject({ status: 'UNDER_REVIEW' })
    const decided = await lia.browser.patch(admin, ruling)
    expect(decided).toMatchObject({ status: 200, body: { status: 'OVERTURNED', ruling: { measure: 'VISIBLE' } } })
    expect((await lia.browser.patch(admin, ruling)).status).toBe(200)
    expect(await lia.browser.patch(admin, { ...ruling, outcome: 'UPHELD' })).toMatchObject({
      status: 409,
      body: { code: 'AppealAlreadyDecided' },
    })

    const outcome = { status: 'OVERTURNED', measure: 'VISIBLE', answer: 'Il racconto è civile.' }
    expect((await ada.browser.get('/api/appeals/mine')).body).toMatchObject([outcome])
    const visible = await rosa.browser.get(`/api/reviews/target/BUSINESS/${rosa.id}`)
    expect(visible.body).toMatchObject([{ id: reviewId }])
    expect(await waitForMessageMatching(ada.browser, ada.email, /ti ha dato ragione/)).toMatch(/Il racconto è civile\./)
    const closed = await lia.browser.get('/api/admin/queue?lane=appeals')
    expect(closed.body).toMatchObject({ items: [] })
  })

  it('are closed with an explanation when a moderator restores the review first', async () => {
    const decisionId = await moderate(ugo.browser, 'REMOVED')
    expect((await ada.browser.post(`/api/decisions/${decisionId}/appeal`, { reason: appealReason })).status).toBe(201)
    await moderate(lia.browser, 'ACTIVE')
    const admin = `/api/admin/decision-appeals/${decisionId}`
    expect((await lia.browser.get(admin)).body).toMatchObject({ status: 'VOID', ruling: null })
    expect((await ada.browser.get('/api/appeals/mine')).body).toMatchObject([{ status: 'VOID' }, {}])
    await waitForMessageMatching(ada.browser, ada.email, /è di nuovo visibile/)
    expect(await lia.browser.patch(admin, { outcome: 'UPHELD', reason: 'Resta com’è.' })).toMatchObject({
      status: 409,
      body: { code: 'AppealAlreadyDecided' },
    })
  })

  it('are counted in the yearly statistics', async () => {
    const statistics = await garbo.visitor().get(`/api/transparency/${new Date().getFullYear()}`)
    expect(statistics.body).toMatchObject({ appeals: { received: 2, upheld: 0, partly: 0, overturned: 1 } })
  })

  it('are not found by an unknown id', async () => {
    const unknownAppeal = '/api/admin/decision-appeals/nothing'
    expect(await lia.browser.get(unknownAppeal)).toMatchObject({
      status: 404,
      body: { message: 'Ricorso non trovato.' },
    })
    expect((await ada.browser.post('/api/decisions/nothing/appeal', { reason: appealReason })).status).toBe(404)
    expect((await lia.browser.patch(unknownAppeal, { outcome: 'PERHAPS', reason: appealReason })).status).toBe(400)
  })
})
