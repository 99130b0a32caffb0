import type { RuleType, Tier } from './rewards-state.ts'

interface ReviewRule {
  readonly ruleType: RuleType
  /** Live reviews of one business that earn it. */
  readonly reviews: number
  readonly percent: number
  /** Which of the codes drawn for a review it takes. */
  readonly code: 'first' | 'fifth'
}

interface TierRule {
  readonly tier: Tier
  readonly ratings: number
  readonly averageTenths: number
}

/** B-23: the first review of a business, and the fifth. */
const reviewRules: readonly ReviewRule[] = [
  { ruleType: 'FIRST_REVIEW_2', reviews: 1, percent: 2, code: 'first' },
  { ruleType: 'FIVE_REVIEWS_10', reviews: 5, percent: 10, code: 'fifth' },
]

/** B-24, the best first. */
const tierRules: readonly TierRule[] = [
  { tier: 'top', ratings: 5, averageTenths: 45 },
  { tier: 'trusted', ratings: 3, averageTenths: 40 },
]

/** The rule book of the rewards; what it gives rise to names its version. */
export const rewardRules = {
  version: 1,
  reviews: reviewRules,
  /** B-21: five stars from so many different venues, for ever. */
  cross: { venues: 5, percent: 2 },
  /** B-22: the same from twice as many, for one use. */
  elite: { venues: 10, percent: 5 },
  tiers: tierRules,
  /** V-51. */
  codeLength: { least: 6, most: 20 },
} as const

/** the tier of so many ratings adding up to so many stars; counted in whole numbers. */
export const tierOf = (ratings: number, stars: number): Tier =>
  rewardRules.tiers.find((rule) => ratings >= rule.ratings && stars * 10 >= rule.averageTenths * ratings)?.tier ?? 'new'
