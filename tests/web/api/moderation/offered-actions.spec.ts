import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CaseFile, ModeratedReview } from '../../../../web/contract/moderation/cases.ts'
import type { OwnDecision } from '../../../../web/contract/moderation/decisions.ts'
import type { OwnSanction, Sanction } from '../../../../web/contract/sanctions/sanctions.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let hotel: Awaited<ReturnType<typeof signUpBusiness>>
let bar: ApiClient
let bistro: ApiClient
let ana: Awaited<ReturnType<typeof signUpClient>>
let mario: Awaited<ReturnType<typeof signUpModerator>>
let lia: ApiClient
let ugo: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo({ REVIEW_INTERVAL_DAYS: '0' })
  hotel = await signUpBusiness(garbo, 'hotel')
  bar = (await signUpBusiness(garbo, 'bar')).browser
  bistro = (await signUpBusiness(garbo, 'bistro')).browser
  mario = await signUpModerator(garbo, 'mario')
  lia = (await signUpModerator(garbo, 'lia')).browser
  ugo = (await signUpModerator(garbo, 'ugo')).browser
})
afterAll(() => garbo.stop())
/** A new author each time, because a second strike suspends the account. */
let authors = 0
beforeEach(async () => {
  ana = await signUpClient(garbo, `ana${++authors}`)
})

const newReview = async (targetId: string): Promise<string> => {
  const review = { rating: 2, comment: 'Camera rumorosa.', reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId }
  const { body } = await ana.browser.post('/api/reviews', review, ana.browser.idempotencyKey())
  return (body as { id: string }).id
}
const flagBy = async (browser: ApiClient, reviewId: string): Promise<string> => {
  const { body } = await browser.post(`/api/reviews/${reviewId}/flag`, { reason: 'FAKE' }, browser.idempotencyKey())
  return (body as { id: string }).id
}
const decisionsOn = async (browser: ApiClient, reviewId: string) => {
  const { body } = await browser.get('/api/decisions/mine')
  return (body as readonly OwnDecision[]).filter((decision) => decision.reviewId === reviewId)
}
const appealObstacles = async (browser: ApiClient, reviewId: string) =>
  (await decisionsOn(browser, reviewId)).map(({ kind, appealObstacle }) => [kind, appealObstacle])

const appealReason = 'Vi prego di rileggere tutto con attenzione.'
const appeal = (browser: ApiClient, { id }: OwnDecision) =>
  browser.post(`/api/decisions/${id}/appeal`, { reason: appealReason })
const codeOf = {
  favourable: 'DecisionFinal',
  final: 'DecisionFinal',
  'already-appealed': 'AlreadyAppealed',
  'already-decided': 'AppealAlreadyDecided',
  'too-late': 'AppealTooLate',
  'not-in-force': 'DecisionNotInForce',
} as const
/** Appeals against every decision with a new text and compares the response with what was offered. */
const expectAppealsAsOffered = async (browser: ApiClient, reviewId: string) => {
  for (const decision of await decisionsOn(browser, reviewId)) {
    const reason = `${appealReason} Decisione ${decision.kind}.`
    const { status, body } = await browser.post(`/api/decisions/${decision.id}/appeal`, { reason })
    const { appealObstacle } = decision
    if (appealObstacle === null) expect([decision.kind, status]).toEqual([decision.kind, 201])
    else expect(body).toMatchObject({ code: codeOf[appealObstacle] })
  }
}

describe('the appeal offered with a decision', () => {
  it('follows whether the decision still stands', async () => {
    const reviewId = await newReview(hotel.id)
    const flagId = await flagBy(bar, reviewId)
    await mario.browser.patch(`/api/admin/flags/${flagId}`, { status: 'DISMISSED' })
    expect(await appealObstacles(bar, reviewId)).toEqual([['FLAG_DISMISSED', null]])

    await lia.patch(`/api/admin/reviews/${reviewId}/moderate`, { moderationStatus: 'HIDDEN', ground: 'SPAM' })
    expect(await appealObstacles(bar, reviewId)).toEqual([['FLAG_DISMISSED', 'not-in-force']])
    expect(await appealObstacles(ana.browser, reviewId)).toEqual([['HIDDEN', null]])

    await ugo.patch(`/api/admin/reviews/${reviewId}/moderate`, { moderationStatus: 'ACTIVE' })
    expect(await appealObstacles(ana.browser, reviewId)).toEqual([
      ['RESTORED', 'favourable'],
      ['HIDDEN', 'not-in-force'],
    ])
    for (const browser of [ana.browser, bar]) await expectAppealsAsOffered(browser, reviewId)
    expect(await appealObstacles(bar, reviewId)).toEqual([['FLAG_DISMISSED', 'already-appealed']])
  })

  it('does not end with an appeal about an earlier case', async () => {
    const reviewId = await newReview(hotel.id)
    for (const browser of [bar, bistro])
      await mario.browser.patch(`/api/admin/flags/${await flagBy(browser, reviewId)}`, { status: 'DISMISSED' })
    const [first] = await decisionsOn(bar, reviewId)
    if (first === undefined) throw new Error('the reporter received no decision')
    expect((await appeal(bar, first)).status).toBe(201)
    const admin = `/api/admin/decision-appeals/${first.id}`
    expect((await lia.patch(admin, { outcome: 'UPHELD', reason: appealReason })).status).toBe(200)
    expect(await appealObstacles(bar, reviewId)).toEqual([['FLAG_DISMISSED', 'already-appealed']])
    expect(await appealObstacles(bistro, reviewId)).toEqual([['FLAG_DISMISSED', null]])
    for (const browser of [bar, bistro]) await expectAppealsAsOffered(browser, reviewId)
  })

  it('ends for all reporters of the same case', async () => {
    const reviewId = await newReview(hotel.id)
    const flagIds = [await flagBy(bar, reviewId), await flagBy(bistro, reviewId)]
    for (const flagId of flagIds) await mario.browser.patch(`/api/admin/flags/${flagId}`, { status: 'DISMISSED' })
    const [first] = await decisionsOn(bar, reviewId)
    if (first === undefined) throw new Error('the reporter received no decision')
    expect((await appeal(bar, first)).status).toBe(201)
    expect(await appealObstacles(bistro, reviewId)).toEqual([['FLAG_DISMISSED', null]])
    const admin = `/api/admin/decision-appeals/${first.id}`
    expect((await lia.patch(admin, { outcome: 'UPHELD', reason: appealReason })).status).toBe(200)
    expect(await appealObstacles(bistro, reviewId)).toEqual([['FLAG_DISMISSED', 'already-decided']])
    await expectAppealsAsOffered(bistro, reviewId)
  })

  it('P-13: is open to a business whose dispute was rejected, also in the list of disputes', async () => {
    const reviewId = await newReview(hotel.id)
    const message = 'Questo ospite non è mai stato da noi.'
    await hotel.browser.post(`/api/reviews/${reviewId}/dispute`, { reason: 'INCORRECT_INFO', message })
    await mario.browser.patch(`/api/admin/disputes/${reviewId}`, { status: 'RESOLVED_REJECTED' })
    expect(await appealObstacles(hotel.browser, reviewId)).toEqual([['DISPUTE_REJECTED', null]])
    const { body } = await hotel.browser.get('/api/disputes')
    const dispute = (body as readonly { reviewId: string; decision: OwnDecision }[]).find(
      (candidate) => candidate.reviewId === reviewId,
    )
    expect(dispute?.decision).toMatchObject({ kind: 'DISPUTE_REJECTED', appealObstacle: null })
    await expectAppealsAsOffered(hotel.browser, reviewId)
  })
})

describe('the verdicts offered to a moderator', () => {
  const reviewSeenBy = async (browser: ApiClient, reviewId: string) => {
    const { body } = await browser.get('/api/admin/reviews')
    return (body as readonly ModeratedReview[]).find(({ id }) => id === reviewId)
  }

  it('P-16, Q-128: do not show a party the review; others see those of its status', async () => {
    const reviewId = await newReview(mario.id)
    const flagId = await flagBy(bar, reviewId)
    expect(await reviewSeenBy(mario.browser, reviewId)).toBeUndefined()
    expect(await reviewSeenBy(lia, reviewId)).toMatchObject({
      ownMatter: false,
      statusObstacle: null,
      allowedVerdicts: ['HIDDEN', 'REMOVED'],
      flags: [{ allowedVerdicts: ['REVIEWED', 'DISMISSED', 'UPHELD'] }],
    })
    const rejected = await mario.browser.patch(`/api/admin/flags/${flagId}`, { status: 'DISMISSED' })
    expect(rejected).toMatchObject({ status: 403, body: { code: 'OwnMatter' } })
    expect((await lia.patch(`/api/admin/flags/${flagId}`, { status: 'UPHELD', ground: 'FAKE' })).body).toMatchObject({
      status: 'UPHELD',
      allowedVerdicts: [],
    })
    expect(await reviewSeenBy(lia, reviewId)).toMatchObject({ allowedVerdicts: ['ACTIVE'] })
  })

  it('are part of the case, with dispute, replay and the decision under appeal', async () => {
    const reviewId = await newReview(hotel.id)
    const message = 'Questo ospite non è mai stato da noi.'
    await hotel.browser.post(`/api/reviews/${reviewId}/dispute`, { reason: 'INCORRECT_INFO', message })
    const caseFile = async (caseId: string) => (await lia.get(`/api/admin/cases/${caseId}`)).body as CaseFile
    const caseId = `dispute-${reviewId}`
    expect(await caseFile(caseId)).toMatchObject({
      replayId: caseId,
      appealedDecisionId: null,
      dispute: { allowedVerdicts: ['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'] },
    })
    const closed = await mario.browser.patch(`/api/admin/disputes/${reviewId}`, { status: 'RESOLVED_REJECTED' })
    expect(closed.body).toMatchObject({ allowedVerdicts: ['CLOSED'] })

    const [rejected] = await decisionsOn(hotel.browser, reviewId)
    if (rejected === undefined) throw new Error('the business received no decision')
    await appeal(hotel.browser, rejected)
    expect(await caseFile(`appeal-${rejected.id}`)).toMatchObject({ appealedDecisionId: rejected.id })
    const admin = `/api/admin/decision-appeals/${rejected.id}`
    expect((await mario.browser.get(admin)).body).toMatchObject({ barred: 'decided-before', actions: [] })
    expect((await lia.get(admin)).body).toMatchObject({ barred: null, actions: ['take', 'decide'] })
    expect((await lia.post(`${admin}/take`)).body).toMatchObject({ actions: ['decide'] })
    const decided = await lia.patch(admin, { outcome: 'UPHELD', reason: appealReason })
    expect(decided.body).toMatchObject({ status: 'UPHELD', actions: [] })
  })

  it('A-44: have their possible grounds and violations', async () => {
    const reviewId = await newReview(hotel.id)
    const reasons = async (decision: string) =>
      (await lia.get(`/api/admin/reviews/${reviewId}/reasons?decision=${decision}`)).body
    expect(await reasons('REMOVED')).toMatchObject({
      grounds: expect.not.arrayContaining(['NO_VIOLATION']) as unknown,
      violations: expect.arrayContaining(['SPAM', 'HARASSMENT']) as unknown,
    })
    expect(await reasons('RESTORED')).toMatchObject({ grounds: ['NO_VIOLATION'], violations: [] })
  })
})

describe('the actions offered on a sanction', () => {
  it('S-15: exclude the moderator who imposed it from its appeal', async () => {
    const carla = (await signUpClient(garbo, 'carla')).browser
    const userId = ((await carla.get('/api/auth/user')).body as { id: string }).id
    const order = { userId, reason: 'SPAM', severity: 'LOW' }
    const imposed = await mario.browser.post('/api/admin/sanctions', order, mario.browser.idempotencyKey())
    expect(imposed.body).toMatchObject({ actions: ['lift'], appealObstacle: null })
    const { id } = imposed.body as Sanction
    const ownSanctions = async () => (await carla.get('/api/sanctions/mine')).body as readonly OwnSanction[]
    expect(await ownSanctions()).toMatchObject([{ appealObstacle: null }])

    expect((await carla.post(`/api/sanctions/${id}/appeal`, { appealReason: appealReason })).status).toBe(201)
    expect(await ownSanctions()).toMatchObject([{ appealObstacle: 'already-appealed' }])
    const actionsFor = async (browser: ApiClient) => {
      const { body } = await browser.get(`/api/admin/sanctions?userId=${userId}`)
      return (body as readonly Sanction[])[0]?.actions
    }
    expect(await actionsFor(mario.browser)).toEqual(['lift'])
    expect(await actionsFor(lia)).toEqual(['take-appeal', 'decide-appeal', 'lift'])
    const verdict = { decision: 'APPROVED', reason: appealReason }
    expect((await mario.browser.patch(`/api/admin/appeals/${id}`, verdict)).status).toBe(403)
    expect((await lia.patch(`/api/admin/appeals/${id}`, verdict)).body).toMatchObject({ actions: [] })
  })
})

describe('Q-11: the permissions in the account response', () => {
  it('follow from the staff roles', async () => {
    const permissionsOf = async (browser: ApiClient) =>
      ((await browser.get('/api/auth/user')).body as { permissions: readonly string[] }).permissions
    const admin = (await signUpStaff(garbo, 'ada', 'ADMIN')).browser
    const auditor = (await signUpStaff(garbo, 'vera', 'REVISORE')).browser
    expect(await permissionsOf(bar)).toEqual([])
    expect(await permissionsOf(auditor)).toEqual(['audit'])
    expect(await permissionsOf(lia)).toEqual(['moderate'])
    expect(await permissionsOf(admin)).toEqual(['moderate', 'administer', 'audit'])
  })
})
