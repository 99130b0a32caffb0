import { accountByName, loadPerson, unknownAccountId } from '../../../application/accounts/auth-services.ts'
import { changeClientPhotos } from '../../../application/accounts/photos.ts'
import type { Person } from '../../../application/person.ts'
import type { RateClient } from '../../../application/ratings/guest-ratings.ts'
import { refuse, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import {
  dashboardStats,
  ratingGiven,
  ratingReceived,
  ratingsGiven,
  ratingsReceived,
} from '../../../projections/ratings/ratings.ts'
import { clientRecord, clientsOfBusiness } from '../../../projections/rewards/client-standings.ts'
import { rewardsRedeemedBy } from '../../../projections/rewards/reward-codes.ts'
import { calls } from '../../contract/calls.ts'
import type { RatingReceived } from '../../contract/ratings/ratings.ts'
import { type ApiContext, readAfterWrite, runQuery } from '../api-context.ts'
import { issuedRewardResponse } from '../rewards/responses.ts'
import { type AnyRoute, readRoute, route } from '../route.ts'
import { clientResponse, dashboardStatsResponse, ratingGivenResponse, ratingReceivedResponse } from './responses.ts'

export const maxItems = { ratings: 200, clients: 200, topClients: 3, codes: 50 }

/** one of the business's own by id, anybody by their exact address; an address nobody has names nobody. */
export const toRatedClient = (
  api: ApiContext,
  { clientId, clientEmail }: { readonly clientId?: string | undefined; readonly clientEmail?: string | undefined },
): Result<RateClient['client']> =>
  clientId === undefined
    ? pipe(
        accountByName(api.auth, 'email', api.auth.nameHasher.email(clientEmail ?? '')),
        TE.map((accountId) => ({ accountId })),
      )
    : TE.right({ clientId })

/** whoever names another business in the query is refused. */
export const loadClients = (api: ApiContext, accountId: string, businessId: string | undefined, limit: number) =>
  businessId !== undefined && businessId !== accountId
    ? TE.left(refuse({ type: 'Forbidden', needs: 'business' }))
    : runQuery(async () => (await clientsOfBusiness(api.db, accountId, limit)).map(clientResponse))

/** What a client may know of the ratings received: by the day, and on a day in no order that tells anything. */
export const loadRatingsReceived = (
  api: ApiContext,
  clientId: string,
  limit = maxItems.ratings,
): Result<readonly RatingReceived[]> =>
  runQuery(async () =>
    (await ratingsReceived(api.db, clientId, limit))
      .map(ratingReceivedResponse(api.auth.nameHasher.rating))
      .toSorted((one, other) => compare(other.createdAt, one.createdAt) || compare(one.id, other.id)),
  )

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

export const rateClientRoute = (api: ApiContext) =>
  route(calls.rateClient, ({ body, person, caller }) => {
    const scores = {
      overall: body.overallRating,
      punctuality: body.punctualityScore,
      kindness: body.kindnessScore,
      payment: body.paymentScore,
      roomCondition: body.roomConditionScore,
      stayType: body.stayType,
      stayDate: body.stayDate as Day,
      comment: body.comment ?? null,
    }
    return pipe(
      toRatedClient(api, body),
      TE.flatMap((client) => api.commands.rateClient(caller, { client, ...scores })),
      TE.flatMap(({ ratingId, avaEarned, position }) =>
        pipe(
          readAfterWrite(api, position, () => ratingGiven(api.db, person.accountId, ratingId)),
          TE.map((rating) => ({
            body: { rating: ratingGivenResponse(api.auth.limits.ratingAmendDays)(rating), avaEarned },
            position,
          })),
        ),
      ),
    )
  })

/** What a business does with a rating it gave. */
export const ownRatingRoutes = (api: ApiContext) => [
  route(calls.amendRating, ({ params, body, person, caller }) => {
    const scores = {
      overall: body.overallRating,
      punctuality: body.punctualityScore,
      kindness: body.kindnessScore,
      payment: body.paymentScore,
      roomCondition: body.roomConditionScore,
      comment: body.comment ?? null,
    }
    const { ratingId } = params
    return pipe(
      api.commands.amendRating(caller, { ratingId, ...scores }),
      TE.flatMap((position) =>
        pipe(
          readAfterWrite(api, position, () => ratingGiven(api.db, person.accountId, ratingId)),
          TE.map((rating) => ({ body: ratingGivenResponse(api.auth.limits.ratingAmendDays)(rating), position })),
        ),
      ),
    )
  }),
  route(calls.withdrawRating, ({ params, caller }) =>
    pipe(
      api.commands.withdrawRating(caller, params),
      TE.map((position) => ({ body: undefined, position })),
    ),
  ),
]

export const ratingsGivenRoute = (api: ApiContext) =>
  readRoute(calls.ratingsGiven, ({ person, query }) =>
    runQuery(async () =>
      (await ratingsGiven(api.db, person.accountId, query.limit ?? maxItems.ratings)).map(
        ratingGivenResponse(api.auth.limits.ratingAmendDays),
      ),
    ),
  )

export const ratingsReceivedRoute = (api: ApiContext) =>
  readRoute(calls.ratingsReceived, ({ person }) =>
    pipe(
      loadRatingsReceived(api, person.clientId ?? ''),
      TE.map((ratings) => [...ratings]),
    ),
  )

export const addTestRatingRoute = (api: ApiContext) =>
  route(calls.addTestRating, ({ params, caller, person }) =>
    pipe(
      accountByName(api.auth, 'email', api.auth.nameHasher.email(params.email)),
      TE.flatMap((accountId) => api.commands.addTestRating(caller, { accountId })),
      TE.flatMap(({ ratingId, position }) =>
        pipe(
          readAfterWrite(api, position, () => ratingReceived(api.db, person.clientId ?? '', ratingId)),
          TE.map((rating) => ({ body: ratingReceivedResponse(api.auth.nameHasher.rating)(rating), position })),
        ),
      ),
    ),
  )

export const clientsRoute = (api: ApiContext) =>
  readRoute(calls.clients, ({ person, query }) =>
    loadClients(api, person.accountId, query.businessId, maxItems.clients),
  )

export const topClientsRoute = (api: ApiContext) =>
  readRoute(calls.topClients, ({ person, query }) =>
    loadClients(api, person.accountId, query.businessId, query.limit ?? maxItems.topClients),
  )

/** an address nobody has, and one that is none of the asker's business, are answered alike. */
export const clientByEmailRoute = (api: ApiContext) =>
  readRoute(calls.clientByEmail, ({ params, person }) =>
    pipe(
      person === null ? TE.right(null) : findClientId(api, params.email),
      TE.tap((clientId) => assertMayKnow(api, person, clientId)),
      TE.flatMap((clientId) => runQuery(() => clientRecord(api.db, clientId ?? unknownAccountId))),
      TE.filterOrElse((client) => client !== null, clientUnknown),
      TE.map(clientResponse),
    ),
  )

const findClientId = (api: ApiContext, email: string): Result<string | null> =>
  pipe(
    accountByName(api.auth, 'email', api.auth.nameHasher.email(email)),
    TE.flatMap((accountId) => loadPerson(api.auth, accountId ?? unknownAccountId)),
    TE.map((found) => found?.clientId ?? null),
  )

const assertMayKnow = (api: ApiContext, person: Person | null, clientId: string | null): Result<boolean> =>
  pipe(
    person?.kind === 'business'
      ? api.auth.lookups.isClientOf(person.accountId, clientId ?? unknownAccountId)
      : TE.right(person !== null && person.clientId === clientId),
    TE.filterOrElse((may) => may, clientUnknown),
  )

const clientUnknown = () => refuse({ type: 'ClientUnknown' })

/** One client of a business: the photos, and the codes spent there. */
export const ownClientRoutes = (api: ApiContext) => [
  route(calls.changeClientPhotos, ({ params: { clientId }, body, caller }) =>
    pipe(
      changeClientPhotos(api.auth, api.commands)(caller, { clientId, changes: pickDefined(body) }),
      TE.flatMap((position) =>
        pipe(
          readAfterWrite(api, position, () => clientRecord(api.db, clientId)),
          TE.map((client) => {
            const { id, profilePhoto, socialPhotoUrl, socialPhotoSource } = clientResponse(client)
            return { body: { id, profilePhoto, socialPhotoUrl, socialPhotoSource }, position }
          }),
        ),
      ),
    ),
  ),
  readRoute(calls.rewardsOfClient, ({ params: { clientId }, person: { accountId } }) =>
    pipe(
      api.auth.lookups.isClientOf(accountId, clientId),
      TE.filterOrElseW(
        (known) => known,
        () => refuse({ type: 'ClientUnknown' }),
      ),
      TE.flatMap(() =>
        runQuery(async () =>
          (await rewardsRedeemedBy(api.db, { businessId: accountId, clientId }, maxItems.codes)).map(
            issuedRewardResponse(api.clock()),
          ),
        ),
      ),
    ),
  ),
]

/** Of the photos, those that were sent. */
const pickDefined = <Body extends object>(body: Body) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof Body]?: Exclude<Body[K], undefined>
  }

export const dashboardStatsRoute = (api: ApiContext) =>
  readRoute(calls.dashboardStats, ({ person }) =>
    runQuery(async () => dashboardStatsResponse(await dashboardStats(api.db, person.accountId, api.clock()))),
  )

export const ratingRoutes = (api: ApiContext): readonly AnyRoute[] => [
  rateClientRoute(api),
  ...ownRatingRoutes(api),
  ratingsGivenRoute(api),
  ratingsReceivedRoute(api),
  addTestRatingRoute(api),
  clientsRoute(api),
  topClientsRoute(api),
  clientByEmailRoute(api),
  ...ownClientRoutes(api),
  dashboardStatsRoute(api),
]
