import { explainReward, explainStanding } from '../../../application/rewards/explain-standing.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { romeDay, startOfRomeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { clientStatusOf } from '../../../domain/rewards/client-badges.ts'
import { rewardRules } from '../../../domain/rewards/rules.ts'
import { crossStateOf, eliteState } from '../../../domain/rewards/standing.ts'
import { ratingsReceivedByMonth } from '../../../projections/ratings/ratings.ts'
import { loadStanding } from '../../../projections/rewards/client-standings.ts'
import {
  countRewardsIssuedBy,
  countRewardsOf,
  rewardsOfClient,
  rewardsRedeemedAt,
} from '../../../projections/rewards/reward-codes.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { RatingReceived } from '../../contract/ratings/ratings.ts'
import type { Standing } from '../../contract/rewards/rewards.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { badgeStanding } from '../ratings/responses.ts'
import { loadRatingsReceived } from '../ratings/routes.ts'
import { roundedAverage } from '../rounding.ts'
import { type AnyRoute, readRoute, route } from '../route.ts'
import {
  issuedRewardResponse,
  ownRewardWithActions,
  rewardExplanationResponse,
  standingExplanationResponse,
  standingHistoryResponse,
  standingMonths,
} from './responses.ts'

const maxRewards = 200

/** Standing of a client, with the ratings and rules it is based on. @rule B-21 @rule B-22 @rule B-24 */
const loadStandingResponse = async (
  api: ApiContext,
  clientId: string,
  received: readonly RatingReceived[],
): Promise<Standing> => {
  const standing = await loadStanding(api.db, clientId)
  const { cross, elite, tiers, version } = rewardRules
  const topTier = tiers.find(({ tier }) => tier === 'top')
  const average = roundedAverage(standing.ratingSum, standing.totalRatings)
  const towards = (need: number) => ({
    fiveStars: { have: standing.fiveStars, need },
    providers: { have: standing.fiveStarProviders, need },
  })
  const eliteProgress = eliteState(standing.eliteGranted, standing.fiveStarProviders)
  const crossEarned = standing.crossProviderDiscount > 0
  return {
    average,
    total: standing.totalRatings,
    fiveStarCount: standing.fiveStars,
    uniqueProviders: standing.uniqueProviders,
    tier: standing.tier,
    status: clientStatusOf(badgeStanding(standing)),
    cross: {
      earned: crossEarned,
      state: crossStateOf(crossEarned, eliteProgress),
      discountPercent: standing.crossProviderDiscount,
    },
    elite: {
      state: eliteProgress,
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

const rewardsRoute = (api: ApiContext) =>
  readRoute(endpoints.rewards, ({ person }) =>
    runQuery(async () =>
      person.clientId === null
        ? []
        : (await rewardsOfClient(api.db, person.clientId, maxRewards)).map(ownRewardWithActions(person, api.clock())),
    ),
  )

const issuedRewardsRoute = (api: ApiContext) =>
  readRoute(endpoints.issuedRewards, ({ person }) =>
    runQuery(async () =>
      (await rewardsRedeemedAt(api.db, { businessId: person.accountId }, maxRewards)).map(
        issuedRewardResponse(api.clock()),
      ),
    ),
  )

const rewardCountsRoute = (api: ApiContext) =>
  readRoute(endpoints.rewardCounts, ({ person: { kind, accountId, clientId } }) =>
    runQuery(async () => {
      if (kind !== 'business') return countRewardsOf(api.db, clientId ?? '', api.clock())
      const today = startOfRomeDay(romeDay(api.clock()))
      return { ...(await countRewardsIssuedBy(api.db, accountId, today)), active: null, suspended: null, ended: null }
    }),
  )

const centsOf = (euro: number | null) => (euro === null ? null : Math.round(euro * 100))

const redeemRewardRoute = (api: ApiContext) =>
  route(endpoints.redeemReward, ({ params, body, caller, recordSubjects }) =>
    pipe(
      api.useCases.redeemReward(caller, { ...params, billCents: centsOf(body?.billEuro ?? null) }),
      TE.map(({ position, ownerId }) => {
        recordSubjects(ownerId)
        return { body: { message: 'Il codice è stato usato e non vale più.' }, position }
      }),
    ),
  )

const standingRoute = (api: ApiContext) =>
  readRoute(endpoints.standing, ({ person }) =>
    pipe(
      loadRatingsReceived(api, person.clientId ?? ''),
      TE.flatMap((received) => runQuery(() => loadStandingResponse(api, person.clientId ?? '', received))),
    ),
  )

const standingHistoryRoute = (api: ApiContext) =>
  readRoute(endpoints.standingHistory, ({ person }) =>
    runQuery(async () => {
      const today = romeDay(api.clock())
      const [first = today] = standingMonths(today)
      const received = await ratingsReceivedByMonth(api.db, person.clientId ?? '', startOfRomeDay(first as Day))
      return standingHistoryResponse(received, today)
    }),
  )

const rewardExplanationRoutes = (api: ApiContext) => [
  readRoute(endpoints.standingExplanation, ({ person }) => {
    const clientId = person.clientId ?? ''
    return pipe(
      TE.Do,
      TE.bind('explanation', () => explainStanding(api.services, person, clientId)),
      TE.bind('received', () => loadRatingsReceived(api, clientId)),
      TE.map(({ explanation, received }) =>
        standingExplanationResponse(explanation, received, api.services.nameHasher.rating, api.clock()),
      ),
    )
  }),
  readRoute(endpoints.rewardExplanation, ({ person, params }) => {
    const clientId = person.clientId ?? ''
    return pipe(
      TE.Do,
      TE.bind('explanation', () => explainReward(api.services, clientId, params.code)),
      TE.bind('received', () => loadRatingsReceived(api, clientId)),
      TE.map(({ explanation, received }) =>
        rewardExplanationResponse(explanation, received, api.services.nameHasher.rating),
      ),
    )
  }),
]

export const rewardRoutes = (api: ApiContext): readonly AnyRoute[] => [
  rewardsRoute(api),
  issuedRewardsRoute(api),
  rewardCountsRoute(api),
  redeemRewardRoute(api),
  standingRoute(api),
  standingHistoryRoute(api),
  ...rewardExplanationRoutes(api),
]
