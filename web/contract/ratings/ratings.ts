import { z } from 'zod'
import { stayTypes } from '../../../domain/ratings/vocabulary.ts'
import { isPremium } from '../accounts/businesses.ts'
import { endpoint } from '../endpoint.ts'
import {
  datePrecision,
  day,
  dayOnlyInstant,
  email,
  enteredDay,
  id,
  instant,
  optionalText,
  pageLimit,
  score,
  stars,
} from '../fields.ts'
import { statementBody } from '../reviews/flags-and-disputes.ts'
import { ruleParameters } from '../rule-parameters.ts'
import { contestOfRatingGiven, contestRatingBody, contestStatus, ownContest } from './contests.ts'

const stayType = z.enum(stayTypes)

const scoreFields = {
  overallRating: stars,
  punctualityScore: score,
  kindnessScore: score,
  paymentScore: score,
  roomConditionScore: score,
}

const comment = optionalText(ruleParameters.ratingCommentMaxLength)

const ratingFields = { ...scoreFields, stayType }

export const amendRatingBody = z.strictObject({ ...scoreFields, comment })

export const rateClientBody = z
  .strictObject({
    clientId: id.optional(),
    clientEmail: email().optional(),
    ...ratingFields,
    stayDate: enteredDay,
    comment,
  })
  .refine(({ clientId, clientEmail }) => (clientId === undefined) !== (clientEmail === undefined), {
    path: ['clientEmail'],
    error: "Indica il cliente con la sua email oppure scegliendolo dall'elenco",
  })

const rating = z.object({
  id,
  ...ratingFields,
  stayDate: day,
  comment: z.string().nullable(),
  createdAt: instant,
  /** False for a rating of a stay shortly before another one the same business rated. @rule Q-121 */
  counted: z.boolean(),
})

/**
 * A rating received, visible to the client only and without the business. `createdAt` is a day; `stayDate` is a day, or
 * the first of the month for a rating released in a batch.
 * @rule B-02 @rule P-19 @rule Q-46
 */
export const ratingReceived = rating
  .extend({
    createdAt: dayOnlyInstant,
    stayDatePrecision: datePrecision,
    /** Null while it is not contested; it can be contested once. @rule Q-136 */
    contest: ownContest.nullable(),
  })
  .meta({ id: 'RatingReceived' })

export type RatingReceived = z.infer<typeof ratingReceived>

/** A rating given, with the client's overall standing. @rule E-50 */
export const ratingGiven = rating
  .extend({
    clientId: id,
    clientName: z.string(),
    clientIsPremium: isPremium,
    clientPhoto: z.string().nullable(),
    isTopClient: z.boolean(),
    clientAverageRating: z.number(),
    /** End of the period for amending and withdrawing. */
    changeableUntil: instant,
    /** Whether the rating can still be amended and withdrawn. */
    changeable: z.boolean(),
    /** Null while the client has not contested it. @rule Q-136 */
    contest: contestOfRatingGiven.nullable(),
  })
  .meta({ id: 'RatingGiven' })

export type RatingGiven = z.infer<typeof ratingGiven>

export const ratingEndpoints = {
  rateClient: endpoint({
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
  ratingsGiven: endpoint({
    method: 'GET',
    path: '/api/ratings',
    summary: 'Lists the ratings the caller gave, newest first, optionally only those with such a contest',
    access: 'business',
    query: z.object({ limit: pageLimit(200), contest: contestStatus.optional() }),
    response: z.array(ratingGiven),
  }),
  amendRating: endpoint({
    method: 'PATCH',
    path: '/api/ratings/:ratingId',
    summary: 'Amends a rating the caller gave within the last few days',
    access: 'business',
    params: z.object({ ratingId: id }),
    body: amendRatingBody,
    response: ratingGiven,
    rateLimit: 'write',
  }),
  withdrawRating: endpoint({
    method: 'DELETE',
    path: '/api/ratings/:ratingId',
    summary: 'Withdraws a rating the caller gave within the last few days',
    access: 'business',
    params: z.object({ ratingId: id }),
    response: null,
    rateLimit: 'write',
  }),
  disownRatings: endpoint({
    method: 'POST',
    path: '/api/ratings/disown',
    summary:
      'Declares by the token in the letter that the caller was never a guest there: withdraws the venue’s ratings and ends its access',
    access: 'anyone',
    body: z.strictObject({ token: z.string().min(1).max(1000) }),
    response: null,
    rateLimit: 'code',
    allowedWhileSuspended: true,
    allowedBeforePasswordChange: true,
  }),
  ratingsReceived: endpoint({
    method: 'GET',
    path: '/api/client/ratings',
    summary: 'Lists the ratings the caller received, newest first',
    access: 'client',
    response: z.array(ratingReceived),
  }),
  contestRating: endpoint({
    method: 'POST',
    path: '/api/ratings/:ratingId/contest',
    summary: 'Contests a rating the caller received; 409 if it was contested before',
    access: 'client',
    params: z.object({ ratingId: id }),
    body: contestRatingBody,
    response: ratingReceived,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  answerContest: endpoint({
    method: 'POST',
    path: '/api/ratings/:ratingId/contest/answer',
    summary: 'Answers the contest of a rating the caller gave, once and before the decision',
    access: 'business',
    params: z.object({ ratingId: id }),
    body: statementBody,
    response: ratingGiven,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  addTestRating: endpoint({
    method: 'POST',
    path: '/api/test/add-rating/:email',
    summary: 'Adds a rating to the caller’s account, to test live updates',
    access: 'client',
    params: z.object({ email: email() }),
    response: ratingReceived,
    status: 201,
    developerOnly: true,
  }),
}

/**
 * Dashboard statistics of a business. Growth compares with the previous period; without one it is a marked sample value.
 * @rule E-38 @rule C-41 @rule Q-59 @rule D-25
 */
export const dashboardStats = z
  .object({
    totalRatedClients: z.int(),
    topRatedClients: z.int(),
    averageRating: z.number(),
    growth: z.object({
      monthlyPercent: z.number(),
      quarterlyPercent: z.number(),
      /** At least one of the two values is a sample. */
      demo: z.boolean(),
      monthlyDemo: z.boolean(),
      quarterlyDemo: z.boolean(),
    }),
  })
  .meta({ id: 'DashboardStats' })

export type DashboardStats = z.infer<typeof dashboardStats>

export const dashboardEndpoints = {
  dashboardStats: endpoint({
    method: 'GET',
    path: '/api/dashboard/stats',
    summary: 'Returns the caller’s dashboard statistics',
    access: 'business',
    response: dashboardStats,
  }),
}
