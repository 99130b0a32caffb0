import type { Stay } from '../../domain/ava/wallet.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { TE } from '../../domain/kernel/fp.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import type { DailyReviewCount } from '../../domain/reviews/anomaly-detection.ts'

export type LookupFailure = { readonly type: 'Unavailable'; readonly cause: unknown }

/** The stars that count for a venue, one opinion an author: their sum and how many authors. */
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
  /** Client by client: the stays that count for AVA. */
  readonly clients: readonly (readonly Stay[])[]
  readonly next: string | null
}

/**
 * What a command must look up in the read models. They may lag: an answer decides whom to ask, never whether a rule of
 * an aggregate holds.
 */
export interface Lookups {
  readonly cases: CaseLookups
  readonly privacy: PrivacyLookups
  readonly accountOfClient: (clientId: string) => LookupResult<string | null>
  /** Those that gave this number, however it is written; who has had it longest comes first, and few are told. */
  readonly accountsWithPhone: (kind: 'business' | 'client', phone: string) => LookupResult<readonly string[]>
  /** The business has rated this client, or redeemed a reward of theirs. */
  readonly isClientOf: (businessId: string, clientId: string) => LookupResult<boolean>
  /** The client knows that this business knows them: by a rating that was shown, or a reward redeemed there. */
  readonly isKnownTo: (clientId: string, businessId: string) => LookupResult<boolean>
  readonly clientOfCode: (code: string) => LookupResult<string | null>
  readonly recordOfReporter: (
    accountId: string,
  ) => LookupResult<{ readonly upheld: number; readonly dismissed: number }>
  /** Has received a rating, and been shown it, or written a review. */
  readonly hasHistory: (person: {
    readonly accountId: string
    readonly clientId: string | null
  }) => LookupResult<boolean>
  readonly accountOfSanction: (sanctionId: string) => LookupResult<string | null>
  readonly accountsWithExpiredSanctions: (now: Instant, limit: number) => LookupResult<readonly string[]>
  readonly reviewOfFlag: (flagId: string) => LookupResult<string | null>
  /** The stream of the event that decided something about a review; null for none of that id. */
  readonly decisionStream: (decisionId: string) => LookupResult<DecisionStream | null>
  /** Appeals about a review that wait for a decision, as of `upTo` at least; by the decision they are against. */
  readonly openAppealsOf: (reviewId: string, upTo: Position) => LookupResult<readonly string[]>
  readonly bookingsToComplete: (today: Day, limit: number) => LookupResult<readonly string[]>
  /** Accounts whose balance has reached their threshold, that have an address and are not suspended; the richest first. */
  readonly walletsToPay: (limit: number) => LookupResult<readonly string[]>
  /** The batches of payouts that have not ended, as of now. */
  readonly openPayoutBatches: () => LookupResult<readonly string[]>
  readonly clientsWithExpiredRewards: (now: Instant, limit: number) => LookupResult<readonly string[]>
  /** Businesses with at least so many opinions of a day, by id, from after `after` on. */
  readonly venuesWithReviewsOn: (
    day: Day,
    least: number,
    after: string,
    limit: number,
  ) => LookupResult<readonly string[]>
  /** The days of a venue that have opinions, from one to another, the earliest first. */
  readonly reviewDaysOfVenue: (businessId: string, from: Day, to: Day) => LookupResult<readonly DailyReviewCount[]>
  /** How many opinions of a day come from accounts that were so many days old at most. */
  readonly reviewsByNewAccounts: (businessId: string, day: Day, days: number) => LookupResult<number>
  /** With ratings given at `upTo` or before that wait to be released. */
  readonly clientsWithHeldRatings: (upTo: Instant, limit: number) => LookupResult<readonly string[]>
  /** As of `upTo` at least: waits for the read model to have come that far. */
  readonly ratingsGivenBy: (
    businessId: string,
    upTo: Position,
  ) => LookupResult<readonly { readonly ratingId: string; readonly clientId: string; readonly overall: number }[]>
  /** Pages through the rated clients by id, from after `after` on; `next` is null after the last. */
  readonly staysOfClients: (after: string, clients: number) => LookupResult<StaysPage>
  /** Everything the AVA ledger has ever credited. */
  readonly totalAvaCredited: () => LookupResult<number>
  /** As it stands. */
  readonly venueScore: (targetId: string) => LookupResult<VenueScore>
  /**
   * As it stood at each of these places in the log, which come in order; null where it cannot be told in time or without
   * reading too much.
   */
  readonly venueScoresAt: (targetId: string, places: readonly Position[]) => LookupResult<readonly VenueScore[] | null>
}

type CaseLookupResult<A> = TE.TaskEither<LookupFailure, A>

export type Lane = 'flags' | 'disputes' | 'appeals' | 'held' | 'overdue'

/** A case that is open and held by nobody. */
export interface WaitingCase {
  readonly caseId: string
  /** Accounts that have a part in it. */
  readonly parties: readonly string[]
  /** Whoever holds another case of what it is about. */
  readonly heldBy: readonly string[]
}

/** What is looked up of the moderators' queue; whether a case may be taken only the case itself says. */
export interface CaseLookups {
  /** The first to take first; of every lane when none is named. */
  readonly waiting: (asked: {
    readonly lane: Lane | null
    readonly at: Instant
    readonly limit: number
    readonly except: readonly string[]
  }) => CaseLookupResult<readonly WaitingCase[]>
  /** The case this very request claimed before for this moderator, who still holds it. */
  readonly claimedFor: (correlationId: string, accountId: string, at: Instant) => CaseLookupResult<string | null>
  /** The other open cases of what this one is about. */
  readonly otherCasesOf: (caseId: string) => CaseLookupResult<readonly string[]>
  /** Cases whose deadline nears or has passed without their knowing, and those whose claim has run out. */
  readonly casesToRecheck: (at: Instant, soonUntil: Instant, limit: number) => CaseLookupResult<readonly string[]>
  readonly deadlineCounts: (
    at: Instant,
    soonUntil: Instant,
  ) => CaseLookupResult<{ readonly overdue: number; readonly dueSoon: number }>
  readonly moderators: () => CaseLookupResult<readonly string[]>
  /** Whom other moderators know an account as; null when it is gone. */
  readonly nameOf: (accountId: string) => CaseLookupResult<string | null>
}

type PrivacyLookupResult<A> = TE.TaskEither<LookupFailure, A>

/** What the deletion of an account looks up in the read models. */
export interface PrivacyLookups {
  /** Over something the account wrote, or opened by it. */
  readonly hasOpenDispute: (accountId: string) => PrivacyLookupResult<boolean>
  readonly hasOtherAdmin: (accountId: string) => PrivacyLookupResult<boolean>
  /** Confirmed stays that have not begun. */
  readonly bookingsAhead: (accountId: string, today: Day) => PrivacyLookupResult<readonly string[]>
  /** A page of the accounts not yet erased: decided on, or whose deletion a provider has asked for. Who waits longest comes first. */
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
