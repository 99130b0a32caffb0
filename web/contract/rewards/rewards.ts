import { z } from 'zod'
import {
  clientStatuses,
  crossStates,
  eliteStates,
  generalDiscounts,
  rewardGoals,
  rewardRuleNames,
  reviewRuleTypes,
  rewardStatuses,
  rewardTypes,
  tiers,
} from '../../../domain/rewards/vocabulary.ts'
import { action } from '../action.ts'
import { isPremium } from '../accounts/businesses.ts'
import { endpoint } from '../endpoint.ts'
import { datePrecision, day, dayOnlyInstant, id, instant, stars } from '../fields.ts'
import { ruleParameters } from '../rule-parameters.ts'

/** Path parameter of a code. @rule V-51 */
const rewardCode = z
  .string()
  .trim()
  .regex(/^[\w-]+$/, 'Codice non valido')
  .min(ruleParameters.rewardCodeMinLength, 'Codice non valido')
  .max(ruleParameters.rewardCodeMaxLength, 'Codice non valido')

const reward = z.object({
  code: z.string(),
  rewardType: z.enum(rewardTypes),
  ruleType: z.enum(reviewRuleTypes).nullable(),
  /** The rule that issued it; also names the elite bonus, whose `ruleType` is null. */
  rule: z.enum(rewardRuleNames),
  discountPercent: z.int(),
  /** Always equal to `discountPercent`. @rule Q-67 */
  rewardValue: z.int(),
  /** Always `auto`: every code is issued by a rule. @rule V-54 */
  source: z.enum(['auto', 'manual']),
  isActive: z.boolean(),
  status: z.enum(rewardStatuses),
  expiresAt: instant,
  redeemedAt: instant.nullable(),
})

/** A client's own code. */
export const ownReward = reward
  .extend({
    /** Business that honours the code; null: any business (elite). */
    businessId: id.nullable(),
    businessName: z.string().nullable(),
    businessIsPremium: isPremium,
    issuedForReviewId: id.nullable(),
    /** While it is suspended, when it is valid again; otherwise null. @rule Q-132 */
    suspendedUntil: instant.nullable(),
    createdAt: instant,
    actions: z.object({ redeem: action }),
  })
  .meta({ id: 'OwnReward' })

export type OwnReward = z.infer<typeof ownReward>

/**
 * A code issued for a review of the viewing business and redeemed there. Neither the dates of issue and expiry, which
 * are those of the review, nor the codes not redeemed yet: one that disappears from them would have been the redeemed one.
 * @rule Q-60
 */
export const issuedReward = reward
  .pick({ code: true, rewardType: true, ruleType: true, rule: true, discountPercent: true, rewardValue: true })
  .extend({ redeemedAt: dayOnlyInstant, clientName: z.string().nullable(), clientIsPremium: isPremium })
  .meta({ id: 'IssuedReward' })

export type IssuedReward = z.infer<typeof issuedReward>

/**
 * Codes of a client as of now. Those of a business as of the end of yesterday, because the number of its codes would tell
 * when a review was written, and only as issued and redeemed, because each code ends on a day that depends on the review’s.
 * @rule Q-60
 */
const rewardCounts = z
  .object({
    issued: z.int(),
    redeemed: z.int(),
    /** Null for a business. */
    active: z.int().nullable(),
    /** Null for a business. */
    suspended: z.int().nullable(),
    /** Expired or revoked; null for a business. */
    ended: z.int().nullable(),
  })
  .meta({ id: 'RewardCounts' })

const progressTowards = z.object({ have: z.int(), need: z.int() })

const discountProgress = z.object({ fiveStars: progressTowards, providers: progressTowards })

/** Standing of a client. */
export const standing = z
  .object({
    average: z.number(),
    total: z.int(),
    fiveStarCount: z.int(),
    uniqueProviders: z.int(),
    tier: z.enum(tiers),
    /** @rule B-19 */
    status: z.enum(clientStatuses),
    /** `discountPercent` is 0 until the discount is earned. */
    cross: z.object({ earned: z.boolean(), state: z.enum(crossStates), discountPercent: z.int() }),
    elite: z.object({ state: z.enum(eliteStates), discountPercent: z.int() }),
    progress: z.object({
      cross: discountProgress,
      elite: discountProgress,
      top: z.object({ average: z.number(), ratings: progressTowards }),
    }),
    why: z.object({
      ratings: z.array(z.object({ id, overallRating: stars, stayDate: day })),
      rules: z.array(z.object({ rule: z.string(), version: z.int() })),
    }),
  })
  .meta({ id: 'Standing' })

export type Standing = z.infer<typeof standing>

const maxBillEuro = 100_000
const billInvalid = `Inserisci un importo tra 0,01 e ${maxBillEuro.toLocaleString('it-IT')} €.`
/** Code and bill as a business enters them; it enters the bill to know what its discounts cost. */
export const presentedReward = z.strictObject({
  code: rewardCode,
  billEuro: z
    .number({ error: billInvalid })
    .min(0.01, billInvalid)
    .max(maxBillEuro, billInvalid)
    .multipleOf(0.01, 'Inserisci un importo con al massimo due decimali.')
    .nullish(),
})

/** Ratings that a client received in a month. @rule Q-46 months only */
const monthOfRatings = z
  .object({
    /** First day of the month. */
    month: day,
    ratings: z.int(),
    /** Average of their stars; null without ratings. */
    average: z.number().nullable(),
  })
  .meta({ id: 'MonthOfRatings' })
export type MonthOfRatings = z.infer<typeof monthOfRatings>

const rewardEndpoints = {
  rewards: endpoint({
    method: 'GET',
    path: '/api/rewards',
    summary: 'Lists the caller’s reward codes, newest first',
    access: 'signed-in',
    response: z.array(ownReward),
  }),
  issuedRewards: endpoint({
    method: 'GET',
    path: '/api/rewards/issued',
    summary: 'Lists the codes issued for reviews of the caller’s business that were redeemed, the latest day first',
    access: 'business',
    response: z.array(issuedReward),
  }),
  rewardCounts: endpoint({
    method: 'GET',
    path: '/api/rewards/counts',
    summary:
      'Counts the caller’s own reward codes, or those issued for reviews of the caller’s business until yesterday',
    access: 'signed-in',
    response: rewardCounts,
  }),
  redeemReward: endpoint({
    method: 'POST',
    path: '/api/rewards/:code/redeem',
    summary: 'Redeems a code once, as its owner or as a business that honours it',
    access: 'signed-in',
    params: z.object({ code: rewardCode }),
    body: presentedReward.pick({ billEuro: true }).nullish(),
    response: z.object({ message: z.string() }),
    idempotent: true,
    rateLimit: 'code',
    recorded: { what: 'redemption' },
  }),
  standing: endpoint({
    method: 'GET',
    path: '/api/standing',
    summary: 'Returns the caller’s standing with its ratings and rules',
    access: 'client',
    response: standing,
  }),
  standingHistory: endpoint({
    method: 'GET',
    path: '/api/standing/history',
    summary: 'Returns the ratings that the caller received in each of the last twelve months',
    access: 'client',
    response: z.array(monthOfRatings),
  }),
}

/** Current or previewed standing. */
const standingMetrics = z.object({
  average: z.number(),
  total: z.int(),
  fiveStars: z.int(),
  providers: z.int(),
  /** Different businesses with a five-star rating, counted by both discounts. */
  fiveStarProviders: z.int(),
  tier: z.enum(tiers),
  cross: z.boolean(),
  elite: z.enum(eliteStates),
})

export type StandingMetrics = z.infer<typeof standingMetrics>

const milestone = z.object({
  to: z.enum([...generalDiscounts, ...tiers]),
  day,
  rule: z.string(),
  ruleVersion: z.int(),
  /** Number of ratings the decision was based on. */
  ratings: z.int(),
})

const goal = z.object({
  to: z.enum(rewardGoals),
  reached: z.boolean(),
  /** Discount in percent; for a tier, the indicative discount. */
  percent: z.int(),
  /** Different venues with five stars; null for a tier. */
  venues: z.int().nullable(),
  /** Ratings received; null for a discount. */
  ratings: z.int().nullable(),
  /** Average in stars; null for a discount. */
  average: z.number().nullable(),
  /** Missing venues or ratings, or the required average; null once reached or withheld. */
  missing: z.object({ of: z.enum(['venues', 'ratings', 'average']), amount: z.number() }).nullable(),
  /** Nothing is missing, but the elite bonus waits for a confirmed e-mail and the end of active sanctions. @rule Q-64 */
  withheld: z.boolean(),
})

/** Explanation of a standing: ratings, goals and previews, without businesses or times of day. */
export const standingExplanation = z
  .object({
    asOf: day,
    now: standingMetrics,
    rules: z.array(z.object({ rule: z.string(), version: z.int() })),
    milestones: z.array(milestone),
    goals: z.array(goal),
    ratings: z.array(
      z.object({
        id,
        stars,
        day,
        precision: datePrecision,
        /** First five-star rating of a business, counted by the discounts; null for a rating of a batch. */
        firstOfVenue: z.boolean().nullable(),
        /** Standing without this rating. Fields are null for a rating of a batch, to hide its venue. @rule Q-46 */
        without: standingMetrics.extend({
          providers: z.int().nullable(),
          fiveStarProviders: z.int().nullable(),
          elite: standingMetrics.shape.elite.nullable(),
        }),
      }),
    ),
    /** Number of counted ratings that are not listed. */
    others: z.int(),
    /** Standing with one more five-star rating from a new venue. */
    withFiveMore: standingMetrics,
  })
  .meta({ id: 'StandingExplanation' })

export type StandingExplanation = z.infer<typeof standingExplanation>

/** Explanation of a code. */
export const rewardExplanation = z
  .object({
    code: z.string(),
    rule: z.enum(rewardRuleNames),
    ruleVersion: z.int(),
    percent: z.int(),
    /** Reviews of one business, or different venues with five stars, that earn the code. */
    required: z.int(),
    issuedOn: day,
    expiresOn: day,
    status: z.enum(rewardStatuses),
    revokedOn: day.nullable(),
    evidence: z.array(
      z.object({
        id,
        kind: z.enum(['review', 'rating']),
        /** Null for a rating that is not listed. */
        day: day.nullable(),
        precision: datePrecision,
        /** Whether it still counts. */
        stands: z.boolean(),
        /** Whether the code would be revoked without it; false if that would identify the venue. */
        needed: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'RewardExplanation' })

export type RewardExplanation = z.infer<typeof rewardExplanation>

const rewardExplanationEndpoints = {
  standingExplanation: endpoint({
    method: 'GET',
    path: '/api/standing/why',
    summary: 'Explains the caller’s standing by ratings and rules, with previews of changes',
    access: 'client',
    response: standingExplanation,
  }),
  rewardExplanation: endpoint({
    method: 'GET',
    path: '/api/rewards/:code/why',
    summary: 'Explains one of the caller’s codes by its evidence and rule version',
    access: 'client',
    params: z.object({ code: rewardCode }),
    response: rewardExplanation,
  }),
}

export const rewards = { ...rewardEndpoints, ...rewardExplanationEndpoints }
