import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ModeratedReview } from '../../../../web/contract/moderation/cases.ts'
import type { OwnDecision, Transparency } from '../../../../web/contract/moderation/decisions.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { messagesTo, waitForMessageMatching } from '../../../support/outbox.ts'
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
  const words = { rating, comment: 'Camera rumorosa.', reasonCode: 'SERVICE' }
  const sent = await ana.browser.post(
    '/api/reviews',
    { ...words, targetType: 'BUSINESS', targetId: hotel.id },
    ana.browser.intent(),
  )
  expect(sent.status).toBe(201)
  await shown(ana.browser)
  return (sent.body as { id: string }).id
}
const flagBy = async (browser: ApiClient, reviewId: string, reason: string) => {
  const { body } = await browser.post(`/api/reviews/${reviewId}/flag`, { reason }, browser.intent())
  await shown(browser)
  return (body as { id: string }).id
}
const disputed = async (reviewId: string, reason: string) => {
  const message = 'Questo ospite non è mai stato da noi.'
  await hotel.browser.post(`/api/reviews/${reviewId}/dispute`, { reason, message })
  await shown(hotel.browser)
}
/** Reads as the author, which waits until the read models include the author's writes. */
const shown = (browser: ApiClient) => browser.get('/api/decisions/mine')
const asSeenBy = async (browser: ApiClient, reviewId: string): Promise<ModeratedReview> => {
  const { body } = await browser.get('/api/admin/reviews')
  const found = (body as ModeratedReview[]).find(({ id }) => id === reviewId)
  if (found === undefined) throw new Error('the review is not on the list')
  return found
}
const decisionsOf = async (browser: ApiClient, reviewId: string) => {
  await Promise.all([mario, lia].map(shown))
  const { body } = await browser.get('/api/decisions/mine')
  return (body as OwnDecision[]).filter((one) => one.reviewId === reviewId)
}
const moderate = (browser: ApiClient, reviewId: string, body: object) =>
  browser.patch(`/api/admin/reviews/${reviewId}/moderate`, body)

describe('a decision and its reasons', () => {
  it('A-44: accepts the minimal payload and generates the reasons', async () => {
    const reviewId = await newReview()
    await flagBy(bar.browser, reviewId, 'OFFENSIVE')
    expect((await moderate(mario, reviewId, { moderationStatus: 'REMOVED' })).status).toBe(200)
    const [told] = await decisionsOf(ana.browser, reviewId)
    expect(told).toMatchObject({
      kind: 'REMOVED',
      addressee: 'author',
      rule: { ground: 'OFFENSIVE', title: 'Linguaggio offensivo', version: 1 },
      automation: 'none',
      redress: ['appeal', 'out-of-court', 'court'],
    })
    expect(told?.facts).toMatch(
      /^La recensione di 2 stelle pubblicata il .+ è stata segnalata per linguaggio offensivo\./,
    )
    expect(Date.parse(told?.appealableUntil ?? '') - Date.parse(told?.at ?? '')).toBe(184 * 86_400_000)
  })

  it('A-44, A-78, A-79: passes the moderator’s text to the parties; invalid text changes nothing', async () => {
    const reviewId = await newReview()
    const flagId = await flagBy(bar.browser, reviewId, 'SPAM')
    const nonsense = [{ ground: 'BOH' }, { facts: 'x'.repeat(2001) }, { violation: 'FAKE' }, { ground: 'NO_VIOLATION' }]
    for (const reasons of nonsense)
      expect((await moderate(mario, reviewId, { moderationStatus: 'HIDDEN', ...reasons })).status).toBe(400)
    expect((await moderate(mario, reviewId, { moderationStatus: 'ACTIVE', violation: 'SPAM' })).status).toBe(200)
    expect(await decisionsOf(ana.browser, reviewId)).toEqual([])
    const reasons = { ground: 'HARASSMENT', facts: ' Minaccia il personale. ', violation: 'HARASSMENT' }
    await mario.patch(`/api/admin/flags/${flagId}`, { status: 'UPHELD', ...reasons })
    const said = { facts: 'Minaccia il personale.', rule: { ground: 'HARASSMENT' } }
    expect(await decisionsOf(ana.browser, reviewId)).toMatchObject([{ kind: 'HIDDEN', ...said }])
    expect(await decisionsOf(bar.browser, reviewId)).toMatchObject([{ kind: 'FLAG_UPHELD', ...said }])
  })

  it('Q-52, Q-60: informs each party about their own matter only', async () => {
    const reviewId = await newReview()
    await flagBy(bar.browser, reviewId, 'FAKE')
    await disputed(reviewId, 'INCORRECT_INFO')
    await mario.patch(`/api/admin/disputes/${reviewId}`, { status: 'RESOLVED_UPHELD' })
    const kinds = { author: ['REMOVED'], reporter: ['FLAG_REVIEWED'], business: ['DISPUTE_UPHELD'] }
    for (const [as, browser] of [
      ['author', ana.browser],
      ['reporter', bar.browser],
      ['business', hotel.browser],
    ] as const) {
      const told = await decisionsOf(browser, reviewId)
      expect(told.map(({ kind, addressee }) => [kind, addressee])).toEqual(kinds[as].map((kind) => [kind, as]))
      expect(told[0]).toMatchObject({ rule: { ground: 'INCORRECT_INFO' } })
      const people = [ana.clientId, ana.email, bar.email, hotel.email, 'mario', 'mai stato da noi']
      for (const name of people) expect(JSON.stringify(told)).not.toContain(name)
    }
    expect((await garbo.visitor().get('/api/decisions/mine')).status).toBe(401)
  })

  it('P-13: shows a business the reasons with its own dispute only', async () => {
    const [lost, open] = [await newReview(), await newReview()]
    await disputed(lost, 'INCORRECT_INFO')
    await disputed(open, 'INCORRECT_INFO')
    await flagBy(hotel.browser, lost, 'FAKE')
    await mario.patch(`/api/admin/disputes/${lost}`, { status: 'RESOLVED_REJECTED', facts: 'Il soggiorno risulta.' })
    const told = (await decisionsOf(hotel.browser, lost)).find(({ addressee }) => addressee === 'business')
    const { body } = await hotel.browser.get('/api/disputes')
    const decisionOn = (id: string) =>
      (body as { reviewId: string; decision: unknown }[]).find(({ reviewId }) => reviewId === id)?.decision
    expect(decisionOn(lost)).toEqual(told)
    expect(told).toMatchObject({ kind: 'DISPUTE_REJECTED', facts: 'Il soggiorno risulta.' })
    expect(decisionOn(open)).toBeNull()
  })

  it('sends one letter each to author, reporter and business, and a reversal to the author only', async () => {
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

describe('R22: two simultaneous moderators', () => {
  it('one decides, the other sees what changed, and nothing is lost', async () => {
    const reviewId = await newReview()
    const seen = await Promise.all([asSeenBy(mario, reviewId), asSeenBy(lia, reviewId)])
    const answers = await Promise.all([
      moderate(mario, reviewId, { moderationStatus: 'HIDDEN', seenVersion: seen[0].version }),
      moderate(lia, reviewId, { moderationStatus: 'REMOVED', seenVersion: seen[1].version }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const lost = answers.find(({ status }) => status === 409)
    await Promise.all([mario, lia].map(shown))
    const done = (await asSeenBy(mario, reviewId)).moderationStatus
    const what = done === 'HIDDEN' ? 'la recensione è stata nascosta' : 'la recensione è stata rimossa'
    expect(lost?.body).toMatchObject({ code: 'MatterChanged', changes: [{ what }] })
    expect(JSON.stringify(lost?.body)).toContain(`mentre lo guardavi: ${what}`)
    expect(['HIDDEN', 'REMOVED']).toContain(done)
    expect(await decisionsOf(ana.browser, reviewId)).toHaveLength(1)
  })

  it('a decision on an outdated view of the review is refused, and accepted after a refresh', async () => {
    const reviewId = await newReview()
    const { version } = await asSeenBy(mario, reviewId)
    await ana.browser.patch(`/api/reviews/${reviewId}`, { rating: 4 })
    await shown(ana.browser)
    const flagId = await flagBy(bar.browser, reviewId, 'SPAM')
    await disputed(reviewId, 'OTHER')
    const since = [
      { what: 'l’autore ha modificato la recensione' },
      { what: 'è arrivata una nuova segnalazione' },
      { what: 'l’attività ha contestato la recensione' },
    ]
    const late = { status: 409, body: { code: 'MatterChanged', changes: since } }
    expect(await moderate(mario, reviewId, { moderationStatus: 'HIDDEN', seenVersion: version })).toMatchObject(late)
    const flag = { status: 'UPHELD', seenVersion: version }
    expect(await mario.patch(`/api/admin/flags/${flagId}`, flag)).toMatchObject(late)
    const dispute = { status: 'RESOLVED_UPHELD', seenVersion: version }
    expect(await mario.patch(`/api/admin/disputes/${reviewId}`, dispute)).toMatchObject(late)
    expect(await decisionsOf(ana.browser, reviewId)).toEqual([])
    const again = (await asSeenBy(mario, reviewId)).version
    const decided = { ...dispute, seenVersion: again }
    expect((await mario.patch(`/api/admin/disputes/${reviewId}`, decided)).status).toBe(200)
    expect((await mario.patch(`/api/admin/disputes/${reviewId}`, decided)).status).toBe(200)
  })
})

describe('transparency reports (DSA, articles 15 and 24)', () => {
  it('a published statement of reasons contains no personal data', async () => {
    const reviewId = await newReview()
    const flagId = await flagBy(bar.browser, reviewId, 'FAKE')
    const facts = `Scritta da Ana Bianchi, ${ana.email}.`
    await mario.patch(`/api/admin/flags/${flagId}`, { status: 'UPHELD', facts })
    const [told] = await decisionsOf(ana.browser, reviewId)
    const { status, body } = await mario.get(`/api/admin/decisions/${told?.id ?? ''}/dsa`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      puid: told?.id,
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
    expect(await ana.browser.get(`/api/admin/decisions/${told?.id ?? ''}/dsa`)).toMatchObject({ status: 403 })
  })

  it('yearly figures count notices, answers, actions and reversals; an empty year has zeros', async () => {
    const year = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', year: 'numeric' }).format(new Date())
    const figures = async () => (await lia.get(`/api/transparency/${year}`)).body as Transparency
    const before = await figures()
    const reviewId = await newReview()
    const flagId = await flagBy(bar.browser, reviewId, 'SPAM')
    expect(await mario.patch(`/api/admin/flags/${flagId}`, { status: 'UPHELD' })).toMatchObject({ status: 200 })
    expect(await moderate(lia, reviewId, { moderationStatus: 'ACTIVE' })).toMatchObject({ status: 200 })
    const after = await figures()
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
