import { rewardRules } from '../../../domain/rewards/rewards/rules.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { standingOf } from '../../../projections/client-standings.ts'
import { ratingsReceived } from '../../../projections/ratings.ts'
import { rewardsIssuedBy, rewardsOfClient } from '../../../projections/reward-codes.ts'
import { calls } from '../../contract/calls.ts'
import type { Standing } from '../../contract/rewards.ts'
import { issuedRewardAnswer, ownRewardAnswer } from '../answers/rewards.ts'
import { averageOf } from '../answers/user.ts'
import { asked, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

const most = 200

/** Rewards and standing. */
export const rewardRoutes = (hall: Hall) => [
  reading(calls.rewards, ({ person }) =>
    asked(async () =>
      person.clientId === null
        ? []
        : (await rewardsOfClient(hall.db, person.clientId, most)).map(ownRewardAnswer(hall.clock())),
    ),
  ),

  reading(calls.issuedRewards, ({ person }) =>
    asked(async () => (await rewardsIssuedBy(hall.db, person.accountId, most)).map(issuedRewardAnswer(hall.clock()))),
  ),

  route(calls.redeemReward, ({ params, asker }) =>
    pipe(
      hall.ask.redeemReward(asker, params),
      TE.map(({ position }) => ({ answer: { message: 'Ricompensa riscattata.' }, position })),
    ),
  ),

  reading(calls.standing, ({ person }) => asked(() => standingAnswer(hall, person.clientId ?? ''))),
]

/** How a client stands, unfolded into the ratings it is made of. */
const standingAnswer = async (hall: Hall, clientId: string): Promise<Standing> => {
  const [standing, received] = await Promise.all([
    standingOf(hall.db, clientId),
    ratingsReceived(hall.db, clientId, most),
  ])
  const { cross, elite, tiers, version } = rewardRules
  const topTier = tiers.find(({ tier }) => tier === 'top')
  const average = averageOf(standing.ratingSum, standing.totalRatings)
  const towards = (need: number) => ({
    fiveStars: { have: standing.fiveStars, need },
    providers: { have: standing.uniqueProviders, need },
  })
  const due = standing.fiveStars >= elite.venues && standing.uniqueProviders >= elite.venues
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
