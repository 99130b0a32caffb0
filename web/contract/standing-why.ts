import { z } from 'zod'
import { call } from './call.ts'
import { day, id, stars } from './fields.ts'

/** How a client stands, or would stand. */
const figures = z.object({
  average: z.number(),
  total: z.int(),
  fiveStars: z.int(),
  providers: z.int(),
  /** Different businesses that gave five stars: what both discounts count. */
  fiveStarProviders: z.int(),
  tier: z.enum(['new', 'trusted', 'top']),
  cross: z.boolean(),
  elite: z.enum(['locked', 'available', 'earned']),
})
export type Figures = z.infer<typeof figures>

/** The day, or the first of the month where a day would tell too much. */
const precision = z.enum(['day', 'month'])

const milestone = z.object({
  to: z.enum(['cross', 'elite', 'new', 'trusted', 'top']),
  day,
  rule: z.string(),
  ruleVersion: z.int(),
  /** How many ratings it rested on. */
  ratings: z.int(),
})

/** A standing unfolded: what it is made of and what would change if; never who gave a rating, nor at what hour. */
export const standingWhy = z
  .object({
    asOf: day,
    now: figures,
    rules: z.array(z.object({ rule: z.string(), version: z.int() })),
    milestones: z.array(milestone),
    ratings: z.array(
      z.object({
        id,
        stars,
        day,
        precision,
        /** The first five stars of a business: counted toward the discounts. */
        firstOfVenue: z.boolean().nullable(),
        /** Null and unsaid where it came in a crowd: venues must not be told apart. */
        without: figures.extend({
          providers: z.int().nullable(),
          fiveStarProviders: z.int().nullable(),
          elite: figures.shape.elite.nullable(),
        }),
      }),
    ),
    /** Ratings that count and are not in the list. */
    others: z.int(),
    withFiveMore: figures,
  })
  .meta({ id: 'StandingWhy' })
export type StandingWhy = z.infer<typeof standingWhy>

/** Why a code was given. */
export const rewardWhy = z
  .object({
    code: z.string(),
    rule: z.enum(['FIRST_REVIEW_2', 'FIVE_REVIEWS_10', 'ELITE']),
    ruleVersion: z.int(),
    percent: z.int(),
    issuedOn: day,
    expiresOn: day,
    status: z.enum(['active', 'redeemed', 'revoked', 'expired']),
    revokedOn: day.nullable(),
    evidence: z.array(
      z.object({
        id,
        kind: z.enum(['review', 'rating']),
        /** Null where the day would tell more than the list of ratings does. */
        day: day.nullable(),
        precision,
        stands: z.boolean(),
        needed: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'RewardWhy' })
export type RewardWhy = z.infer<typeof rewardWhy>

export const whyCalls = {
  standingWhy: call({
    method: 'GET',
    path: '/api/standing/why',
    says: 'One’s own standing unfolded into the ratings and rules it is made of, and what would change if',
    who: 'client',
    answer: standingWhy,
  }),
  rewardWhy: call({
    method: 'GET',
    path: '/api/rewards/:code/why',
    says: 'Why one of one’s own codes was given: the evidence and the rule’s version',
    who: 'client',
    params: z.object({
      code: z
        .string()
        .trim()
        .regex(/^[\w-]{6,20}$/, 'Codice non valido'),
    }),
    answer: rewardWhy,
  }),
}
