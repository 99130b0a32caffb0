import { z } from 'zod'
import { call } from './call.ts'
import { cursor, day, id, instant, limit, stars, text } from './fields.ts'

export const exclusionReasons = ['REVIEW_BOMBING', 'OFF_TOPIC', 'FAKE_ACCOUNTS'] as const
export const exclusionReason = z.enum(exclusionReasons)
export type ExclusionReason = z.infer<typeof exclusionReason>

const average = z.object({ average: z.number(), opinions: z.int() })
/** How many opinions of one star, of two, … of five. */
const distribution = z.array(z.int()).length(5)

/** A period out of the score, as anyone reads of it. */
const leftOut = z.object({
  from: day,
  to: day,
  reason: exclusionReason,
  /** When it was decided. */
  decidedOn: day,
})
export type LeftOut = z.infer<typeof leftOut>

/** A venue's score with and without the periods left out of it, as of a day. */
export const scores = z.object({ asOf: day, inForce: average, all: average, exclusions: z.array(leftOut) })
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
export const weighedReview = z
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
export type WeighedReview = z.infer<typeof weighedReview>

/** A period left out, or put back, as moderators and the venue read of it. */
export const exclusion = leftOut
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
  .object({ before: average, after: average, out: z.int() })
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

const ofVenue = z.object({ id })
const reasoned = text(1, 2000, 'Spiega il motivo')

export const excludePeriodBody = z.strictObject({
  from: day,
  to: day,
  reason: exclusionReason,
  facts: reasoned,
})

export const scoreCalls = {
  scoreWhy: call({
    method: 'GET',
    path: '/api/businesses/:id/score/why',
    says: 'What a business’s score is made of: distribution, rules, periods left out',
    who: 'anyone',
    params: ofVenue,
    answer: scoreWhy,
  }),
  scoreReviews: call({
    method: 'GET',
    path: '/api/businesses/:id/score/reviews',
    says: 'Which of its reviews count in one’s own score, and why, the latest first',
    who: 'business',
    params: ofVenue,
    query: z.object({ limit: limit(100), cursor }),
    answer: z.array(weighedReview),
    paged: true,
  }),
  scoreExclusions: call({
    method: 'GET',
    path: '/api/businesses/:id/score/exclusions',
    says: 'The periods left out of one’s own score, with the reasons given',
    who: 'business',
    params: ofVenue,
    answer: z.array(exclusion),
  }),
  anomalies: call({
    method: 'GET',
    path: '/api/admin/anomalies',
    says: 'Days that brought a business unusually many reviews and that nobody has looked at',
    who: 'moderator',
    query: z.object({ limit: limit(100), cursor }),
    answer: z.array(anomaly),
    paged: true,
  }),
  dismissAnomaly: call({
    method: 'POST',
    path: '/api/admin/businesses/:id/anomalies/:day/dismiss',
    says: 'Finds a day that stood out in order',
    who: 'moderator',
    params: z.object({ id, day }),
    body: z.strictObject({ notes: reasoned }),
    answer: null,
    limit: 'write',
  }),
  exclusions: call({
    method: 'GET',
    path: '/api/admin/businesses/:id/exclusions',
    says: 'A business’s score and the periods that are or were left out of it',
    who: 'moderator',
    params: ofVenue,
    answer: venueExclusions,
  }),
  exclusionPreview: call({
    method: 'GET',
    path: '/api/admin/businesses/:id/exclusions/preview',
    says: 'What leaving a period out would do to the score',
    who: 'moderator',
    params: ofVenue,
    query: z.object({ from: day, to: day }),
    answer: exclusionPreview,
  }),
  excludePeriod: call({
    method: 'POST',
    path: '/api/admin/businesses/:id/exclusions',
    says: 'Leaves a period’s reviews out of the score; they stay in sight',
    who: 'moderator',
    params: ofVenue,
    body: excludePeriodBody,
    answer: venueExclusions,
    status: 201,
    idempotent: true,
    limit: 'write',
  }),
  liftExclusion: call({
    method: 'POST',
    path: '/api/admin/businesses/:id/exclusions/:exclusionId/lift',
    says: 'Puts a period back into the score',
    who: 'moderator',
    params: z.object({ id, exclusionId: id }),
    body: z.strictObject({ facts: reasoned }),
    answer: venueExclusions,
    limit: 'write',
  }),
}
