import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface RatingLookups {
  /** @rule Q-90 the business has rated this client or redeemed one of their rewards */
  readonly isClientOf: (businessId: string, clientId: string) => LookupResult<boolean>
  /** The business has rated this client; false for ratings given moments ago. */
  readonly hasRated: (businessId: string, clientId: string) => LookupResult<boolean>
  /** The client knows of the relationship: through a released rating or a reward redeemed at this business. */
  readonly knowsBusiness: (clientId: string, businessId: string) => LookupResult<boolean>
  /** State at `upTo` or later: waits for the read model to catch up. */
  readonly ratingsGivenBy: (
    businessId: string,
    upTo: Position,
  ) => LookupResult<readonly { readonly ratingId: string; readonly clientId: string; readonly overall: number }[]>
  /** Clients with unreleased ratings given at `upTo` or earlier. */
  readonly clientsWithHeldRatings: (upTo: Instant, limit: number) => LookupResult<readonly string[]>
}
