import { expect } from 'vitest'
import type { ApiClient } from '../api-client.ts'
import type { startTestGarbo } from '../test-garbo.ts'
import { signUpBusiness, signUpClient } from '../users.ts'
import { dateInDays } from '../sample-values.ts'

type TestGarbo = Awaited<ReturnType<typeof startTestGarbo>>

/** Signs up a client and returns it with its account id, which only the client itself can read. */
export const signUpClientWithId = async (
  garbo: TestGarbo,
  name: string,
  overrides: Readonly<Record<string, unknown>> = {},
) => {
  const client = await signUpClient(garbo, name, overrides)
  const { body } = await client.browser.get('/api/auth/user')
  return { ...client, id: (body as { id: string }).id }
}

interface ReviewContent {
  readonly rating?: number
  readonly comment?: string
  readonly visibility?: 'PUBLIC_ANONYMOUS' | 'PRIVATE_TO_BUSINESS'
  readonly targetType?: 'BUSINESS' | 'USER' | 'PLACE'
}

/** Submits a review and returns its id. */
export const postReview = async (
  browser: ApiClient,
  targetId: string,
  content: ReviewContent = {},
): Promise<string> => {
  const defaults = { targetType: 'BUSINESS', targetId, rating: 3, reasonCode: 'SERVICE', comment: 'Così così.' }
  const { status, body } = await browser.post('/api/reviews', { ...defaults, ...content }, browser.idempotencyKey())
  expect(status, JSON.stringify(body)).toBe(201)
  return (body as { id: string }).id
}

/** Rates a guest, who thereby becomes a client of the business. */
export const postRating = async (browser: ApiClient, clientEmail: string, daysAgo = 3): Promise<void> => {
  const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
  const stay = { stayType: 'leisure', stayDate: dateInDays(-daysAgo) }
  expect((await browser.post('/api/ratings', { clientEmail, ...scores, ...stay })).status).toBe(201)
}

export const disputeBody = { reason: 'INCORRECT_INFO', message: 'La camera descritta non esiste da noi.' }

/** A new business, a new client and the client's review of the business. */
export const postReviewOfNewBusiness = async (
  garbo: TestGarbo,
  businessName: string,
  clientName: string,
  content: ReviewContent = {},
) => {
  const business = await signUpBusiness(garbo, businessName)
  const client = await signUpClientWithId(garbo, clientName)
  return { business, client, reviewId: await postReview(client.browser, business.id, content) }
}
