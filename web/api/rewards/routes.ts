import { explainReward, explainStanding } from '../../../application/rewards/explain-standing.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { rewardRules } from '../../../domain/rewards/rules.ts'
import { standingOf } from '../../../projections/rewards/client-standings.ts'
import { rewardsIssuedBy, rewardsOfClient } from '../../../projections/rewards/reward-codes.ts'
import { calls } from '../../contract/calls.ts'
import type { RatingReceived } from '../../contract/ratings/ratings.ts'
import type { Standing } from '../../contract/rewards/rewards.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { loadRatingsReceived } from '../ratings/routes.ts'
import { roundedAverage } from '../rounding.ts'
import { type AnyRoute, readRoute, route } from '../route.ts'
import { issuedRewardResponse, ownRewardResponse, rewardWhyResponse, standingWhyResponse } from './responses.ts'

export const maxRewards = 200

/** How a client stands, unfolded into the ratings it is made of. */
export const loadStanding = async (
  api: ApiContext,
  clientId: string,
  received: readonly RatingReceived[],
): Promise<Standing> => {
  const standing = await standingOf(api.db, clientId)
  const { cross, elite, tiers, version } = rewardRules
  const topTier = tiers.find(({ tier }) => tier === 'top')
  const average = roundedAverage(standing.ratingSum, standing.totalRatings)
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

export const rewardsRoute = (api: ApiContext) =>
  readRoute(calls.rewards, ({ person }) =>
    runQuery(async () =>
      person.clientId === null
        ? []
        : (await rewardsOfClient(api.db, person.clientId, maxRewards)).map(ownRewardResponse(api.clock())),
    ),
  )

export const issuedRewardsRoute = (api: ApiContext) =>
  readRoute(calls.issuedRewards, ({ person }) =>
    runQuery(async () =>
      (await rewardsIssuedBy(api.db, person.accountId, maxRewards)).map(issuedRewardResponse(api.clock())),
    ),
  )

export const redeemRewardRoute = (api: ApiContext) =>
  route(calls.redeemReward, ({ params, caller }) =>
    pipe(
      api.commands.redeemReward(caller, params),
      TE.map(({ position }) => ({ body: { message: 'Il codice è stato usato e non vale più.' }, position })),
    ),
  )

export const standingRoute = (api: ApiContext) =>
  readRoute(calls.standing, ({ person }) =>
    pipe(
      loadRatingsReceived(api, person.clientId ?? ''),
      TE.flatMap((received) => runQuery(() => loadStanding(api, person.clientId ?? '', received))),
    ),
  )

export const rewardWhyRoutes = (api: ApiContext) => [
  readRoute(calls.standingWhy, ({ person }) => {
    const clientId = person.clientId ?? ''
    return pipe(
      explainStanding(api.auth, person, clientId),
      TE.flatMap((unfolded) =>
        pipe(
          loadRatingsReceived(api, clientId),
          TE.map((received) => standingWhyResponse(unfolded, received, api.auth.nameHasher.rating, api.clock())),
        ),
      ),
    )
  }),
  readRoute(calls.rewardWhy, ({ person, params }) => {
    const clientId = person.clientId ?? ''
    return pipe(
      explainReward(api.auth, clientId, params.code),
      TE.flatMap((unfolded) =>
        pipe(
          loadRatingsReceived(api, clientId),
          TE.map((received) => rewardWhyResponse(unfolded, received, api.auth.nameHasher.rating)),
        ),
      ),
    )
  }),
]

export const rewardRoutes = (api: ApiContext): readonly AnyRoute[] => [
  rewardsRoute(api),
  issuedRewardsRoute(api),
  redeemRewardRoute(api),
  standingRoute(api),
  ...rewardWhyRoutes(api),
]
