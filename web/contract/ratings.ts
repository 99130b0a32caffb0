import { z } from 'zod'
import { call } from './call.ts'
import { day, email, id, instant, limit, optionalText, score, stars } from './fields.ts'

export const stayTypes = ['business', 'leisure'] as const
export const stayType = z.enum(stayTypes)

const opinion = {
  overallRating: stars,
  punctualityScore: score,
  kindnessScore: score,
  paymentScore: score,
  roomConditionScore: score,
  stayType,
  stayDate: day,
}

export const rateClientBody = z
  .strictObject({ clientId: id.optional(), clientEmail: email().optional(), ...opinion, comment: optionalText(500) })
  .refine(({ clientId, clientEmail }) => (clientId === undefined) !== (clientEmail === undefined), {
    path: ['clientEmail'],
    error: "Indica il cliente con la sua email oppure scegliendolo dall'elenco",
  })

const rating = z.object({ id, ...opinion, comment: z.string().nullable(), createdAt: instant })

/** What a client sees of a rating received: nothing says from whom. */
export const ratingReceived = rating.meta({ id: 'RatingReceived' })
export type RatingReceived = z.infer<typeof ratingReceived>

/** E-50: a rating given, with how its client stands with everybody. */
export const ratingGiven = rating
  .extend({
    clientId: id,
    clientName: z.string(),
    clientPhoto: z.string().nullable(),
    isTopClient: z.boolean(),
    clientAverageRating: z.number(),
  })
  .meta({ id: 'RatingGiven' })
export type RatingGiven = z.infer<typeof ratingGiven>

export const ratingCalls = {
  rateClient: call({
    method: 'POST',
    path: '/api/ratings',
    says: 'Rates a client after a stay',
    who: 'business',
    body: rateClientBody,
    answer: z.object({ rating: ratingGiven, avaEarned: z.int() }),
    status: 201,
    idempotent: true,
    limit: 'write',
  }),
  ratingsGiven: call({
    method: 'GET',
    path: '/api/ratings',
    says: 'The ratings this business gave, newest first',
    who: 'business',
    query: z.object({ limit: limit(200) }),
    answer: z.array(ratingGiven),
  }),
  ratingsReceived: call({
    method: 'GET',
    path: '/api/client/ratings',
    says: 'The ratings the signed-in client received, newest first',
    who: 'client',
    answer: z.array(ratingReceived),
  }),
  addTestRating: call({
    method: 'POST',
    path: '/api/test/add-rating/:email',
    says: 'A rating for oneself, to see the screens refresh',
    who: 'client',
    params: z.object({ email: email() }),
    answer: ratingReceived,
    status: 201,
    developer: true,
  }),
}
