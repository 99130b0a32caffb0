import { z } from 'zod'
import { call } from './call.ts'
import { id, instant, roundedInstant, stars } from './fields.ts'

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
  .extend({ clientName: z.string().nullable(), createdAt: roundedInstant })
  .meta({ id: 'IssuedReward' })
export type IssuedReward = z.infer<typeof issuedReward>

const towards = z.object({ have: z.int(), need: z.int() })
const bothOf = z.object({ fiveStars: towards, providers: towards })

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
    progress: z.object({ cross: bothOf, elite: bothOf, top: z.object({ average: z.number(), ratings: towards }) }),
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
    says: 'One’s own reward codes, newest first',
    who: 'signed-in',
    answer: z.array(ownReward),
  }),
  issuedRewards: call({
    method: 'GET',
    path: '/api/rewards/issued',
    says: 'The codes that can be spent at this business, newest first',
    who: 'business',
    answer: z.array(issuedReward),
  }),
  redeemReward: call({
    method: 'POST',
    path: '/api/rewards/:code/redeem',
    says: 'Spends a code: its owner or the business that honours it, once',
    who: 'signed-in',
    params: z.object({
      code: z
        .string()
        .trim()
        .regex(/^[\w-]{6,20}$/, 'Codice non valido'),
    }),
    answer: z.object({ message: z.string() }),
    idempotent: true,
    limit: 'code',
  }),
  standing: call({
    method: 'GET',
    path: '/api/standing',
    says: 'The signed-in client’s standing, and what it is made of',
    who: 'client',
    answer: standing,
  }),
}
