import { z } from 'zod'
import { call } from './call.ts'
import { day, email, id, instant, limit, optionalText, roundedInstant, score, stars } from './fields.ts'

export const stayTypes = ['business', 'leisure'] as const
export const stayType = z.enum(stayTypes)

const scores = {
  overallRating: stars,
  punctualityScore: score,
  kindnessScore: score,
  paymentScore: score,
  roomConditionScore: score,
}
const opinion = { ...scores, stayType, stayDate: day }

export const amendRatingBody = z.strictObject({ ...scores, comment: optionalText(500) })

export const rateClientBody = z
  .strictObject({ clientId: id.optional(), clientEmail: email().optional(), ...opinion, comment: optionalText(500) })
  .refine(({ clientId, clientEmail }) => (clientId === undefined) !== (clientEmail === undefined), {
    path: ['clientEmail'],
    error: "Indica il cliente con la sua email oppure scegliendolo dall'elenco",
  })

const rating = z.object({ id, ...opinion, comment: z.string().nullable(), createdAt: instant })

/**
 * What a client, and nobody else, sees of a rating received: nothing says from whom (B-02, P-19, Q-46). `createdAt` is a
 * day; so is `stayDate`, or the first of its month where ratings are released in batches.
 */
export const ratingReceived = rating
  .extend({ createdAt: roundedInstant, stayDatePrecision: z.enum(['day', 'month']) })
  .meta({ id: 'RatingReceived' })
export type RatingReceived = z.infer<typeof ratingReceived>

/** E-50: a rating given, with how its client stands with everybody. */
export const ratingGiven = rating
  .extend({
    clientId: id,
    clientName: z.string(),
    clientPhoto: z.string().nullable(),
    isTopClient: z.boolean(),
    clientAverageRating: z.number(),
    /** Until then it may be amended and withdrawn. */
    changeableUntil: instant,
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
  amendRating: call({
    method: 'PATCH',
    path: '/api/ratings/:ratingId',
    says: 'Amends a rating this business gave, for some days after it was given',
    who: 'business',
    params: z.object({ ratingId: id }),
    body: amendRatingBody,
    answer: ratingGiven,
    limit: 'write',
  }),
  withdrawRating: call({
    method: 'DELETE',
    path: '/api/ratings/:ratingId',
    says: 'Takes back a rating this business gave, for some days after it was given',
    who: 'business',
    params: z.object({ ratingId: id }),
    answer: null,
    limit: 'write',
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
