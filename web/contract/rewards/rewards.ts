import { z } from 'zod'
import { call } from '../call.ts'
import { day, dayOnlyInstant, id, instant, stars } from '../fields.ts'

const reward = z.object({
  code: z.string(),
  rewardType: z.enum(['discount', 'elite']),
  ruleType: z.enum(['FIRST_REVIEW_2', 'FIVE_REVIEWS_10']).nullable(),
  discountPercent: z.int(),
  /** The same number under its other name. */
  rewardValue: z.int(),
  /** V-54: every code there is was issued by a rule. */
  source: z.enum(['auto', 'manual']),
  /** Neither spent, nor revoked, nor expired. */
  isActive: z.boolean(),
  expiresAt: instant,
  redeemedAt: instant.nullable(),
})

/** A client's own code. */
export const ownReward = reward
  .extend({
    /** Where it can be spent; null: anywhere (elite). */
    businessId: id.nullable(),
    businessName: z.string().nullable(),
    issuedForReviewId: id.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'OwnReward' })

export type OwnReward = z.infer<typeof ownReward>

/** A code as the business that honours it reads it: whose it is shows once spent, as does all of it; for which review never. */
export const issuedReward = reward
  .extend({ clientName: z.string().nullable(), createdAt: dayOnlyInstant })
  .meta({ id: 'IssuedReward' })

export type IssuedReward = z.infer<typeof issuedReward>

const progressTowards = z.object({ have: z.int(), need: z.int() })

const discountProgress = z.object({ fiveStars: progressTowards, providers: progressTowards })

/** How a client stands, and why. */
export const standing = z
  .object({
    average: z.number(),
    total: z.int(),
    fiveStarCount: z.int(),
    uniqueProviders: z.int(),
    tier: z.enum(['new', 'trusted', 'top']),
    /** The cross-provider discount: percent, 0 while not earned. */
    cross: z.object({ earned: z.boolean(), discountPercent: z.int() }),
    elite: z.object({ state: z.enum(['locked', 'available', 'earned']), discountPercent: z.int() }),
    progress: z.object({
      cross: discountProgress,
      elite: discountProgress,
      top: z.object({ average: z.number(), ratings: progressTowards }),
    }),
    why: z.object({
      ratings: z.array(z.object({ id, overallRating: stars, stayDate: z.iso.date() })),
      rules: z.array(z.object({ rule: z.string(), version: z.int() })),
    }),
  })
  .meta({ id: 'Standing' })

export type Standing = z.infer<typeof standing>

export const rewardCalls = {
  rewards: call({
    method: 'GET',
    path: '/api/rewards',
    summary: 'One’s own reward codes, newest first',
    access: 'signed-in',
    response: z.array(ownReward),
  }),
  issuedRewards: call({
    method: 'GET',
    path: '/api/rewards/issued',
    summary: 'The codes that can be spent at this business, newest first',
    access: 'business',
    response: z.array(issuedReward),
  }),
  redeemReward: call({
    method: 'POST',
    path: '/api/rewards/:code/redeem',
    summary: 'Spends a code: its owner or the business that honours it, once',
    access: 'signed-in',
    params: z.object({
      code: z
        .string()
        .trim()
        .regex(/^[\w-]{6,20}$/, 'Codice non valido'),
    }),
    response: z.object({ message: z.string() }),
    idempotent: true,
    rateLimit: 'code',
  }),
  standing: call({
    method: 'GET',
    path: '/api/standing',
    summary: 'The signed-in client’s standing, and what it is made of',
    access: 'client',
    response: standing,
  }),
}

/** How a client stands, or would stand. */
const standingFigures = z.object({
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

export type StandingFigures = z.infer<typeof standingFigures>

/** The day, or the first of the month where a day would tell too much. */
const datePrecision = z.enum(['day', 'month'])

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
    now: standingFigures,
    rules: z.array(z.object({ rule: z.string(), version: z.int() })),
    milestones: z.array(milestone),
    ratings: z.array(
      z.object({
        id,
        stars,
        day,
        precision: datePrecision,
        /** The first five stars of a business: counted toward the discounts. */
        firstOfVenue: z.boolean().nullable(),
        /** Null and unsaid where it came in a crowd: venues must not be told apart. */
        without: standingFigures.extend({
          providers: z.int().nullable(),
          fiveStarProviders: z.int().nullable(),
          elite: standingFigures.shape.elite.nullable(),
        }),
      }),
    ),
    /** Ratings that count and are not in the list. */
    others: z.int(),
    withFiveMore: standingFigures,
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
        precision: datePrecision,
        stands: z.boolean(),
        needed: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'RewardWhy' })

export type RewardWhy = z.infer<typeof rewardWhy>

export const rewardWhyCalls = {
  standingWhy: call({
    method: 'GET',
    path: '/api/standing/why',
    summary: 'One’s own standing unfolded into the ratings and rules it is made of, and what would change if',
    access: 'client',
    response: standingWhy,
  }),
  rewardWhy: call({
    method: 'GET',
    path: '/api/rewards/:code/why',
    summary: 'Why one of one’s own codes was given: the evidence and the rule’s version',
    access: 'client',
    params: z.object({
      code: z
        .string()
        .trim()
        .regex(/^[\w-]{6,20}$/, 'Codice non valido'),
    }),
    response: rewardWhy,
  }),
}

export const rewards = { ...rewardCalls, ...rewardWhyCalls }
