import type { RatingLookups } from '../../application/ratings/lookups.ts'
import {
  allRatingsGiven,
  allRatingsReceived,
  clientsWithHeldRatings,
  hasRated,
} from '../../projections/ratings/ratings.ts'
import { contestsBetween, openContestsBy } from '../../projections/ratings/rating-contests.ts'
import { isClientOf, knowsBusiness } from '../../projections/rewards/client-standings.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

export const ratingLookups = ({ db, find, queryCaughtUp }: ReadModels): RatingLookups => ({
  isClientOf: (businessId, clientId) => find(['ratings', 'reward_codes'], () => isClientOf(db, businessId, clientId)),
  isClientAlready: (businessId, clientId) => queryReadModel(() => isClientOf(db, businessId, clientId)),
  hasRated: (businessId, clientId) => queryReadModel(() => hasRated(db, businessId, clientId)),
  knowsBusiness: (clientId, businessId) =>
    find(['ratings', 'reward_codes'], () => knowsBusiness(db, clientId, businessId)),
  ratingsGivenBy: (businessId, upTo) => queryCaughtUp(['ratings'], () => allRatingsGiven(db, businessId), upTo),
  ratingsReceivedBy: (clientId, upTo) => queryCaughtUp(['ratings'], () => allRatingsReceived(db, clientId), upTo),
  openContestsBy: (clientAccountId, atLeast) =>
    queryCaughtUp(['rating_contests'], () => openContestsBy(db, clientAccountId), atLeast),
  contestsBetween: (businessId, clientId) => queryReadModel(() => contestsBetween(db, businessId, clientId)),
  clientsWithHeldRatings: (upTo, limit) => queryReadModel(() => clientsWithHeldRatings(db, upTo, limit)),
})
