import { rejectedWith } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { businessesByName, publicBusinessById } from '../../../projections/accounts/businesses.ts'
import { favouritesOf } from '../../../projections/accounts/favourites.ts'
import { isPremiumAt } from '../../../projections/ava/premium-accounts.ts'
import { disputeCountsOfVenue } from '../../../projections/reviews/disputes.ts'
import { activeExclusions } from '../../../projections/reviews/excluded-periods.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { scoresResponse } from '../reviews/responses.ts'
import { type AnyRoute, readRoute, route } from '../route.ts'
import { businessResponse, disputeRecordResponse } from './responses.ts'

/** Loads a business with its score; fails with `TargetUnknown` for unknown ids and for clients. */
export const loadBusiness = (api: ApiContext, id: string) =>
  pipe(
    runQuery(() => publicBusinessById(api.db, id)),
    TE.filterOrElse(
      (business) => business !== null,
      () => rejectedWith({ type: 'TargetUnknown' }),
    ),
  )

const businessProfileRoute = (api: ApiContext) =>
  readRoute(endpoints.businessProfile, ({ params: { id } }) =>
    pipe(
      loadBusiness(api, id),
      TE.flatMap((business) =>
        runQuery(async () => {
          const [exclusions, record] = await Promise.all([
            activeExclusions(api.db, id),
            disputeCountsOfVenue(api.db, id),
          ])
          const scores = scoresResponse(business, exclusions, api.clock())
          return { ...businessResponse(api.clock())(business), scores, disputes: disputeRecordResponse(record) }
        }),
      ),
    ),
  )

const findBusinessesRoute = (api: ApiContext) =>
  readRoute(endpoints.findBusinesses, ({ query: { query, reviewable }, person }) =>
    runQuery(async () => {
      const found = await businessesByName(api.db, query, reviewable === 'true' ? person.accountId : null)
      return found.map(({ premiumUntil, ...business }) => ({
        ...business,
        isPremium: isPremiumAt({ premiumUntil }, api.clock()),
      }))
    }),
  )

const favouriteRoutes = (api: ApiContext) => [
  readRoute(endpoints.favourites, ({ person }) =>
    runQuery(async () => (await favouritesOf(api.db, person.accountId)).map(businessResponse(api.clock()))),
  ),
  route(endpoints.saveFavourite, ({ params, caller }) =>
    pipe(
      api.useCases.saveFavourite(caller, params),
      TE.map((position) => ({ body: undefined, position })),
    ),
  ),
  route(endpoints.removeFavourite, ({ params, caller }) =>
    pipe(
      api.useCases.removeFavourite(caller, params),
      TE.map((position) => ({ body: undefined, position })),
    ),
  ),
]

export const businessRoutes = (api: ApiContext): readonly AnyRoute[] => [
  businessProfileRoute(api),
  findBusinessesRoute(api),
  ...favouriteRoutes(api),
]
