import { expect } from 'vitest'
import type { wholeGarbo } from './garbo.ts'
import { registeredBusiness, registeredClient } from './people.ts'
import type { Visitor } from './visitor.ts'

type Whole = Awaited<ReturnType<typeof wholeGarbo>>

/** A client with the id of the account, which the server tells nobody else. */
export const clientWithAccount = async (garbo: Whole, name: string, more: Readonly<Record<string, unknown>> = {}) => {
  const client = await registeredClient(garbo, name, more)
  const { body } = await client.browser.get('/api/auth/user')
  return { ...client, id: (body as { id: string }).id }
}

interface Words {
  readonly rating?: number
  readonly comment?: string
  readonly visibility?: 'PUBLIC_ANONYMOUS' | 'PRIVATE_TO_BUSINESS'
  readonly targetType?: 'BUSINESS' | 'USER' | 'PLACE'
}

/** Reviews somebody and answers the review's id. */
export const reviewed = async (browser: Visitor, targetId: string, words: Words = {}): Promise<string> => {
  const about = { targetType: 'BUSINESS', targetId, rating: 3, reasonCode: 'SERVICE', comment: 'Così così.' }
  const { status, body } = await browser.post('/api/reviews', { ...about, ...words }, browser.intent())
  expect(status, JSON.stringify(body)).toBe(201)
  return (body as { id: string }).id
}

/** Makes somebody a client of a business, by a rating. */
export const ratedBy = async (browser: Visitor, clientEmail: string): Promise<void> => {
  const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
  const stay = { stayType: 'leisure', stayDate: '2026-01-10' }
  expect((await browser.post('/api/ratings', { clientEmail, ...scores, ...stay })).status).toBe(201)
}

export const objection = { reason: 'INCORRECT_INFO', message: 'La camera descritta non esiste da noi.' }

/** A business, a client and a review of the one by the other. */
export const reviewedBusiness = async (garbo: Whole, business: string, client: string, words: Words = {}) => {
  const house = await registeredBusiness(garbo, business)
  const guest = await clientWithAccount(garbo, client)
  return { house, guest, reviewId: await reviewed(guest.browser, house.id, words) }
}
