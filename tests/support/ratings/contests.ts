import { expect } from 'vitest'
import type { CaseFile, QueuedCase } from '../../../web/contract/moderation/cases.ts'
import { dataExport } from '../../../web/contract/privacy/privacy.ts'
import type { RatingGiven, RatingReceived } from '../../../web/contract/ratings/ratings.ts'
import type { ApiClient } from '../api-client.ts'
import { startTestGarbo } from '../test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../users.ts'

/** A Garbo where Rosa and Lido rate Ana, who contests, and Ugo moderates. */
export const startContests = async () => {
  const garbo = await startTestGarbo()
  const rosa = await signUpBusiness(garbo, 'rosa')
  const lido = await signUpBusiness(garbo, 'lido')
  const ana = await signUpClient(garbo, 'ana')
  const lia = await signUpClient(garbo, 'lia')
  const ugo = await signUpModerator(garbo, 'ugo')

  const scores = { punctualityScore: 2, kindnessScore: 3, paymentScore: 1, roomConditionScore: 4 }
  /** Rates the guest's stay; the id is the business's. */
  const rateGuest = async ({ browser }: typeof rosa, { email }: typeof ana, stayDate: string): Promise<string> => {
    const rating = { overallRating: 1, ...scores, comment: 'Ha pagato in ritardo', stayType: 'leisure', stayDate }
    const response = await browser.post('/api/ratings', { clientEmail: email, ...rating }, browser.idempotencyKey())
    expect(response.status).toBe(201)
    return (response.body as { rating: RatingGiven }).rating.id
  }
  const rateAna = (stayDate: string, business = rosa) => rateGuest(business, ana, stayDate)
  const receivedByAna = async () => (await ana.browser.get('/api/client/ratings')).body as readonly RatingReceived[]
  /** The rating of the stay as Ana's list has it. */
  const ratingOfStay = async (stayDate: string) => {
    const found = (await receivedByAna()).find((rating) => rating.stayDate === stayDate)
    if (found === undefined) throw new Error(`No rating of the stay of ${stayDate}`)
    return found
  }
  const givenByRosa = async (id: string) =>
    ((await rosa.browser.get('/api/ratings')).body as readonly RatingGiven[]).find((rating) => rating.id === id)

  const contest = { reason: 'UNFAIR_RATING', message: 'Ho pagato tutto al mio arrivo, ecco la ricevuta.' }
  const answer = { message: 'Il saldo è arrivato tre giorni dopo la partenza.' }
  const contestBy = (browser: ApiClient, id: string, body: object = contest) =>
    browser.post(`/api/ratings/${id}/contest`, body, browser.idempotencyKey())
  const answerBy = (browser: ApiClient, id: string, body: object = answer) =>
    browser.post(`/api/ratings/${id}/contest/answer`, body, browser.idempotencyKey())
  const queue = async () =>
    ((await ugo.browser.get('/api/admin/queue?lane=disputes')).body as { items: readonly QueuedCase[] }).items
  /** The open case about the rating, as the moderators' queue carries it. */
  const openCase = async (ratingId: string) => {
    const found = (await queue()).find(({ targetId }) => targetId === ratingId)
    if (found === undefined) throw new Error('No case about the rating')
    return found
  }
  const caseFile = async (caseId: string) => (await ugo.browser.get(`/api/admin/cases/${caseId}`)).body as CaseFile
  const decide = (browser: ApiClient, ratingId: string, outcome: string, more: object = {}) =>
    browser.patch(`/api/admin/ratings/${ratingId}/contest`, {
      outcome,
      moderatorNotes: 'Sentite entrambe le parti.',
      resolution: 'Abbiamo letto le ricevute.',
      reasons: { facts: 'Le ricevute mostrano quando è arrivato il saldo.' },
      ...more,
    })
  /** The contests in Ana’s export; no other guest contests. */
  const contestsIn = async () => dataExport.parse((await ana.browser.get('/api/user/export')).body).ratingContests
  const standing = async () => (await ana.browser.get('/api/standing')).body as { total: number }

  const people = { rosa, lido, ana, lia, ugo }
  return {
    garbo,
    ...people,
    scores,
    rateAna,
    rateGuest,
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
    contestsIn,
    standing,
  }
}
