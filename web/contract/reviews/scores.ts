import { z } from 'zod'
import { call } from '../call.ts'
import { cursor, day, id, instant, pageLimit, stars, text } from '../fields.ts'

export const exclusionReasons = ['REVIEW_BOMBING', 'OFF_TOPIC', 'FAKE_ACCOUNTS'] as const
export const exclusionReason = z.enum(exclusionReasons)
export type ExclusionReason = z.infer<typeof exclusionReason>

const scoreAverage = z.object({ average: z.number(), opinions: z.int() })
/** How many opinions of one star, of two, … of five. */
const distribution = z.array(z.int()).length(5)

/** A period out of the score, as anyone reads of it. */
const publicExclusion = z.object({
  from: day,
  to: day,
  reason: exclusionReason,
  /** When it was decided. */
  decidedOn: day,
})
export type PublicExclusion = z.infer<typeof publicExclusion>

/** A venue's score with and without the periods left out of it, as of a day. */
export const scores = z.object({
  asOf: day,
  inForce: scoreAverage,
  all: scoreAverage,
  exclusions: z.array(publicExclusion),
})
export type Scores = z.infer<typeof scores>

/** What a venue's score is made of, without a word on any author. */
export const scoreWhy = z
  .object({
    scores,
    distribution: z.object({ inForce: distribution, all: distribution }),
    rules: z.array(z.object({ rule: z.string(), version: z.int() })),
    /** What the score would be with one more opinion of so many stars. */
    oneMore: z.array(z.object({ stars, average: z.number() })),
  })
  .meta({ id: 'ScoreWhy' })
export type ScoreWhy = z.infer<typeof scoreWhy>

/** One review and its part in the score; who wrote it is never told. */
export const reviewContribution = z
  .object({
    id,
    stars,
    day,
    /** In the score in force. */
    counts: z.boolean(),
    why: z.enum(['latest', 'superseded', 'excluded', 'held', 'hidden', 'removed']),
    /** Of a review that counts: what the score would be without this opinion. */
    averageWithout: z.number().nullable(),
  })
  .meta({ id: 'WeighedReview' })
export type ReviewContribution = z.infer<typeof reviewContribution>

/** A period left out, or put back, as moderators and the venue read of it. */
export const exclusion = publicExclusion
  .extend({
    id,
    facts: z.string(),
    excludedAt: instant,
    liftedAt: instant.nullable(),
    liftFacts: z.string().nullable(),
  })
  .meta({ id: 'Exclusion' })
export type Exclusion = z.infer<typeof exclusion>

export const venueExclusions = z
  .object({ businessId: id, businessName: z.string(), scores, exclusions: z.array(exclusion) })
  .meta({ id: 'VenueExclusions' })
export type VenueExclusions = z.infer<typeof venueExclusions>

/** What leaving a period out would do to the score. */
export const exclusionPreview = z
  .object({ before: scoreAverage, after: scoreAverage, out: z.int() })
  .meta({ id: 'ExclusionPreview' })
export type ExclusionPreview = z.infer<typeof exclusionPreview>

/** A day that stood out among the four weeks before it. */
export const anomaly = z
  .object({
    businessId: id,
    businessName: z.string(),
    day,
    opinions: z.int(),
    average: z.number(),
    newAccounts: z.int(),
    /** The median of the days before. */
    usual: z.number(),
    /** How many robust deviations above it. */
    score: z.number(),
    detectorVersion: z.int(),
    detectedAt: instant,
  })
  .meta({ id: 'Anomaly' })
export type Anomaly = z.infer<typeof anomaly>

const businessParams = z.object({ id })
const reasonText = text(1, 2000, 'Spiega il motivo')

export const excludePeriodBody = z.strictObject({
  from: day,
  to: day,
  reason: exclusionReason,
  facts: reasonText,
})

export const scoreCalls = {
  scoreWhy: call({
    method: 'GET',
    path: '/api/businesses/:id/score/why',
    summary: 'What a business’s score is made of: distribution, rules, periods left out',
    access: 'anyone',
    params: businessParams,
    response: scoreWhy,
  }),
  scoreReviews: call({
    method: 'GET',
    path: '/api/businesses/:id/score/reviews',
    summary: 'Which of its reviews count in one’s own score, and why, the latest first',
    access: 'business',
    params: businessParams,
    query: z.object({ limit: pageLimit(100), cursor }),
    response: z.array(reviewContribution),
    paginated: true,
  }),
  scoreExclusions: call({
    method: 'GET',
    path: '/api/businesses/:id/score/exclusions',
    summary: 'The periods left out of one’s own score, with the reasons given',
    access: 'business',
    params: businessParams,
    response: z.array(exclusion),
  }),
  anomalies: call({
    method: 'GET',
    path: '/api/admin/anomalies',
    summary: 'Days that brought a business unusually many reviews and that nobody has looked at',
    access: 'moderator',
    query: z.object({ limit: pageLimit(100), cursor }),
    response: z.array(anomaly),
    paginated: true,
  }),
  dismissAnomaly: call({
    method: 'POST',
    path: '/api/admin/businesses/:id/anomalies/:day/dismiss',
    summary: 'Finds a day that stood out in order',
    access: 'moderator',
    params: z.object({ id, day }),
    body: z.strictObject({ notes: reasonText }),
    response: null,
    rateLimit: 'write',
  }),
  exclusions: call({
    method: 'GET',
    path: '/api/admin/businesses/:id/exclusions',
    summary: 'A business’s score and the periods that are or were left out of it',
    access: 'moderator',
    params: businessParams,
    response: venueExclusions,
  }),
  exclusionPreview: call({
    method: 'GET',
    path: '/api/admin/businesses/:id/exclusions/preview',
    summary: 'What leaving a period out would do to the score',
    access: 'moderator',
    params: businessParams,
    query: z.object({ from: day, to: day }),
    response: exclusionPreview,
  }),
  excludePeriod: call({
    method: 'POST',
    path: '/api/admin/businesses/:id/exclusions',
    summary: 'Leaves a period’s reviews out of the score; they stay in sight',
    access: 'moderator',
    params: businessParams,
    body: excludePeriodBody,
    response: venueExclusions,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
  }),
  liftExclusion: call({
    method: 'POST',
    path: '/api/admin/businesses/:id/exclusions/:exclusionId/lift',
    summary: 'Puts a period back into the score',
    access: 'moderator',
    params: z.object({ id, exclusionId: id }),
    body: z.strictObject({ facts: reasonText }),
    response: venueExclusions,
    rateLimit: 'write',
  }),
}
