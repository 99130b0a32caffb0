import { accountByName, loadPerson, unknownAccountId } from '../../../application/accounts/auth-services.ts'
import { changeClientPhotos } from '../../../application/accounts/photos.ts'
import type { Person } from '../../../application/person.ts'
import { denyContact } from '../../../application/ratings/first-contact.ts'
import type { RateClientInput } from '../../../application/ratings/guest-ratings.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import {
  dashboardStats,
  ratingGiven,
  ratingReceived,
  receivedRatingIds,
  ratingsGiven,
  ratingsReceived,
} from '../../../projections/ratings/ratings.ts'
import { clientRecord, clientsOfBusiness } from '../../../projections/rewards/client-standings.ts'
import { rewardsRedeemedAt } from '../../../projections/rewards/reward-codes.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { RatingReceived } from '../../contract/ratings/ratings.ts'
import { type ApiContext, readAfterWrite, readWritten, runQuery } from '../api-context.ts'
import { issuedRewardResponse } from '../rewards/responses.ts'
import { type AnyRoute, readRoute, route } from '../route.ts'
import { clientResponse, dashboardStatsResponse, ratingGivenResponse, ratingReceivedResponse } from './responses.ts'
import { pickDefined } from '../pick-fields.ts'

const maxItems = { ratings: 200, clients: 200, topClients: 3, codes: 50 }

/** Resolves the rated client: by id, or by exact e-mail address (null if unknown). @rule Q-90 */
const toRatedClient = (
  api: ApiContext,
  { clientId, clientEmail }: { readonly clientId?: string | undefined; readonly clientEmail?: string | undefined },
): Result<RateClientInput['client']> =>
  clientId === undefined
    ? pipe(
        accountByName(api.services, 'email', api.services.nameHasher.email(clientEmail ?? '')),
        TE.map((accountId) => ({ accountId })),
      )
    : TE.right({ clientId })

/** Clients of the calling business; `businessId` must be its own. @rule Q-90 */
const loadClients = (api: ApiContext, accountId: string, businessId: string | undefined, limit: number) =>
  businessId !== undefined && businessId !== accountId
    ? TE.left(rejectedWith({ type: 'Forbidden', needs: 'business' }))
    : runQuery(async () => (await clientsOfBusiness(api.db, accountId, limit)).map(clientResponse(api.clock())))

/** Ratings of a client by day; within a day ordered by alias, which reveals no time. @rule Q-46 */
export const loadRatingsReceived = (
  api: ApiContext,
  clientId: string,
  limit = maxItems.ratings,
): Result<readonly RatingReceived[]> =>
  runQuery(async () =>
    (await ratingsReceived(api.db, clientId, limit))
      .map(ratingReceivedResponse(api.services.nameHasher.rating))
      .toSorted((a, b) => compare(b.createdAt, a.createdAt) || compare(a.id, b.id)),
  )

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const toRatingGiven = (api: ApiContext) => ratingGivenResponse(api.services.ruleSettings.ratings.amendDays, api.clock())

const ratingAfterWrite = (api: ApiContext, { accountId }: Person, ratingId: string, position: string | null) =>
  pipe(
    readWritten(api, position, () => ratingGiven(api.db, accountId, ratingId)),
    TE.map((rating) => toRatingGiven(api)(rating)),
  )

/** A change of a rating that the business withdrew at the same time is a change of none. */
const ratingAfterChange = (api: ApiContext, { accountId }: Person, ratingId: string, position: string | null) =>
  pipe(
    readAfterWrite(
      api,
      position,
      runQuery(() => ratingGiven(api.db, accountId, ratingId)),
    ),
    TE.flatMap((rating) =>
      rating === null
        ? TE.left(rejectedWith({ type: 'RatingGone', why: 'withdrawn' }))
        : TE.right(toRatingGiven(api)(rating)),
    ),
  )

const rateClientRoute = (api: ApiContext) =>
  route(endpoints.rateClient, ({ body, person, caller }) => {
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
      TE.Do,
      TE.bind('client', () => toRatedClient(api, body)),
      TE.bind('rated', ({ client }) => api.useCases.rateClient(caller, { client, ...scores })),
      TE.bind('rating', ({ rated }) => ratingAfterWrite(api, person, rated.ratingId, rated.position)),
      TE.map(({ rated: { avaEarned, position }, rating }) => ({ body: { rating, avaEarned }, position })),
    )
  })

/** Amending and withdrawing a rating of the calling business. */
const ownRatingRoutes = (api: ApiContext) => [
  route(endpoints.amendRating, ({ params, body, person, caller }) => {
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
      TE.Do,
      TE.bind('position', () => api.useCases.amendRating(caller, { ratingId, ...scores })),
      TE.bind('body', ({ position }) => ratingAfterChange(api, person, ratingId, position)),
    )
  }),
  route(endpoints.withdrawRating, ({ params, caller }) =>
    pipe(
      api.useCases.withdrawRating(caller, params),
      TE.map((position) => ({ body: undefined, position })),
    ),
  ),
]

/** Needs no session: the guest may have no account that can sign in. @rule Q-122 */
const disownRatingsRoute = (api: ApiContext) =>
  route(endpoints.disownRatings, ({ body, caller, recordSubjects }) =>
    pipe(
      denyContact(api.services)(body, caller.correlationId),
      TE.map(({ accountId, position }) => {
        recordSubjects(accountId)
        return { body: undefined, position }
      }),
    ),
  )

const ratingsGivenRoute = (api: ApiContext) =>
  readRoute(endpoints.ratingsGiven, ({ person, query }) =>
    runQuery(async () =>
      (await ratingsGiven(api.db, person.accountId, query.limit ?? maxItems.ratings, query.contest)).map(
        toRatingGiven(api),
      ),
    ),
  )

const ratingsReceivedRoute = (api: ApiContext) =>
  readRoute(endpoints.ratingsReceived, ({ person }) =>
    pipe(
      loadRatingsReceived(api, person.clientId ?? ''),
      TE.map((ratings) => [...ratings]),
    ),
  )

/** The rating with this alias among those the client received; null if there is none. @rule Q-46 */
const ratingOfAlias = (api: ApiContext, clientId: string | null, alias: string): Result<string | null> =>
  runQuery(async () => {
    const ids = await receivedRatingIds(api.db, clientId ?? unknownAccountId)
    return ids.find((ratingId) => api.services.nameHasher.rating(ratingId) === alias) ?? null
  })

const contestRoutes = (api: ApiContext) => [
  route(endpoints.contestRating, ({ params, body, person, caller }) =>
    pipe(
      TE.Do,
      TE.bind('ratingId', () => ratingOfAlias(api, person.clientId, params.ratingId)),
      TE.bind('contested', ({ ratingId }) => api.useCases.contestRating(caller, { ratingId, ...body })),
      TE.bind('rating', ({ contested: { ratingId, position } }) =>
        readWritten(api, position, () => ratingReceived(api.db, person.clientId ?? unknownAccountId, ratingId)),
      ),
      TE.map(({ rating, contested: { position } }) => ({
        body: ratingReceivedResponse(api.services.nameHasher.rating)(rating),
        position,
      })),
    ),
  ),
  route(endpoints.answerContest, ({ params: { ratingId }, body: { message }, person, caller }) =>
    pipe(
      TE.Do,
      TE.bind('position', () => api.useCases.answerContest(caller, { ratingId, message })),
      TE.bind('body', ({ position }) => ratingAfterChange(api, person, ratingId, position)),
    ),
  ),
]

const addTestRatingRoute = (api: ApiContext) =>
  route(endpoints.addTestRating, ({ params, caller, person }) =>
    pipe(
      accountByName(api.services, 'email', api.services.nameHasher.email(params.email)),
      TE.bindTo('accountId'),
      TE.bind('added', ({ accountId }) => api.useCases.addTestRating(caller, { accountId })),
      TE.bind('rating', ({ added: { ratingId, position } }) =>
        readWritten(api, position, () => ratingReceived(api.db, person.clientId ?? '', ratingId)),
      ),
      TE.map(({ rating, added: { position } }) => ({
        body: ratingReceivedResponse(api.services.nameHasher.rating)(rating),
        position,
      })),
    ),
  )

const clientsRoute = (api: ApiContext) =>
  readRoute(endpoints.clients, ({ person, query }) =>
    loadClients(api, person.accountId, query.businessId, maxItems.clients),
  )

const topClientsRoute = (api: ApiContext) =>
  readRoute(endpoints.topClients, ({ person, query }) =>
    loadClients(api, person.accountId, query.businessId, query.limit ?? maxItems.topClients),
  )

/** @rule Q-02 the same 404 for an unknown address and for one the caller may not read */
const clientByEmailRoute = (api: ApiContext) =>
  readRoute(endpoints.clientByEmail, ({ params, person }) =>
    pipe(
      person === null ? TE.right(null) : findClientId(api, params.email),
      TE.tap((clientId) => requireKnownClient(api, person, clientId)),
      TE.flatMap((clientId) => runQuery(() => clientRecord(api.db, clientId ?? unknownAccountId))),
      TE.filterOrElse((client) => client !== null, clientUnknown),
      TE.map(clientResponse(api.clock())),
    ),
  )

const findClientId = (api: ApiContext, email: string): Result<string | null> =>
  pipe(
    accountByName(api.services, 'email', api.services.nameHasher.email(email)),
    TE.flatMap((accountId) => loadPerson(api.services, accountId ?? unknownAccountId)),
    TE.map((found) => found?.clientId ?? null),
  )

/** @rule Q-122 an unconfirmed business knows no clients */
const requireKnownClient = (api: ApiContext, person: Person | null, clientId: string | null): Result<boolean> =>
  pipe(
    person?.kind === 'business' && person.emailConfirmed
      ? api.services.lookups.ratings.isClientOf(person.accountId, clientId ?? unknownAccountId)
      : TE.right(person?.kind === 'client' && person.clientId === clientId),
    TE.filterOrElse((isKnown) => isKnown, clientUnknown),
  )

const clientUnknown = () => rejectedWith({ type: 'ClientUnknown' })

const clientPhotoFields = ['profilePhoto', 'socialPhotoUrl', 'socialPhotoSource'] as const

/** Photos of a client, and the codes redeemed at the calling business. @rule A-37 */
const ownClientRoutes = (api: ApiContext) => [
  route(endpoints.changeClientPhotos, ({ params: { clientId }, body, caller }) =>
    pipe(
      changeClientPhotos(api.services, api.useCases)(caller, {
        clientId,
        changes: pickDefined(body, clientPhotoFields),
      }),
      TE.bindTo('position'),
      TE.bind('client', ({ position }) => readWritten(api, position, () => clientRecord(api.db, clientId))),
      TE.map(({ client, position }) => {
        const { clientId: id, profilePhoto, socialPhotoUrl, socialPhotoSource } = client
        return { body: { id, profilePhoto, socialPhotoUrl, socialPhotoSource }, position }
      }),
    ),
  ),
  readRoute(endpoints.rewardsOfClient, ({ params: { clientId }, person: { accountId } }) =>
    pipe(
      api.services.lookups.ratings.isClientOf(accountId, clientId),
      TE.filterOrElseW(
        (known) => known,
        () => rejectedWith({ type: 'ClientUnknown' }),
      ),
      TE.flatMap(() =>
        runQuery(async () =>
          (await rewardsRedeemedAt(api.db, { businessId: accountId, clientId }, maxItems.codes)).map(
            issuedRewardResponse(api.clock()),
          ),
        ),
      ),
    ),
  ),
]

const dashboardStatsRoute = (api: ApiContext) =>
  readRoute(endpoints.dashboardStats, ({ person }) =>
    runQuery(async () => dashboardStatsResponse(await dashboardStats(api.db, person.accountId, api.clock()))),
  )

export const ratingRoutes = (api: ApiContext): readonly AnyRoute[] => [
  rateClientRoute(api),
  ...ownRatingRoutes(api),
  disownRatingsRoute(api),
  ratingsGivenRoute(api),
  ratingsReceivedRoute(api),
  ...contestRoutes(api),
  addTestRatingRoute(api),
  clientsRoute(api),
  topClientsRoute(api),
  clientByEmailRoute(api),
  ...ownClientRoutes(api),
  dashboardStatsRoute(api),
]
