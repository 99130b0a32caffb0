import { rewardRules } from '../../../domain/rewards/rewards/rules.ts'
import { standingOf } from '../../../projections/client-standings.ts'
import type { RatingReceived } from '../../contract/ratings.ts'
import type { Standing } from '../../contract/rewards.ts'
import { averageOf } from '../answers/user.ts'
import type { Hall } from '../hall.ts'

export const most = 200

/** How a client stands, unfolded into the ratings it is made of. */
export const standingAnswer = async (
  hall: Hall,
  clientId: string,
  received: readonly RatingReceived[],
): Promise<Standing> => {
  const standing = await standingOf(hall.db, clientId)
  const { cross, elite, tiers, version } = rewardRules
  const topTier = tiers.find(({ tier }) => tier === 'top')
  const average = averageOf(standing.ratingSum, standing.totalRatings)
  const towards = (need: number) => ({
    fiveStars: { have: standing.fiveStars, need },
    providers: { have: standing.fiveStarProviders, need },
  })
  const due = standing.fiveStarProviders >= elite.venues
  return {
    average,
    total: standing.totalRatings,
    fiveStarCount: standing.fiveStars,
    uniqueProviders: standing.uniqueProviders,
    tier: standing.tier,
    cross: { earned: standing.crossProviderDiscount > 0, discountPercent: standing.crossProviderDiscount },
    elite: {
      state: standing.eliteGranted ? 'earned' : due ? 'available' : 'locked',
      discountPercent: standing.eliteGranted ? elite.percent : 0,
    },
    progress: {
      cross: towards(cross.venues),
      elite: towards(elite.venues),
      top: { average, ratings: { have: standing.totalRatings, need: topTier?.ratings ?? 0 } },
    },
    why: {
      ratings: received.map(({ id, overallRating, stayDate }) => ({ id, overallRating, stayDate })),
      rules: ['B-21', 'B-22', 'B-24'].map((rule) => ({ rule, version })),
    },
  }
}
