import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnAppeal } from '../../../../web/contract/moderation/appeals.ts'
import type { CaseFile, QueuedCase } from '../../../../web/contract/moderation/cases.ts'
import type { OwnDecision } from '../../../../web/contract/moderation/decisions.ts'
import { dataExport } from '../../../../web/contract/privacy/privacy.ts'
import type { RatingGiven } from '../../../../web/contract/ratings/ratings.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startContests } from '../../../support/ratings/contests.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

const {
  garbo,
  rosa,
  lido,
  ana,
  lia,
  ugo,
  scores,
  rateAna,
  rateGuest,
  receivedByAna,
  ratingOfStay,
  contestBy,
  decide,
  contestsIn,
  standing,
} = await startContests()
afterAll(() => garbo.stop())

const appealText = 'Le ricevute non sono state lette con attenzione.'
const decisionsOf = async (browser: ApiClient) =>
  (await browser.get('/api/decisions/mine')).body as readonly OwnDecision[]
/** The latest decision on a rating that the account may read. */
const latestDecision = async (browser: ApiClient) => {
  const [latest] = await decisionsOf(browser)
  if (latest === undefined) throw new Error('No decision')
  return latest
}
const appealBy = (browser: ApiClient, decisionId: string) =>
  browser.post(`/api/decisions/${decisionId}/appeal`, { reason: appealText }, browser.idempotencyKey())
const ruleOn = (browser: ApiClient, decisionId: string, outcome: string, more: object = {}) =>
  browser.patch(`/api/admin/decision-appeals/${decisionId}`, {
    outcome,
    reason: 'Abbiamo riletto le ricevute e la risposta.',
    ...more,
  })
const givenBy = async ({ browser }: typeof rosa, id: string) =>
  ((await browser.get('/api/ratings')).body as readonly RatingGiven[]).find((rating) => rating.id === id)

/** A rating by Rosa that the guest contested and a moderator struck; `disown` uses the link of the first letter. */
const ratingOfRosaStruckFor = async (guest: typeof lia, stayDate: string) => {
  const ratingId = await rateGuest(rosa, guest, stayDate)
  const letter = await waitForMessageMatching(guest.browser, guest.email, /ti ha aggiunto ai suoi clienti/)
  const [received] = (await guest.browser.get('/api/client/ratings')).body as readonly { readonly id: string }[]
  await contestBy(guest.browser, received?.id ?? '')
  await decide(ugo.browser, ratingId, 'STRUCK')
  const token = /\/non-ero-io\/([\w-]+)$/m.exec(letter)?.[1]
  const disown = () => garbo.visitor().post('/api/ratings/disown', { token })
  return { decisionId: (await latestDecision(rosa.browser)).id, disown }
}

describe('Q-136: both may appeal', () => {
  const stayDate = '2026-11-18'
  let nina: typeof ugo
  let pia: typeof ugo
  let zoe: Awaited<ReturnType<typeof signUpBusiness>>
  let ratingId: string
  let guestId: string
  beforeAll(async () => {
    nina = await signUpModerator(garbo, 'nina')
    pia = await signUpModerator(garbo, 'pia')
    zoe = await signUpBusiness(garbo, 'zoe')
    ratingId = await rateAna(stayDate, zoe)
    guestId = (await ratingOfStay(stayDate)).id
    await contestBy(ana.browser, guestId)
    await decide(ugo.browser, ratingId, 'KEPT')
  })

  it('the guest finds a kept rating among the decisions, with the period for an appeal, and without the venue', async () => {
    expect(await latestDecision(ana.browser)).toMatchObject({
      kind: 'RATING_KEPT',
      addressee: 'guest',
      reviewId: guestId,
      facts: 'Le ricevute mostrano quando è arrivato il saldo.',
      redress: ['appeal', 'out-of-court', 'court'],
      appealObstacle: null,
    })
    expect(JSON.stringify(await decisionsOf(ana.browser))).not.toContain(zoe.id)
    const letter = await waitForMessageMatching(ana.browser, ana.email, /puoi fare ricorso gratuitamente su Garbo/)
    expect(letter).not.toContain('scrivendo all’assistenza')
    expect(await decisionsOf(zoe.browser)).toEqual([])
  })

  it('the guest appeals once; to the venue and to strangers the decision does not exist', async () => {
    const { id } = await latestDecision(ana.browser)
    for (const { browser } of [zoe, rosa, lia])
      expect(await appealBy(browser, id)).toMatchObject({ status: 404, body: { code: 'DecisionNotFound' } })
    const lodged = await appealBy(ana.browser, id)
    expect(lodged).toMatchObject({ status: 201, body: { side: 'guest', reviewId: guestId, status: 'OPEN' } })
    expect(JSON.stringify(lodged.body)).not.toContain(zoe.id)
    expect(await appealBy(ana.browser, id)).toMatchObject({ status: 409, body: { code: 'AlreadyAppealed' } })
    expect(await latestDecision(ana.browser)).toMatchObject({ appealObstacle: 'already-appealed' })
  })

  it('another moderator reads the decision, the rating as it was judged and the appeal', async () => {
    const { id } = await latestDecision(ana.browser)
    expect(await nina.browser.get(`/api/admin/decision-appeals/${id}`)).toMatchObject({
      status: 200,
      body: {
        side: 'guest',
        before: 'VISIBLE',
        judged: { rating: 1, comment: 'Ha pagato in ritardo' },
        appeals: [{ appellantId: expect.any(String), reason: appealText }],
        possible: [
          { outcome: 'UPHELD', measures: ['VISIBLE'] },
          { outcome: 'PARTLY', measures: [] },
          { outcome: 'OVERTURNED', measures: ['REMOVED'] },
        ],
        barred: null,
      },
    })
    const file = (await nina.browser.get(`/api/admin/cases/appeal-${id}`)).body as CaseFile
    expect(file).toMatchObject({ kind: 'APPEAL', appealedDecisionId: id, contest: { id: ratingId, status: 'KEPT' } })
    const { items } = (await nina.browser.get('/api/admin/queue?lane=appeals')).body as { items: QueuedCase[] }
    expect(items).toMatchObject([{ caseId: `appeal-${id}`, targetId: ratingId }])
  })

  it('P-16: neither the moderator who decided nor a party rules on the appeal', async () => {
    const { id } = await latestDecision(ana.browser)
    expect(await ruleOn(ugo.browser, id, 'OVERTURNED')).toMatchObject({ status: 403, body: { code: 'DecidedBefore' } })
    for (const { browser } of [ana, zoe]) expect(await ruleOn(browser, id, 'OVERTURNED')).toMatchObject({ status: 403 })
    const violation = await ruleOn(nina.browser, id, 'OVERTURNED', { violation: 'SPAM' })
    expect(violation).toMatchObject({ status: 400, body: { code: 'ViolationDoesNotFit' } })
    expect(await ruleOn(nina.browser, id, 'PARTLY')).toMatchObject({ body: { code: 'OutcomeNotPossible' } })
  })

  it('a successful appeal of the guest removes the rating, which no longer counts', async () => {
    const { total } = await standing()
    const { id } = await latestDecision(ana.browser)
    expect(await ruleOn(nina.browser, id, 'OVERTURNED')).toMatchObject({
      status: 200,
      body: { status: 'OVERTURNED', ruling: { measure: 'REMOVED', ground: 'UNFAIR_RATING' } },
    })
    expect((await receivedByAna()).map(({ id: received }) => received)).not.toContain(guestId)
    expect(await givenBy(zoe, ratingId)).toBeUndefined()
    expect(await standing()).toMatchObject({ total: total - 1 })
    await waitForMessageMatching(ana.browser, ana.email, /la valutazione che avevi contestato ora è rimossa/i)
    const letter = await waitForMessageMatching(zoe.browser, zoe.email, /La tua valutazione ora è rimossa/)
    expect(letter).toContain('Puoi fare ricorso, una volta sola')
    expect(await latestDecision(zoe.browser)).toMatchObject({
      kind: 'RATING_REMOVED',
      addressee: 'venue',
      reviewId: ratingId,
      facts: 'Abbiamo riletto le ricevute e la risposta.',
      appealObstacle: null,
    })
    expect(await latestDecision(ana.browser)).toMatchObject({ kind: 'RATING_STRUCK', appealObstacle: 'favourable' })
  })

  it('a successful appeal of the venue restores the rating as it was, and the last word is final', async () => {
    const { total } = await standing()
    expect(await givenBy(zoe, ratingId)).toBeUndefined()
    const { id } = await latestDecision(zoe.browser)
    expect(await appealBy(zoe.browser, id)).toMatchObject({ status: 201, body: { side: 'venue', reviewId: ratingId } })
    const { items } = (await nina.browser.get('/api/admin/queue?lane=appeals')).body as { items: QueuedCase[] }
    const decisionId = items[0]?.caseId.replace('appeal-', '') ?? ''
    expect(await ruleOn(nina.browser, decisionId, 'OVERTURNED')).toMatchObject({
      status: 403,
      body: { code: 'DecidedBefore' },
    })
    expect(await ruleOn(pia.browser, decisionId, 'OVERTURNED')).toMatchObject({
      status: 200,
      body: { level: 2, ruling: { measure: 'VISIBLE', ground: 'NO_VIOLATION' } },
    })
    expect(await givenBy(zoe, ratingId)).toMatchObject({
      overallRating: 1,
      ...scores,
      comment: 'Ha pagato in ritardo',
      stayDate,
      contest: { status: 'KEPT' },
    })
    expect(await ratingOfStay(stayDate)).toMatchObject({ id: guestId, overallRating: 1, counted: true })
    expect(await standing()).toMatchObject({ total: total + 1 })
    expect(await latestDecision(zoe.browser)).toMatchObject({ kind: 'RATING_RESTORED', appealObstacle: 'favourable' })
    const final = await latestDecision(ana.browser)
    expect(final).toMatchObject({ kind: 'RATING_KEPT', appealableUntil: null, appealObstacle: 'final' })
    expect(await appealBy(ana.browser, final.id)).toMatchObject({ status: 409, body: { code: 'DecisionFinal' } })
  })

  it('Q-93: the guest’s export names neither the venue nor its id of the rating', async () => {
    const { decisions, appeals } = dataExport.parse((await ana.browser.get('/api/user/export')).body)
    expect(appeals).toMatchObject([{ side: 'guest', reviewId: guestId }])
    expect(JSON.stringify([decisions, appeals])).not.toContain(zoe.id)
  })

  it('the venue appeals against the removal of a struck rating', async () => {
    const stay = '2026-11-20'
    const struckId = await rateAna(stay, lido)
    await contestBy(ana.browser, (await ratingOfStay(stay)).id)
    await decide(ugo.browser, struckId, 'STRUCK')
    const struck = await latestDecision(lido.browser)
    expect(struck).toMatchObject({ kind: 'RATING_REMOVED', addressee: 'venue', appealObstacle: null })
    const letter = await waitForMessageMatching(lido.browser, lido.email, /Il ricorso si presenta da qui/)
    expect(letter).not.toContain("scrivendo all'assistenza")
    expect(await appealBy(lido.browser, struck.id)).toMatchObject({ status: 201, body: { side: 'venue' } })
    expect(await ruleOn(nina.browser, struck.id, 'OVERTURNED')).toMatchObject({ status: 200 })
    expect(await givenBy(lido, struckId)).toMatchObject({ overallRating: 1, contest: { status: 'KEPT' } })
    await waitForMessageMatching(ana.browser, ana.email, /la valutazione che avevi contestato ora è valida/i)
    const toGuest = await latestDecision(ana.browser)
    expect(toGuest).toMatchObject({ kind: 'RATING_KEPT', appealObstacle: null })
    expect(await appealBy(ana.browser, toGuest.id)).toMatchObject({ status: 201 })
  })

  it('an appeal is void once the venue withdraws the rating', async () => {
    const stay = '2026-11-21'
    const keptId = await rateAna(stay, zoe)
    await contestBy(ana.browser, (await ratingOfStay(stay)).id)
    await decide(ugo.browser, keptId, 'KEPT')
    const { id } = await latestDecision(ana.browser)
    expect(await appealBy(ana.browser, id)).toMatchObject({ status: 201 })
    expect(await zoe.browser.send('DELETE', `/api/ratings/${keptId}`)).toMatchObject({ status: 204 })
    const own = (await ana.browser.get('/api/appeals/mine')).body as readonly OwnAppeal[]
    expect(own.find(({ decisionId }) => decisionId === id)).toMatchObject({ status: 'VOID' })
    expect(await latestDecision(ana.browser)).toMatchObject({ id, appealObstacle: 'already-appealed' })
  })

  it('Q-122: no appeal brings a rating back once the guest declared not to have been there', async () => {
    const elsa = await signUpClient(garbo, 'elsa')
    const { decisionId, disown } = await ratingOfRosaStruckFor(elsa, '2026-11-23')
    expect(await appealBy(rosa.browser, decisionId)).toMatchObject({ status: 201 })
    expect(await disown()).toMatchObject({ status: 204 })
    const own = (await rosa.browser.get('/api/appeals/mine')).body as readonly OwnAppeal[]
    expect(own.find((appeal) => appeal.decisionId === decisionId)).toMatchObject({ status: 'VOID' })
    expect(await ruleOn(nina.browser, decisionId, 'OVERTURNED')).toMatchObject({ status: 409 })
    expect((await elsa.browser.get('/api/client/ratings')).body).toEqual([])
  })

  it('Q-122: nor may the venue appeal after the declaration', async () => {
    const { decisionId, disown } = await ratingOfRosaStruckFor(await signUpClient(garbo, 'mara'), '2026-11-24')
    expect(await disown()).toMatchObject({ status: 204 })
    expect(await appealBy(rosa.browser, decisionId)).toMatchObject({
      status: 409,
      body: { code: 'DecisionNotInForce' },
    })
  })

  it('a rating removed without a contest is reviewed by the staff, as before', async () => {
    const removedId = await rateAna('2026-11-22', zoe)
    const removal = { ground: 'FAKE', facts: 'Il soggiorno non risulta.' }
    expect(await ugo.browser.post(`/api/admin/ratings/${removedId}/remove`, removal)).toMatchObject({ status: 204 })
    const letter = await waitForMessageMatching(zoe.browser, zoe.email, /Il soggiorno non risulta/)
    expect(letter).toContain("scrivendo all'assistenza")
    expect((await decisionsOf(zoe.browser)).map(({ facts }) => facts)).not.toContain('Il soggiorno non risulta.')
  })

  it('contests and appeals count in the transparency report, as disputes do', async () => {
    const { body } = await ugo.browser.get('/api/transparency/current')
    const received = (await contestsIn()).length
    expect(body).toMatchObject({ notices: { disputes: received + 2 }, appeals: { received: 6, overturned: 3 } })
  })
})
