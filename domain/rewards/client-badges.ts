import { reachesAverage, rewardRules } from './rules.ts'
import type { ClientBadge, ClientStatus, Tier } from './vocabulary.ts'

/**
 * Parameters of the badges.
 * @rule Q-62 badges follow the badge rules, not the percentages of the tiers
 */
const badgeRules = {
  /** Minimum average of a trusted client, in tenths of a star. */
  trustedAverageTenths: 40,
  discounts: { bestTop: 20, top: 15, other: 10 },
  /** Minimum average for the best discount of a top client, in tenths of a star. */
  bestTopAverageTenths: 48,
  /** Five-star ratings from which the progress towards the elite bonus is shown. */
  progressFrom: 3,
} as const

/** A client's standing, as far as badges depend on it. */
export interface BadgeStanding {
  readonly tier: Tier
  readonly ratings: number
  /** Stars received in total. */
  readonly stars: number
  readonly fiveStars: number
  /** Percent of the cross-provider discount; 0 until it is granted. */
  readonly crossPercent: number
  readonly eliteGranted: boolean
}

/**
 * The badge every business sees next to a client; the client's own status uses the same rule. It differs from the tier:
 * a single rating suffices for a trusted badge, not for the trusted tier.
 * @rule D-22 the design asks for one rule; the decision on Q-62 keeps both
 * @rule B-17 top client, trusted from an average of 4, otherwise new
 */
export const clientBadgeOf = ({
  tier,
  ratings,
  stars,
}: Pick<BadgeStanding, 'tier' | 'ratings' | 'stars'>): ClientBadge => {
  if (tier === 'top') return 'top'
  return reachesAverage(ratings, stars, badgeRules.trustedAverageTenths) ? 'trusted' : 'new'
}

/**
 * Indicative discount shown to businesses, in percent; clients see the `upToPercent` of their tier (rules.ts).
 * @rule B-18 20 for a top client with an average of 4.8, 15 for a top client, otherwise 10
 */
export const badgeDiscountOf = ({
  tier,
  ratings,
  stars,
}: Pick<BadgeStanding, 'tier' | 'ratings' | 'stars'>): number => {
  const { bestTop, top, other } = badgeRules.discounts
  if (tier !== 'top') return other
  return reachesAverage(ratings, stars, badgeRules.bestTopAverageTenths) ? bestTop : top
}

export type RewardBadge =
  | { readonly type: 'cross' | 'elite'; readonly percent: number }
  | { readonly type: 'progress'; readonly have: number; readonly need: number }

/**
 * Reward badges a business sees: only discounts the client has been granted, and the progress towards the elite bonus.
 * @rule B-20 cross-provider discount, elite bonus, progress from three five-star ratings on
 */
export const rewardBadgesOf = ({ fiveStars, crossPercent, eliteGranted }: BadgeStanding): readonly RewardBadge[] => {
  const { venues: need, percent } = rewardRules.elite
  return [
    ...(crossPercent > 0 ? [{ type: 'cross' as const, percent: crossPercent }] : []),
    ...(eliteGranted ? [{ type: 'elite' as const, percent }] : []),
    ...(!eliteGranted && fiveStars >= badgeRules.progressFrom
      ? [{ type: 'progress' as const, have: Math.min(fiveStars, need), need }]
      : []),
  ]
}

/**
 * A client's own status.
 * @rule B-19 elite bonus, cross-provider discount, top, trusted from an average of 4, otherwise regular
 * @rule Q-63 this priority differs from the one of the business list
 */
export const clientStatusOf = (standing: BadgeStanding): ClientStatus => {
  if (standing.eliteGranted) return 'elite'
  if (standing.crossPercent > 0) return 'cross'
  const badge = clientBadgeOf(standing)
  return badge === 'new' ? 'regular' : badge
}
