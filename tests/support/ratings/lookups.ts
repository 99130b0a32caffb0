import type { RatingLookups } from '../../../application/ratings/lookups.ts'
import type { DataOf, EventLog } from '../event-log.ts'

/** Ratings their client may know of. */
export const shownRatings = (dataOf: DataOf) => {
  const released = new Set(dataOf('RatingsReleased').flatMap(({ ratings }) => ratings))
  return dataOf('ClientRated').filter(({ held, ratingId }) => !held || released.has(ratingId))
}

export const ratingLookups = ({ query }: EventLog): RatingLookups => ({
  isClientOf: (businessId, clientId) =>
    query((dataOf) =>
      dataOf('ClientRated').some((rating) => rating.businessId === businessId && rating.clientId === clientId),
    ),
  hasRated: (businessId, clientId) =>
    query((dataOf) => {
      const gone = new Set([...dataOf('RatingWithdrawn'), ...dataOf('RatingRemoved')].map(({ ratingId }) => ratingId))
      return dataOf('ClientRated').some(
        (rating) => rating.businessId === businessId && rating.clientId === clientId && !gone.has(rating.ratingId),
      )
    }),
  knowsBusiness: (clientId, businessId) =>
    query((dataOf) =>
      shownRatings(dataOf).some((rating) => rating.businessId === businessId && rating.clientId === clientId),
    ),
  ratingsGivenBy: (businessId) =>
    query((dataOf) => dataOf('ClientRated').filter((rating) => rating.businessId === businessId)),
  clientsWithHeldRatings: (upTo) =>
    query((dataOf) => {
      const shown = new Set(shownRatings(dataOf))
      const held = dataOf('ClientRated').filter((rating) => !shown.has(rating) && rating.at <= upTo)
      return [...new Set(held.map(({ clientId }) => clientId))]
    }),
})
