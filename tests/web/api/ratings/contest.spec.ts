import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueuedCase } from '../../../../web/contract/moderation/cases.ts'
import { dataExport } from '../../../../web/contract/privacy/privacy.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startContests } from '../../../support/ratings/contests.ts'
import { dateInDays } from '../../../support/sample-values.ts'
import { runOperatorCommand } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpModerator } from '../../../support/users.ts'

const {
  garbo,
  rosa,
  lido,
  ana,
  lia,
  ugo,
  scores,
  rateAna,
  receivedByAna,
  ratingOfStay,
  givenByRosa,
  contest,
  answer,
  contestBy,
  answerBy,
  queue,
  openCase,
  caseFile,
  decide,
  standing,
} = await startContests()
afterAll(() => garbo.stop())

describe('Q-136: a guest contests a rating received', () => {
  const stayDate = '2026-11-10'
  let venueId: string
  let guestId: string
  beforeAll(async () => {
    venueId = await rateAna(stayDate)
    guestId = (await ratingOfStay(stayDate)).id
  })

  it('needs grounds and a message of 20 to 2000 characters, as a dispute does', async () => {
    for (const [body, field] of [
      [{ ...contest, message: 'Troppo breve' }, 'message'],
      [{ ...contest, message: 'x'.repeat(2001) }, 'message'],
      [{ ...contest, reason: 'SPAM' }, 'reason'],
    ] as const)
      expect(await contestBy(ana.browser, guestId, body)).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      })
  })

  it('is for the rated guest only: to others, and by the venue’s id, the rating does not exist', async () => {
    expect(await contestBy(lia.browser, guestId)).toMatchObject({ status: 404, body: { code: 'RatingNotFound' } })
    expect(await contestBy(ana.browser, venueId)).toMatchObject({ status: 404, body: { code: 'RatingNotFound' } })
    expect(await contestBy(rosa.browser, venueId)).toMatchObject({ status: 403 })
  })

  it('is possible once', async () => {
    expect(await contestBy(ana.browser, guestId)).toMatchObject({
      status: 201,
      body: { id: guestId, contest: { ...contest, status: 'OPEN', answered: false, resolution: null } },
    })
    expect(await contestBy(ana.browser, guestId)).toMatchObject({ status: 409, body: { code: 'AlreadyContested' } })
    await waitForMessageMatching(ana.browser, ana.email, /abbiamo ricevuto la tua contestazione/)
  })

  it('tells the venue, which reads the message and may answer once', async () => {
    await waitForMessageMatching(rosa.browser, rosa.email, /un cliente ha contestato una valutazione/)
    expect((await givenByRosa(venueId))?.contest).toMatchObject({ ...contest, status: 'OPEN', answerable: true })
    expect(await answerBy(lido.browser, venueId)).toMatchObject({ status: 404, body: { code: 'ContestNotFound' } })
    expect(await answerBy(rosa.browser, venueId, { message: 'No.' })).toMatchObject({ status: 400 })
    expect(await answerBy(rosa.browser, venueId)).toMatchObject({
      status: 201,
      body: { contest: { answer: answer.message, answerable: false } },
    })
    expect(await answerBy(rosa.browser, venueId, { message: 'Ripensandoci, non ha mai pagato.' })).toMatchObject({
      status: 409,
      body: { code: 'ContestAlreadyAnswered' },
    })
  })

  it('Q-46: tells the guest that the venue answered, but not what: it could reveal the venue', async () => {
    await waitForMessageMatching(ana.browser, ana.email, /la struttura ha risposto alla tua contestazione/)
    const { contest: own } = await ratingOfStay(stayDate)
    expect(own).toMatchObject({ answered: true })
    expect(JSON.stringify(own)).not.toContain(answer.message)
    const all = JSON.stringify((await ana.browser.get('/api/notifications')).body)
    expect(all).not.toContain(rosa.id)
  })

  it('opens a case in the lane of disputes, whose file holds the rating and what both wrote', async () => {
    const { caseId, kind } = await openCase(venueId)
    expect(kind).toBe('RATING_CONTEST')
    expect((await ugo.browser.get('/api/admin/queue')).body).toMatchObject({ counts: { disputes: 1 } })
    expect(await caseFile(caseId)).toMatchObject({
      review: null,
      dispute: null,
      replayId: null,
      contest: {
        id: venueId,
        ...contest,
        answer: answer.message,
        businessName: 'Hotel rosa',
        clientName: 'ana Bianchi',
        rating: { overallRating: 1, ...scores, comment: 'Ha pagato in ritardo', exists: true },
        allowedOutcomes: ['KEPT', 'STRUCK'],
      },
      author: { name: 'Hotel rosa' },
      timeline: [
        { what: 'Valutazione contestata', byName: 'ana Bianchi' },
        { what: 'Caso aperto' },
        { what: 'Risposta della struttura', byName: 'Hotel rosa' },
      ],
    })
  })

  it('P-16: is not decided by the venue, nor by other accounts that do not moderate', async () => {
    for (const { browser } of [rosa, ana, lido])
      expect(await decide(browser, venueId, 'KEPT')).toMatchObject({ status: 403 })
  })

  it('needs reasons, of which a kept rating names no violation', async () => {
    expect(await decide(ugo.browser, venueId, 'KEPT', { reasons: {} })).toMatchObject({ status: 400 })
    const reasons = { facts: 'Saldo in ritardo.', ground: 'UNFAIR_RATING' }
    expect(await decide(ugo.browser, venueId, 'KEPT', { reasons })).toMatchObject({
      status: 400,
      body: { code: 'GroundDoesNotFit' },
    })
  })

  it('D-08: is not decided while another moderator works on the case', async () => {
    const mia = await signUpModerator(garbo, 'mia')
    const { caseId } = await openCase(venueId)
    expect(await mia.browser.post(`/api/admin/queue/${caseId}/claim`)).toMatchObject({ status: 200 })
    expect(await decide(ugo.browser, venueId, 'KEPT')).toMatchObject({
      status: 409,
      body: { code: 'ClaimedByAnother' },
    })
    expect(await mia.browser.post(`/api/admin/queue/${caseId}/release`)).toMatchObject({ status: 204 })
  })

  it('is kept with reasons, and both parties learn of it', async () => {
    expect(await decide(ugo.browser, venueId, 'KEPT')).toMatchObject({
      status: 200,
      body: { status: 'KEPT', allowedOutcomes: [] },
    })
    const letter = await waitForMessageMatching(ana.browser, ana.email, /esaminata e respinta: la valutazione resta/)
    expect(letter).toContain('Le ricevute mostrano quando è arrivato il saldo.')
    expect(letter).not.toContain('Sentite entrambe le parti.')
    await waitForMessageMatching(rosa.browser, rosa.email, /ha esaminato la contestazione di una tua valutazione/)
    expect((await ratingOfStay(stayDate)).contest).toMatchObject({
      status: 'KEPT',
      resolution: 'Abbiamo letto le ricevute.',
    })
    expect(await queue()).toEqual([])
    expect(await standing()).toMatchObject({ total: 1 })
  })

  it('stays decided, and closed to answers and to another contest', async () => {
    expect(await decide(ugo.browser, venueId, 'STRUCK')).toMatchObject({ status: 409, body: { code: 'ContestClosed' } })
    expect(await contestBy(ana.browser, guestId)).toMatchObject({ status: 409 })
  })
})

describe('Q-136: a moderator strikes a contested rating', () => {
  it('so that it no longer exists and no longer counts, and the venue reads the reasons', async () => {
    const stayDate = '2026-11-12'
    const venueId = await rateAna(stayDate, lido)
    expect(await standing()).toMatchObject({ total: 2 })
    const { id } = await ratingOfStay(stayDate)
    await contestBy(ana.browser, id)
    expect(await decide(ugo.browser, venueId, 'STRUCK')).toMatchObject({
      status: 200,
      body: { status: 'STRUCK', rating: { exists: false, overallRating: 1 } },
    })
    expect((await receivedByAna()).map((rating) => rating.stayDate)).not.toContain(stayDate)
    expect(await standing()).toMatchObject({ total: 1 })
    const letter = await waitForMessageMatching(lido.browser, lido.email, /ha rimosso una valutazione/)
    expect(letter).toContain('Le ricevute mostrano quando è arrivato il saldo.')
    expect(letter).toContain('valutazione ingiusta')
    await waitForMessageMatching(ana.browser, ana.email, /la tua contestazione è stata accolta/)
    expect(await contestBy(ana.browser, id)).toMatchObject({ status: 404 })
  })

  it('Q-93: which both find in their exports, each without the other’s id', async () => {
    const exportOf = async (browser: ApiClient) =>
      dataExport.parse((await browser.get('/api/user/export')).body).ratingContests
    const anas = await exportOf(ana.browser)
    expect(anas).toMatchObject([
      { ...contest, status: 'KEPT' },
      { ...contest, status: 'STRUCK' },
    ])
    for (const secret of [rosa.id, lido.id, answer.message]) expect(JSON.stringify(anas)).not.toContain(secret)
    expect(await exportOf(rosa.browser)).toMatchObject([{ ...contest, answer: answer.message }])
  })

  it('Q-128: unless the moderator competes with the venue', async () => {
    const stayDate = '2026-11-13'
    const rival = await signUpBusiness(garbo, 'rivale', { province: 'RM' })
    await runOperatorCommand(garbo, 'role', 'grant', rival.email, 'MODERATORE')
    const venueId = await rateAna(stayDate, await signUpBusiness(garbo, 'luna'))
    await contestBy(ana.browser, (await ratingOfStay(stayDate)).id)
    const caseId = `contest-${venueId}`
    const { items } = (await rival.browser.get('/api/admin/queue')).body as { items: readonly QueuedCase[] }
    expect(items.map((queued) => queued.caseId)).not.toContain(caseId)
    expect(await rival.browser.post(`/api/admin/queue/${caseId}/claim`)).toMatchObject({ status: 403 })
    expect(await rival.browser.get(`/api/admin/cases/${caseId}`)).toMatchObject({
      body: { ownMatter: true, contest: null, timeline: [] },
    })
    const rejected = { status: 403, body: { code: 'OwnMatter' } }
    expect(await decide(rival.browser, venueId, 'KEPT')).toMatchObject(rejected)
    expect(await rival.browser.patch('/api/user/profile', { businessType: 'bar' })).toMatchObject({ status: 200 })
    expect(await decide(rival.browser, venueId, 'KEPT')).toMatchObject(rejected)
    expect(await decide(ugo.browser, venueId, 'KEPT')).toMatchObject({ status: 200 })
  })

  it('P-16: unless the moderator’s own venue gave it', async () => {
    const stayDate = '2026-11-14'
    const venueId = await rateAna(stayDate, ugo)
    await contestBy(ana.browser, (await ratingOfStay(stayDate)).id)
    expect(await decide(ugo.browser, venueId, 'KEPT')).toMatchObject({ status: 403, body: { code: 'OwnMatter' } })
    const caseId = `contest-${venueId}`
    expect((await queue()).map((queued) => queued.caseId)).not.toContain(caseId)
    expect(await ugo.browser.post(`/api/admin/queue/${caseId}/claim`)).toMatchObject({ status: 403 })
    expect(await caseFile(caseId)).toMatchObject({ ownMatter: true, contest: null })
  })
})

describe('Q-136: a moderator does not go round the contest', () => {
  it('by removing the rating, while it is contested and after it was kept', async () => {
    const stayDate = '2026-11-15'
    const id = await rateAna(stayDate, await signUpBusiness(garbo, 'mira'))
    await contestBy(ana.browser, (await ratingOfStay(stayDate)).id)
    const remove = () =>
      ugo.browser.post(`/api/admin/ratings/${id}/remove`, { ground: 'FAKE', facts: 'Il soggiorno non risulta.' })
    const rejected = { status: 409, body: { code: 'RemovedByContestOnly' } }
    expect(await remove()).toMatchObject(rejected)
    await decide(ugo.browser, id, 'KEPT')
    expect(await remove()).toMatchObject(rejected)
  })
})

describe('Q-136: a contest ends without a decision', () => {
  it('when the venue withdraws the rating', async () => {
    const stayDate = '2026-11-16'
    const venueId = await rateAna(stayDate)
    await contestBy(ana.browser, (await ratingOfStay(stayDate)).id)
    const { caseId } = await openCase(venueId)
    expect(await rosa.browser.send('DELETE', `/api/ratings/${venueId}`)).toMatchObject({ status: 204 })
    await waitForMessageMatching(ana.browser, ana.email, /la valutazione che avevi contestato non c’è più/)
    expect(await caseFile(caseId)).toMatchObject({ outcome: 'void', contest: { status: 'VOID' } })
    expect(await decide(ugo.browser, venueId, 'KEPT')).toMatchObject({ status: 409, body: { code: 'ContestClosed' } })
  })
})

describe('D-38: a contested rating stays as it is judged', () => {
  const amended = { overallRating: 5, ...scores, comment: 'Ospite perfetto' }
  const submit = (browser: ApiClient, stayDate: string) =>
    browser.post(
      '/api/ratings',
      { clientEmail: ana.email, ...amended, stayType: 'leisure', stayDate },
      browser.idempotencyKey(),
    )
  const amend = (id: string) => nora.browser.patch(`/api/ratings/${id}`, amended)
  const contestOf = async (stayDate: string) => contestBy(ana.browser, (await ratingOfStay(stayDate)).id)
  let nora: Awaited<ReturnType<typeof signUpBusiness>>
  beforeAll(async () => {
    nora = await signUpBusiness(garbo, 'nora')
  })

  it('the venue cannot amend it, before and after the decision; it may withdraw it', async () => {
    const stayDate = dateInDays(-9)
    const id = await rateAna(stayDate, nora)
    expect(await amend(id)).toMatchObject({ status: 200 })
    await contestOf(stayDate)
    const rejected = { status: 409, body: { code: 'RatingUnderContest' } }
    expect(await amend(id)).toMatchObject(rejected)
    await decide(ugo.browser, id, 'KEPT')
    expect(await amend(id)).toMatchObject(rejected)
    expect(await ratingOfStay(stayDate)).toMatchObject({ comment: 'Ospite perfetto' })
    expect(await nora.browser.send('DELETE', `/api/ratings/${id}`)).toMatchObject({ status: 204 })
  })

  it('after it was struck, or withdrawn, the venue rates later stays of the guest only', async () => {
    const [withdrawn, struck] = [dateInDays(-8), dateInDays(-7)]
    const dario = await signUpBusiness(garbo, 'dario')
    const rejected = { status: 409, body: { code: 'StayBeforeContest' } }
    const withdrawnId = await rateAna(withdrawn, dario)
    const struckId = await rateAna(struck, nora)
    await contestOf(withdrawn)
    expect(await submit(dario.browser, dateInDays(-6))).toMatchObject(rejected)
    await dario.browser.send('DELETE', `/api/ratings/${withdrawnId}`)
    expect(await submit(dario.browser, dateInDays(-6))).toMatchObject(rejected)
    await contestOf(struck)
    await decide(ugo.browser, struckId, 'STRUCK')
    expect(await submit(nora.browser, dateInDays(-6))).toMatchObject(rejected)
    const { browser } = await signUpBusiness(garbo, 'piero')
    expect(await submit(browser, dateInDays(-6))).toMatchObject({ status: 201 })
  })

  it('an answer that crosses the withdrawal of the rating is rejected or recorded', async () => {
    const vito = await signUpBusiness(garbo, 'vito')
    const stayDate = dateInDays(-5)
    const id = await rateAna(stayDate, vito)
    await contestOf(stayDate)
    const [answered] = await Promise.all([
      answerBy(vito.browser, id),
      vito.browser.send('DELETE', `/api/ratings/${id}`),
    ])
    expect([201, 409]).toContain(answered.status)
  })
})
