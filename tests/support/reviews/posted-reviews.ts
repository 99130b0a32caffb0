import { expect } from 'vitest'
import type { ApiClient } from '../api-client.ts'
import type { startTestGarbo } from '../test-garbo.ts'
import { signUpBusiness, signUpClient } from '../users.ts'

type TestGarbo = Awaited<ReturnType<typeof startTestGarbo>>

/** A client with the id of the account, which the server tells nobody else. */
export const signUpClientWithId = async (
  garbo: TestGarbo,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
) => {
  const client = await signUpClient(garbo, name, more)
  const { body } = await client.browser.get('/api/auth/user')
  return { ...client, id: (body as { id: string }).id }
}

interface ReviewContent {
  readonly rating?: number
  readonly comment?: string
  readonly visibility?: 'PUBLIC_ANONYMOUS' | 'PRIVATE_TO_BUSINESS'
  readonly targetType?: 'BUSINESS' | 'USER' | 'PLACE'
}

/** Reviews somebody and answers the review's id. */
export const postReview = async (browser: ApiClient, targetId: string, words: ReviewContent = {}): Promise<string> => {
  const about = { targetType: 'BUSINESS', targetId, rating: 3, reasonCode: 'SERVICE', comment: 'Così così.' }
  const { status, body } = await browser.post('/api/reviews', { ...about, ...words }, browser.intent())
  expect(status, JSON.stringify(body)).toBe(201)
  return (body as { id: string }).id
}

/** Makes somebody a client of a business, by a rating. */
export const postRating = async (browser: ApiClient, clientEmail: string): Promise<void> => {
  const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
  const stay = { stayType: 'leisure', stayDate: '2026-01-10' }
  expect((await browser.post('/api/ratings', { clientEmail, ...scores, ...stay })).status).toBe(201)
}

export const disputeBody = { reason: 'INCORRECT_INFO', message: 'La camera descritta non esiste da noi.' }

/** A business, a client and a review of the one by the other. */
export const postReviewOfNewBusiness = async (
  garbo: TestGarbo,
  business: string,
  client: string,
  words: ReviewContent = {},
) => {
  const house = await signUpBusiness(garbo, business)
  const guest = await signUpClientWithId(garbo, client)
  return { house, guest, reviewId: await postReview(guest.browser, house.id, words) }
}
