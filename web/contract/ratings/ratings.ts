import { z } from 'zod'
import { call } from '../call.ts'
import { day, dayOnlyInstant, email, id, instant, optionalText, pageLimit, score, stars } from '../fields.ts'

export const stayTypes = ['business', 'leisure'] as const

export const stayType = z.enum(stayTypes)

const scoreFields = {
  overallRating: stars,
  punctualityScore: score,
  kindnessScore: score,
  paymentScore: score,
  roomConditionScore: score,
}

const ratingFields = { ...scoreFields, stayType, stayDate: day }

export const amendRatingBody = z.strictObject({ ...scoreFields, comment: optionalText(500) })

export const rateClientBody = z
  .strictObject({
    clientId: id.optional(),
    clientEmail: email().optional(),
    ...ratingFields,
    comment: optionalText(500),
  })
  .refine(({ clientId, clientEmail }) => (clientId === undefined) !== (clientEmail === undefined), {
    path: ['clientEmail'],
    error: "Indica il cliente con la sua email oppure scegliendolo dall'elenco",
  })

const rating = z.object({ id, ...ratingFields, comment: z.string().nullable(), createdAt: instant })

/**
 * What a client, and nobody else, sees of a rating received: nothing says from whom (B-02, P-19, Q-46). `createdAt` is a
 * day; so is `stayDate`, or the first of its month where ratings are released in batches.
 */
export const ratingReceived = rating
  .extend({ createdAt: dayOnlyInstant, stayDatePrecision: z.enum(['day', 'month']) })
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
    summary: 'Rates a client after a stay',
    access: 'business',
    body: rateClientBody,
    response: z.object({ rating: ratingGiven, avaEarned: z.int() }),
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  ratingsGiven: call({
    method: 'GET',
    path: '/api/ratings',
    summary: 'The ratings this business gave, newest first',
    access: 'business',
    query: z.object({ limit: pageLimit(200) }),
    response: z.array(ratingGiven),
  }),
  amendRating: call({
    method: 'PATCH',
    path: '/api/ratings/:ratingId',
    summary: 'Amends a rating this business gave, for some days after it was given',
    access: 'business',
    params: z.object({ ratingId: id }),
    body: amendRatingBody,
    response: ratingGiven,
    rateLimit: 'write',
  }),
  withdrawRating: call({
    method: 'DELETE',
    path: '/api/ratings/:ratingId',
    summary: 'Takes back a rating this business gave, for some days after it was given',
    access: 'business',
    params: z.object({ ratingId: id }),
    response: null,
    rateLimit: 'write',
  }),
  ratingsReceived: call({
    method: 'GET',
    path: '/api/client/ratings',
    summary: 'The ratings the signed-in client received, newest first',
    access: 'client',
    response: z.array(ratingReceived),
  }),
  addTestRating: call({
    method: 'POST',
    path: '/api/test/add-rating/:email',
    summary: 'A rating for oneself, to see the screens refresh',
    access: 'client',
    params: z.object({ email: email() }),
    response: ratingReceived,
    status: 201,
    developerOnly: true,
  }),
}

/** E-38; growth against the period before, or the two sample figures marked as such (C-41, Q-59, points settled 25). */
export const dashboardStats = z
  .object({
    totalRatedClients: z.int(),
    topRatedClients: z.int(),
    averageRating: z.number(),
    growth: z.object({
      monthlyPercent: z.number(),
      quarterlyPercent: z.number(),
      /** At least one of the two is a sample figure. */
      demo: z.boolean(),
      monthlyDemo: z.boolean(),
      quarterlyDemo: z.boolean(),
    }),
  })
  .meta({ id: 'DashboardStats' })

export type DashboardStats = z.infer<typeof dashboardStats>

export const dashboardCalls = {
  dashboardStats: call({
    method: 'GET',
    path: '/api/dashboard/stats',
    summary: 'A business’s own figures',
    access: 'business',
    response: dashboardStats,
  }),
}
