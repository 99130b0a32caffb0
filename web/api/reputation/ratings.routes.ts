import { refuse, type Answer } from '../../../application/use-case.ts'
import { holderOf } from '../../../application/access/doors.ts'
import type { RateClient } from '../../../application/reputation/rate-client.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { dashboardStats, ratingGiven, ratingsGiven, ratingsReceived } from '../../../projections/ratings.ts'
import { clientsOfBusiness } from '../../../projections/client-standings.ts'
import { calls } from '../../contract/calls.ts'
import { clientAnswer, ratingGivenAnswer, ratingReceivedAnswer, statsAnswer } from '../answers/reputation.ts'
import { asked, readBack, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

const most = { ratings: 200, clients: 200, topClients: 3 }

/** Ratings of clients, and what a business sees of them. */
export const ratingRoutes = (hall: Hall) => [
  route(calls.rateClient, ({ body, person, asker }) => {
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
      clientOf(hall, body),
      TE.flatMap((client) => hall.ask.rateClient(asker, { client, ...scores })),
      TE.flatMap(({ ratingId, avaEarned, position }) =>
        pipe(
          readBack(hall, position, () => ratingGiven(hall.db, person.accountId, ratingId)),
          TE.map((rating) => ({ answer: { rating: ratingGivenAnswer(rating), avaEarned }, position })),
        ),
      ),
    )
  }),

  reading(calls.ratingsGiven, ({ person, query }) =>
    asked(async () =>
      (await ratingsGiven(hall.db, person.accountId, query.limit ?? most.ratings)).map(ratingGivenAnswer),
    ),
  ),

  reading(calls.ratingsReceived, ({ person }) =>
    asked(async () => (await ratingsReceived(hall.db, person.clientId ?? '', most.ratings)).map(ratingReceivedAnswer)),
  ),

  reading(calls.clients, ({ person, query }) => clientsOf(hall, person.accountId, query.businessId, most.clients)),

  reading(calls.topClients, ({ person, query }) =>
    clientsOf(hall, person.accountId, query.businessId, query.limit ?? most.topClients),
  ),

  reading(calls.dashboardStats, ({ person }) =>
    asked(async () => statsAnswer(await dashboardStats(hall.db, person.accountId, hall.clock()))),
  ),
]

/** one of the business's own by id, anybody by their exact address; an address nobody has names nobody. */
const clientOf = (
  hall: Hall,
  { clientId, clientEmail }: { readonly clientId?: string | undefined; readonly clientEmail?: string | undefined },
): Answer<RateClient['client']> =>
  clientId === undefined
    ? pipe(
        holderOf(hall.doors, 'email', hall.doors.names.email(clientEmail ?? '')),
        TE.map((accountId) => ({ accountId })),
      )
    : TE.right({ clientId })

/** whoever names another business in the query is refused. */
const clientsOf = (hall: Hall, accountId: string, businessId: string | undefined, limit: number) =>
  businessId !== undefined && businessId !== accountId
    ? TE.left(refuse({ type: 'Forbidden', needs: 'business' }))
    : asked(async () => (await clientsOfBusiness(hall.db, accountId, limit)).map(clientAnswer))
