import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { ContestStatus } from '../../domain/ratings/vocabulary.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface ContestOfClient {
  readonly ratingId: string
  readonly status: ContestStatus
  readonly openedAt: Instant
}

export interface RatingOfBusiness {
  readonly ratingId: string
  readonly businessId: string
}

export interface RatingLookups {
  /** @rule Q-90 the business has rated this client or redeemed one of their rewards */
  readonly isClientOf: (businessId: string, clientId: string) => LookupResult<boolean>
  /** Like `isClientOf`, without waiting: false for what happened moments ago. */
  readonly isClientAlready: (businessId: string, clientId: string) => LookupResult<boolean>
  /** The business has rated this client; false for ratings given moments ago. */
  readonly hasRated: (businessId: string, clientId: string) => LookupResult<boolean>
  /** The client knows of the relationship: through a released rating or a reward redeemed at this business. */
  readonly knowsBusiness: (clientId: string, businessId: string) => LookupResult<boolean>
  /** State at `upTo` or later: waits for the read model to catch up. */
  readonly ratingsGivenBy: (
    businessId: string,
    upTo: Position,
  ) => LookupResult<readonly (RatingOfBusiness & { readonly clientId: string; readonly overall: number })[]>
  /** Ratings of the client, released or not; waits like `ratingsGivenBy`. */
  readonly ratingsReceivedBy: (clientId: string, upTo: Position) => LookupResult<readonly RatingOfBusiness[]>
  /** Ratings that the client contests and nobody has decided on, once the read model shows the position `atLeast`. */
  readonly openContestsBy: (clientAccountId: string, atLeast: Position) => LookupResult<readonly string[]>
  /** Contests of the business's ratings by the client; those opened moments ago may be missing. */
  readonly contestsBetween: (businessId: string, clientId: string) => LookupResult<readonly ContestOfClient[]>
  /** Clients with unreleased ratings given at `upTo` or earlier. */
  readonly clientsWithHeldRatings: (upTo: Instant, limit: number) => LookupResult<readonly string[]>
}
