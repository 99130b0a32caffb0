import type { Stay } from '../../domain/ava/wallet.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { TE } from '../../domain/kernel/fp.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import type { DailyReviewCount } from '../../domain/reviews/anomaly-detection.ts'

export type LookupFailure = { readonly type: 'Unavailable'; readonly cause: unknown }

/** Stars that count in a venue's score, one review per author: their sum and the number of authors. */
export interface VenueScore {
  readonly sum: number
  readonly raters: number
}

type LookupResult<A> = TE.TaskEither<LookupFailure, A>

export interface DecisionStream {
  readonly kind: 'review' | 'dispute' | 'appeal'
  readonly id: string
}

export interface StaysPage {
  /** Stays that count for AVA, per client. */
  readonly clients: readonly (readonly Stay[])[]
  readonly next: string | null
}

/**
 * Queries of the read models for commands. Read models may lag: use results to find candidates, never to enforce an
 * aggregate's rule.
 */
export interface Lookups {
  readonly cases: CaseLookups
  readonly privacy: PrivacyLookups
  readonly accountOfClient: (clientId: string) => LookupResult<string | null>
  /** Accounts with this phone number in any notation, oldest first; at most a few. */
  readonly accountsWithPhone: (kind: 'business' | 'client', phone: string) => LookupResult<readonly string[]>
  /** @rule Q-90 the business has rated this client or redeemed one of their rewards */
  readonly isClientOf: (businessId: string, clientId: string) => LookupResult<boolean>
  /** The client knows of the relationship: through a released rating or a reward redeemed at this business. */
  readonly isKnownTo: (clientId: string, businessId: string) => LookupResult<boolean>
  readonly clientOfCode: (code: string) => LookupResult<string | null>
  readonly recordOfReporter: (
    accountId: string,
  ) => LookupResult<{ readonly upheld: number; readonly dismissed: number }>
  /** @rule Q-54 has received a released rating or written a review */
  readonly hasHistory: (person: {
    readonly accountId: string
    readonly clientId: string | null
  }) => LookupResult<boolean>
  readonly accountOfSanction: (sanctionId: string) => LookupResult<string | null>
  readonly accountsWithExpiredSanctions: (now: Instant, limit: number) => LookupResult<readonly string[]>
  readonly reviewOfFlag: (flagId: string) => LookupResult<string | null>
  /** Stream of the event that decided about a review; null for an unknown id. */
  readonly decisionStream: (decisionId: string) => LookupResult<DecisionStream | null>
  /** Decision ids of the pending appeals about a review, at `upTo` or later. */
  readonly openAppealsOf: (reviewId: string, upTo: Position) => LookupResult<readonly string[]>
  readonly bookingsToComplete: (today: Day, limit: number) => LookupResult<readonly string[]>
  /**
   * Accounts with a payout address and a balance at or above their threshold that are not suspended; highest balance
   * first.
   */
  readonly walletsToPay: (limit: number) => LookupResult<readonly string[]>
  /** Payout batches still open. */
  readonly openPayoutBatches: () => LookupResult<readonly string[]>
  readonly clientsWithExpiredRewards: (now: Instant, limit: number) => LookupResult<readonly string[]>
  /** Businesses with at least `least` counted reviews on a day, in id order after `after`. */
  readonly venuesWithReviewsOn: (
    day: Day,
    least: number,
    after: string,
    limit: number,
  ) => LookupResult<readonly string[]>
  /** Days with counted reviews of a venue within a period, earliest first. */
  readonly reviewDaysOfVenue: (businessId: string, from: Day, to: Day) => LookupResult<readonly DailyReviewCount[]>
  /** Number of a day's counted reviews whose author's account was at most `days` days old. */
  readonly reviewsByNewAccounts: (businessId: string, day: Day, days: number) => LookupResult<number>
  /** Clients with unreleased ratings given at `upTo` or earlier. */
  readonly clientsWithHeldRatings: (upTo: Instant, limit: number) => LookupResult<readonly string[]>
  /** State at `upTo` or later: waits for the read model to catch up. */
  readonly ratingsGivenBy: (
    businessId: string,
    upTo: Position,
  ) => LookupResult<readonly { readonly ratingId: string; readonly clientId: string; readonly overall: number }[]>
  /** Pages through rated clients in id order after `after`; `next` is null on the last page. */
  readonly staysOfClients: (after: string, clients: number) => LookupResult<StaysPage>
  /** Total AVA ever credited. */
  readonly totalAvaCredited: () => LookupResult<number>
  /** Current score. */
  readonly venueScore: (targetId: string) => LookupResult<VenueScore>
  /** Score at each of these positions, given in ascending order; null if it takes too long or too much reading. */
  readonly venueScoresAt: (
    targetId: string,
    positions: readonly Position[],
  ) => LookupResult<readonly VenueScore[] | null>
}

type CaseLookupResult<A> = TE.TaskEither<LookupFailure, A>

export type Lane = 'flags' | 'disputes' | 'appeals' | 'held' | 'overdue'

/** An open, unclaimed case. */
export interface WaitingCase {
  readonly caseId: string
  /** Accounts with a part in the case. */
  readonly parties: readonly string[]
  /** Moderators holding another case about the same subject. */
  readonly heldBy: readonly string[]
}

/** Queries of the moderation queue. Whether a case may be claimed is decided by the case itself. */
export interface CaseLookups {
  /** Waiting cases by priority; of all lanes if `lane` is null. */
  readonly waiting: (filter: {
    readonly lane: Lane | null
    readonly at: Instant
    readonly limit: number
    readonly except: readonly string[]
  }) => CaseLookupResult<readonly WaitingCase[]>
  /** The case claimed by this request for this moderator, if still held. */
  readonly claimedFor: (correlationId: string, accountId: string, at: Instant) => CaseLookupResult<string | null>
  /** Other open cases about the same subject. */
  readonly otherCasesOf: (caseId: string) => CaseLookupResult<readonly string[]>
  /** Cases with an unrecorded approaching or missed deadline, and cases whose claim has expired. */
  readonly casesToRecheck: (at: Instant, soonUntil: Instant, limit: number) => CaseLookupResult<readonly string[]>
  readonly deadlineCounts: (
    at: Instant,
    soonUntil: Instant,
  ) => CaseLookupResult<{ readonly overdue: number; readonly dueSoon: number }>
  readonly moderators: () => CaseLookupResult<readonly string[]>
  /** Name of an account as shown to other moderators; null once it is deleted. */
  readonly nameOf: (accountId: string) => CaseLookupResult<string | null>
}

type PrivacyLookupResult<A> = TE.TaskEither<LookupFailure, A>

/** Queries for account deletion. */
export interface PrivacyLookups {
  /** A dispute about something the account wrote, or one it opened. */
  readonly hasOpenDispute: (accountId: string) => PrivacyLookupResult<boolean>
  readonly hasOtherAdmin: (accountId: string) => PrivacyLookupResult<boolean>
  /** Confirmed bookings with a future check-in. */
  readonly bookingsAhead: (accountId: string, today: Day) => PrivacyLookupResult<readonly string[]>
  /** Accounts awaiting erasure: confirmed by us or requested by an identity provider. Oldest request first. */
  readonly erasuresDue: (paging: {
    readonly limit: number
    readonly cursor?: string | undefined
  }) => PrivacyLookupResult<{
    readonly items: readonly ErasureDue[]
    readonly nextCursor: string | null
  }>
}

export interface ErasureDue {
  readonly accountId: string
  readonly askedAt: string
  readonly decided: boolean
}
