import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { communityRulesVersion } from '../../../../domain/kernel/statement-of-reasons.ts'
import type { ModeratedReview } from '../../../../web/contract/moderation/cases.ts'
import type { OwnDecision, Transparency } from '../../../../web/contract/moderation/decisions.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { messagesTo, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let hotel: Awaited<ReturnType<typeof signUpBusiness>>
let bar: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let mario: ApiClient
let lia: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo({ REVIEW_INTERVAL_DAYS: '0' })
  hotel = await signUpBusiness(garbo, 'hotel')
  bar = await signUpBusiness(garbo, 'bar')
  mario = (await signUpModerator(garbo, 'mario')).browser
  lia = (await signUpModerator(garbo, 'lia')).browser
})
afterAll(() => garbo.stop())
/** A new author each time, because a second strike suspends the account. */
let authors = 0
beforeEach(async () => {
  ana = await signUpClient(garbo, `ana${++authors}`)
})

const newReview = async (rating = 2): Promise<string> => {
  const review = { rating, comment: 'Camera rumorosa.', reasonCode: 'SERVICE' }
  const response = await ana.browser.post(
    '/api/reviews',
    { ...review, targetType: 'BUSINESS', targetId: hotel.id },
    ana.browser.idempotencyKey(),
  )
  expect(response.status).toBe(201)
  await waitForReadModels(ana.browser)
  return (response.body as { id: string }).id
}
const flagBy = async (browser: ApiClient, reviewId: string, reason: string) => {
  const { body } = await browser.post(`/api/reviews/${reviewId}/flag`, { reason }, browser.idempotencyKey())
  await waitForReadModels(browser)
  return (body as { id: string }).id
}
const openDispute = async (reviewId: string, reason: string) => {
  const message = 'Questo ospite non è mai stato da noi.'
  await hotel.browser.post(`/api/reviews/${reviewId}/dispute`, { reason, message })
  await waitForReadModels(hotel.browser)
}
/** Reads as the author, which waits until the read models include the author's writes. */
const waitForReadModels = (browser: ApiClient) => browser.get('/api/decisions/mine')
const reviewSeenBy = async (browser: ApiClient, reviewId: string): Promise<ModeratedReview> => {
  const { body } = await browser.get('/api/admin/reviews')
  const found = (body as ModeratedReview[]).find(({ id }) => id === reviewId)
  if (found === undefined) throw new Error('the review is not on the list')
  return found
}
const decisionsOf = async (browser: ApiClient, reviewId: string) => {
  await Promise.all([mario, lia].map(waitForReadModels))
  const { body } = await browser.get('/api/decisions/mine')
  return (body as OwnDecision[]).filter((decision) => decision.reviewId === reviewId)
}
const moderate = (browser: ApiClient, reviewId: string, body: object) =>
  browser.patch(`/api/admin/reviews/${reviewId}/moderate`, body)

describe('the reasons of a decision', () => {
  it('A-44: are generated from a minimal payload', async () => {
    const reviewId = await newReview()
    await flagBy(bar.browser, reviewId, 'OFFENSIVE')
    expect((await moderate(mario, reviewId, { moderationStatus: 'REMOVED' })).status).toBe(200)
    const [decision] = await decisionsOf(ana.browser, reviewId)
    expect(decision).toMatchObject({
      kind: 'REMOVED',
      addressee: 'author',
      rule: { ground: 'OFFENSIVE', title: 'Linguaggio offensivo', version: communityRulesVersion },
      automation: 'none',
      redress: ['appeal', 'out-of-court', 'court'],
    })
    expect(decision?.facts).toMatch(
      /^La recensione di 2 stelle pubblicata il .+ è stata segnalata per linguaggio offensivo\./,
    )
    expect(Date.parse(decision?.appealableUntil ?? '') - Date.parse(decision?.at ?? '')).toBe(184 * 86_400_000)
  })

  it('A-44, A-78, A-79: contain the moderator’s text for the parties; invalid text changes nothing', async () => {
    const reviewId = await newReview()
    const flagId = await flagBy(bar.browser, reviewId, 'SPAM')
    const invalidReasons = [
      { ground: 'BOH' },
      { facts: 'x'.repeat(2001) },
      { violation: 'FAKE' },
      { ground: 'NO_VIOLATION' },
    ]
    for (const reasons of invalidReasons)
      expect((await moderate(mario, reviewId, { moderationStatus: 'HIDDEN', ...reasons })).status).toBe(400)
    expect((await moderate(mario, reviewId, { moderationStatus: 'ACTIVE', violation: 'SPAM' })).status).toBe(200)
    expect(await decisionsOf(ana.browser, reviewId)).toEqual([])
    const reasons = { ground: 'HARASSMENT', facts: ' Minaccia il personale. ', violation: 'HARASSMENT' }
    await mario.patch(`/api/admin/flags/${flagId}`, { status: 'UPHELD', ...reasons })
    const statedReasons = { facts: 'Minaccia il personale.', rule: { ground: 'HARASSMENT' } }
    expect(await decisionsOf(ana.browser, reviewId)).toMatchObject([{ kind: 'HIDDEN', ...statedReasons }])
    expect(await decisionsOf(bar.browser, reviewId)).toMatchObject([{ kind: 'FLAG_UPHELD', ...statedReasons }])
  })

  it('Q-52, Q-60: are shown to each party for their own matter only', async () => {
    const reviewId = await newReview()
    await flagBy(bar.browser, reviewId, 'FAKE')
    await openDispute(reviewId, 'INCORRECT_INFO')
    await mario.patch(`/api/admin/disputes/${reviewId}`, { status: 'RESOLVED_UPHELD' })
    const kinds = { author: ['REMOVED'], reporter: ['FLAG_REVIEWED'], business: ['DISPUTE_UPHELD'] }
    for (const [addressee, browser] of [
      ['author', ana.browser],
      ['reporter', bar.browser],
      ['business', hotel.browser],
    ] as const) {
      const decisions = await decisionsOf(browser, reviewId)
      expect(decisions.map((decision) => [decision.kind, decision.addressee])).toEqual(
        kinds[addressee].map((kind) => [kind, addressee]),
      )
      expect(decisions[0]).toMatchObject({ rule: { ground: 'INCORRECT_INFO' } })
      const personalData = [ana.clientId, ana.email, bar.email, hotel.email, 'mario', 'mai stato da noi']
      for (const value of personalData) expect(JSON.stringify(decisions)).not.toContain(value)
    }
    expect((await garbo.visitor().get('/api/decisions/mine')).status).toBe(401)
  })

  it('P-13: are shown to a business with its own dispute only', async () => {
    const [rejected, open] = [await newReview(), await newReview()]
    await openDispute(rejected, 'INCORRECT_INFO')
    await openDispute(open, 'INCORRECT_INFO')
    await flagBy(hotel.browser, rejected, 'FAKE')
    await mario.patch(`/api/admin/disputes/${rejected}`, {
      status: 'RESOLVED_REJECTED',
      facts: 'Il soggiorno risulta.',
    })
    const decision = (await decisionsOf(hotel.browser, rejected)).find(({ addressee }) => addressee === 'business')
    const { body } = await hotel.browser.get('/api/disputes')
    const decisionOn = (id: string) =>
      (body as { reviewId: string; decision: unknown }[]).find(({ reviewId }) => reviewId === id)?.decision
    expect(decisionOn(rejected)).toEqual(decision)
    expect(decision).toMatchObject({ kind: 'DISPUTE_REJECTED', facts: 'Il soggiorno risulta.' })
    expect(decisionOn(open)).toBeNull()
  })

  it('are sent by e-mail to author and reporter once, and those of a restoration to the author only', async () => {
    const reviewId = await newReview(1)
    await flagBy(bar.browser, reviewId, 'FAKE')
    const before = (await messagesTo(mario, bar.email)).length
    await moderate(mario, reviewId, { moderationStatus: 'HIDDEN', facts: 'Racconta di un’altra città.' })
    const hidden = await waitForMessageMatching(mario, ana.email, /nascosta[^]*altra città/)
    expect(hidden).toContain('La regola è «Contenuto falso»')
    expect(hidden).toMatch(/fare ricorso gratuitamente su Garbo fino al/)
    expect(hidden).toContain('/decisions')
    await waitForMessageMatching(mario, bar.email, /segnalazione è stata accolta[^]*altra città/)
    await moderate(lia, reviewId, { moderationStatus: 'ACTIVE', facts: 'Era la città giusta.' })
    await waitForMessageMatching(mario, ana.email, /di nuovo visibile[^]*città giusta/)
    expect((await messagesTo(mario, bar.email)).length).toBe(before + 1)
    expect((await messagesTo(mario, hotel.email)).filter((text) => /altra città|città giusta/.test(text))).toEqual([])
  })
})

describe('simultaneous moderators', () => {
  it('cannot both decide: the second sees what changed, and nothing is lost', async () => {
    const reviewId = await newReview()
    const seen = await Promise.all([reviewSeenBy(mario, reviewId), reviewSeenBy(lia, reviewId)])
    const responses = await Promise.all([
      moderate(mario, reviewId, { moderationStatus: 'HIDDEN', seenVersion: seen[0].version }),
      moderate(lia, reviewId, { moderationStatus: 'REMOVED', seenVersion: seen[1].version }),
    ])
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const lost = responses.find(({ status }) => status === 409)
    await Promise.all([mario, lia].map(waitForReadModels))
    const finalStatus = (await reviewSeenBy(mario, reviewId)).moderationStatus
    const what = finalStatus === 'HIDDEN' ? 'la recensione è stata nascosta' : 'la recensione è stata rimossa'
    expect(lost?.body).toMatchObject({ code: 'MatterChanged', changes: [{ what }] })
    expect(JSON.stringify(lost?.body)).toContain(`mentre lo guardavi: ${what}`)
    expect(['HIDDEN', 'REMOVED']).toContain(finalStatus)
    expect(await decisionsOf(ana.browser, reviewId)).toHaveLength(1)
  })

  it('cannot decide on an outdated view of the review, but can after a refresh', async () => {
    const reviewId = await newReview()
    const { version } = await reviewSeenBy(mario, reviewId)
    await ana.browser.patch(`/api/reviews/${reviewId}`, { rating: 4 })
    await waitForReadModels(ana.browser)
    const flagId = await flagBy(bar.browser, reviewId, 'SPAM')
    await openDispute(reviewId, 'OTHER')
    const changes = [
      { what: 'l’autore ha modificato la recensione' },
      { what: 'è arrivata una nuova segnalazione' },
      { what: 'l’attività ha contestato la recensione' },
    ]
    const staleDecision = { status: 409, body: { code: 'MatterChanged', changes } }
    expect(await moderate(mario, reviewId, { moderationStatus: 'HIDDEN', seenVersion: version })).toMatchObject(
      staleDecision,
    )
    const flag = { status: 'UPHELD', seenVersion: version }
    expect(await mario.patch(`/api/admin/flags/${flagId}`, flag)).toMatchObject(staleDecision)
    const dispute = { status: 'RESOLVED_UPHELD', seenVersion: version }
    expect(await mario.patch(`/api/admin/disputes/${reviewId}`, dispute)).toMatchObject(staleDecision)
    expect(await decisionsOf(ana.browser, reviewId)).toEqual([])
    const currentVersion = (await reviewSeenBy(mario, reviewId)).version
    const decided = { ...dispute, seenVersion: currentVersion }
    expect((await mario.patch(`/api/admin/disputes/${reviewId}`, decided)).status).toBe(200)
    expect((await mario.patch(`/api/admin/disputes/${reviewId}`, decided)).status).toBe(200)
  })
})

describe('transparency reports (DSA, articles 15 and 24)', () => {
  it('contain statements of reasons without personal data', async () => {
    const reviewId = await newReview()
    const flagId = await flagBy(bar.browser, reviewId, 'FAKE')
    const facts = `Scritta da Ana Bianchi, ${ana.email}.`
    await mario.patch(`/api/admin/flags/${flagId}`, { status: 'UPHELD', facts })
    const [decision] = await decisionsOf(ana.browser, reviewId)
    const { status, body } = await mario.get(`/api/admin/decisions/${decision?.id ?? ''}/dsa`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      puid: decision?.id,
      decision_visibility: ['DECISION_VISIBILITY_CONTENT_DISABLED'],
      decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
      category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
      category_specification: ['KEYWORD_INAUTHENTIC_USER_REVIEWS'],
      decision_facts: 'Recensione nascosta da un moderatore dopo una segnalazione o contestazione.',
      source_type: 'SOURCE_TYPE_OTHER_NOTIFICATION',
      automated_detection: 'No',
      automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    })
    expect(JSON.stringify(body)).not.toMatch(/ana\d|Bianchi|@|Camera rumorosa|mario/i)
    const [flag] = await decisionsOf(bar.browser, reviewId)
    expect(await mario.get(`/api/admin/decisions/${flag?.id ?? ''}/dsa`)).toMatchObject({ status: 409 })
    expect(await mario.get(`/api/admin/decisions/${randomUUID()}/dsa`)).toMatchObject({ status: 404 })
    expect(await ana.browser.get(`/api/admin/decisions/${decision?.id ?? ''}/dsa`)).toMatchObject({ status: 403 })
  })

  it('count notices, answers, actions and overturned decisions per year, with zeros for an empty year', async () => {
    const year = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', year: 'numeric' }).format(new Date())
    const readStatistics = async () => (await lia.get(`/api/transparency/${year}`)).body as Transparency
    const before = await readStatistics()
    const reviewId = await newReview()
    const flagId = await flagBy(bar.browser, reviewId, 'SPAM')
    expect(await mario.patch(`/api/admin/flags/${flagId}`, { status: 'UPHELD' })).toMatchObject({ status: 200 })
    expect(await moderate(lia, reviewId, { moderationStatus: 'ACTIVE' })).toMatchObject({ status: 200 })
    const after = await readStatistics()
    expect(after.notices.flags).toBe(before.notices.flags + 1)
    expect(after.answers.upheld).toBe(before.answers.upheld + 1)
    expect(after.actions).toEqual({
      ...before.actions,
      hidden: before.actions.hidden + 1,
      restored: before.actions.restored + 1,
    })
    expect(after.overturned).toBe(before.overturned + 1)
    expect(after.medianMinutes).toBe(0)
    expect((await lia.get('/api/transparency/current')).body).toEqual(after)
    const { body } = await garbo.visitor().get('/api/transparency/2020')
    expect(body).toEqual({
      year: 2020,
      years: [Number(year)],
      notices: { flags: 0, disputes: 0 },
      answers: { upheld: 0, rejected: 0, closed: 0, void: 0 },
      medianMinutes: null,
      actions: { held: 0, hidden: 0, removed: 0, restored: 0 },
      grounds: [],
      overturned: 0,
      appeals: { received: 0, upheld: 0, partly: 0, overturned: 0 },
      automated: { decided: 0, detected: 0, reversed: 0 },
    })
    expect((await garbo.visitor().get('/api/transparency/domani')).status).toBe(400)
  })
})
