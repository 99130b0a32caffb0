import type { RatingLookups } from '../../../application/ratings/lookups.ts'
import type { ContestStatus } from '../../../domain/ratings/vocabulary.ts'
import type { DataOf, EventLog } from '../event-log.ts'

/** Ratings their client may know of. */
export const shownRatings = (dataOf: DataOf) => {
  const released = new Set(dataOf('RatingsReleased').flatMap(({ ratings }) => ratings))
  return dataOf('ClientRated').filter(({ held, ratingId }) => !held || released.has(ratingId))
}

const statusOf = (dataOf: DataOf, id: string): ContestStatus => {
  const has = (type: 'RatingKept' | 'RatingStruck' | 'ContestVoided') =>
    dataOf(type).some(({ ratingId }) => ratingId === id)
  const overturned = dataOf('ContestOverturned').findLast(({ ratingId }) => ratingId === id)
  if (overturned !== undefined) return overturned.outcome
  if (has('ContestVoided')) return 'VOID'
  if (has('RatingKept')) return 'KEPT'
  return has('RatingStruck') ? 'STRUCK' : 'OPEN'
}

/** Ratings that are neither withdrawn nor removed. */
const hasRated =
  (query: EventLog['query']): RatingLookups['hasRated'] =>
  (businessId, clientId) =>
    query((dataOf) => {
      const gone = new Set([...dataOf('RatingWithdrawn'), ...dataOf('RatingRemoved')].map(({ ratingId }) => ratingId))
      return dataOf('ClientRated').some(
        (rating) => rating.businessId === businessId && rating.clientId === clientId && !gone.has(rating.ratingId),
      )
    })

export const ratingLookups = ({ query }: EventLog): RatingLookups => ({
  isClientOf: hasRated(query),
  isClientAlready: hasRated(query),
  hasRated: hasRated(query),
  knowsBusiness: (clientId, businessId) =>
    query((dataOf) =>
      shownRatings(dataOf).some((rating) => rating.businessId === businessId && rating.clientId === clientId),
    ),
  ratingsGivenBy: (businessId) =>
    query((dataOf) => dataOf('ClientRated').filter((rating) => rating.businessId === businessId)),
  ratingsReceivedBy: (clientId) =>
    query((dataOf) => dataOf('ClientRated').filter((rating) => rating.clientId === clientId)),
  openContestsBy: (clientAccountId) =>
    query((dataOf) =>
      dataOf('RatingContested').flatMap((opened) =>
        statusOf(dataOf, opened.ratingId) === 'OPEN' && opened.clientAccountId === clientAccountId
          ? [opened.ratingId]
          : [],
      ),
    ),
  contestsBetween: (businessId, clientId) =>
    query((dataOf) =>
      dataOf('RatingContested')
        .filter(({ ratingId }) => ratingId.startsWith(`${businessId}_${clientId}_`))
        .map(({ ratingId, at }) => ({ ratingId, status: statusOf(dataOf, ratingId), openedAt: at })),
    ),
  clientsWithHeldRatings: (upTo) =>
    query((dataOf) => {
      const shown = new Set(shownRatings(dataOf))
      const held = dataOf('ClientRated').filter((rating) => !shown.has(rating) && rating.at <= upTo)
      return [...new Set(held.map(({ clientId }) => clientId))]
    }),
})
