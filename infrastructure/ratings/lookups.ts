import type { RatingLookups } from '../../application/ratings/lookups.ts'
import { allRatingsGiven, clientsWithHeldRatings, hasRated } from '../../projections/ratings/ratings.ts'
import { isClientOf, knowsBusiness } from '../../projections/rewards/client-standings.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

export const ratingLookups = ({ db, find, queryCaughtUp }: ReadModels): RatingLookups => ({
  isClientOf: (businessId, clientId) => find(['ratings', 'reward_codes'], () => isClientOf(db, businessId, clientId)),
  hasRated: (businessId, clientId) => queryReadModel(() => hasRated(db, businessId, clientId)),
  knowsBusiness: (clientId, businessId) =>
    find(['ratings', 'reward_codes'], () => knowsBusiness(db, clientId, businessId)),
  ratingsGivenBy: (businessId, upTo) => queryCaughtUp(['ratings'], () => allRatingsGiven(db, businessId), upTo),
  clientsWithHeldRatings: (upTo, limit) => queryReadModel(() => clientsWithHeldRatings(db, upTo, limit)),
})
