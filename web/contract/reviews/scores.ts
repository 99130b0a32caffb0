import { z } from 'zod'
import { contributionReasons, exclusionReasons } from '../../../domain/reviews/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { cursor, day, enteredDay, id, instant, pageLimit, stars, text } from '../fields.ts'

const exclusionReason = z.enum(exclusionReasons)

/** `opinions`: number of counted reviews, a name of the API. */
const scoreAverage = z.object({ average: z.number(), opinions: z.int() })
/** Counted reviews with one star, two stars, … five stars. */
const distribution = z.array(z.int()).length(5)

/** A period excluded from the score, as shown to everyone. */
const publicExclusion = z.object({
  from: day,
  to: day,
  reason: exclusionReason,
  /** Day of the decision. */
  decidedOn: day,
})
export type PublicExclusion = z.infer<typeof publicExclusion>

/** A venue's score (`inForce`) and full score (`all`, which includes excluded periods) on a day. */
export const scores = z.object({
  asOf: day,
  inForce: scoreAverage,
  all: scoreAverage,
  exclusions: z.array(publicExclusion),
})
export type Scores = z.infer<typeof scores>

/** Composition of a venue's score, without authors. */
export const scoreExplanation = z
  .object({
    scores,
    distribution: z.object({ inForce: distribution, all: distribution }),
    rules: z.array(z.object({ rule: z.string(), version: z.int() })),
    /** The score after one more review with this many stars. */
    oneMore: z.array(z.object({ stars, average: z.number() })),
  })
  .meta({ id: 'ScoreExplanation' })
export type ScoreExplanation = z.infer<typeof scoreExplanation>

/** The score at the end of a month, of the reviews that count today. */
const monthlyScore = z
  .object({
    /** First day of the month. */
    month: day,
    /** One decimal, so that a single review of many does not show. */
    average: z.number(),
  })
  .meta({ id: 'MonthlyScore' })
export type MonthlyScore = z.infer<typeof monthlyScore>

/** A review and its contribution to the score, without its author. */
export const reviewContribution = z
  .object({
    id,
    stars,
    day,
    /** Counts in the current score. */
    counts: z.boolean(),
    why: z.enum(contributionReasons),
    /** The score without this review; null if it does not count. */
    averageWithout: z.number().nullable(),
  })
  .meta({ id: 'ReviewContribution' })
export type ReviewContribution = z.infer<typeof reviewContribution>

/** An active or lifted exclusion, as moderators and the venue read it. */
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

/** Effect that excluding a period would have on the score; `out` reviews would no longer count. */
export const exclusionPreview = z
  .object({ before: scoreAverage, after: scoreAverage, out: z.int() })
  .meta({ id: 'ExclusionPreview' })
export type ExclusionPreview = z.infer<typeof exclusionPreview>

/** An anomalous day, compared with the four weeks before it. */
export const anomaly = z
  .object({
    businessId: id,
    businessName: z.string(),
    day,
    /** Number of counted reviews. */
    opinions: z.int(),
    average: z.number(),
    newAccounts: z.int(),
    /** Median of the days before. */
    usual: z.number(),
    /** Deviation: the distance above the median, in multiples of the spread. */
    score: z.number(),
    detectorVersion: z.int(),
    detectedAt: instant,
  })
  .meta({ id: 'Anomaly' })
export type Anomaly = z.infer<typeof anomaly>

const businessParams = z.object({ id })
const reasonText = text(1, 2000, 'Spiega il motivo')

export const excludePeriodBody = z.strictObject({
  from: enteredDay,
  to: enteredDay,
  reason: exclusionReason,
  facts: reasonText,
})

export const scoreEndpoints = {
  scoreExplanation: endpoint({
    method: 'GET',
    path: '/api/businesses/:id/score/why',
    summary: 'Explains a business’s score: distribution, rules, excluded periods',
    access: 'anyone',
    params: businessParams,
    response: scoreExplanation,
  }),
  scoreHistory: endpoint({
    method: 'GET',
    path: '/api/businesses/:id/score-history',
    summary:
      'Returns a business’s score at the end of each of the last twelve months in which at least five reviews counted',
    access: 'anyone',
    params: businessParams,
    response: z.array(monthlyScore),
  }),
  scoreReviews: endpoint({
    method: 'GET',
    path: '/api/businesses/:id/score/reviews',
    summary: 'Lists the reviews of the caller’s business and whether each counts in the score, latest first',
    access: 'business',
    params: businessParams,
    query: z.object({ limit: pageLimit(100), cursor }),
    response: z.array(reviewContribution),
    paginated: true,
  }),
  scoreExclusions: endpoint({
    method: 'GET',
    path: '/api/businesses/:id/score/exclusions',
    summary: 'Lists the periods excluded from the caller’s score, with the reasons',
    access: 'business',
    params: businessParams,
    response: z.array(exclusion),
  }),
  anomalies: endpoint({
    method: 'GET',
    path: '/api/admin/anomalies',
    summary: 'Lists open anomalies: days on which a business received unusually many reviews',
    access: 'moderator',
    query: z.object({ limit: pageLimit(100), cursor }),
    response: z.array(anomaly),
    paginated: true,
    recorded: { what: 'staff-read', why: 'scores' },
  }),
  dismissAnomaly: endpoint({
    method: 'POST',
    path: '/api/admin/businesses/:id/anomalies/:day/dismiss',
    summary: 'Dismisses an anomaly',
    access: 'moderator',
    params: z.object({ id, day: enteredDay }),
    body: z.strictObject({ notes: reasonText }),
    response: null,
    rateLimit: 'write',
    recorded: { what: 'moderation', why: 'scores' },
  }),
  exclusions: endpoint({
    method: 'GET',
    path: '/api/admin/businesses/:id/exclusions',
    summary: 'Returns a business’s score and its active and lifted exclusions',
    access: 'moderator',
    params: businessParams,
    response: venueExclusions,
    recorded: { what: 'staff-read', why: 'scores' },
  }),
  exclusionPreview: endpoint({
    method: 'GET',
    path: '/api/admin/businesses/:id/exclusions/preview',
    summary: 'Returns the effect that excluding a period would have on the score',
    access: 'moderator',
    params: businessParams,
    query: z.object({ from: enteredDay, to: enteredDay }),
    response: exclusionPreview,
    recorded: { what: 'staff-read', why: 'scores' },
  }),
  excludePeriod: endpoint({
    method: 'POST',
    path: '/api/admin/businesses/:id/exclusions',
    summary: 'Excludes a period from the score; its reviews remain visible',
    access: 'moderator',
    params: businessParams,
    body: excludePeriodBody,
    response: venueExclusions,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
    recorded: { what: 'moderation', why: 'scores' },
  }),
  liftExclusion: endpoint({
    method: 'POST',
    path: '/api/admin/businesses/:id/exclusions/:exclusionId/lift',
    summary: 'Includes an excluded period in the score again',
    access: 'moderator',
    params: z.object({ id, exclusionId: id }),
    body: z.strictObject({ facts: reasonText }),
    response: venueExclusions,
    rateLimit: 'write',
    recorded: { what: 'moderation', why: 'scores' },
  }),
}
