import type { Stay } from '../../domain/ava/wallet/stays.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import type { DayOfOpinions } from '../../domain/reputation/exclusion/anomaly.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { TE } from '../../domain/kernel/fp.ts'
import type { PrivacyLookups } from './privacy-lookups.ts'
import type { CaseLookups } from './case-lookups.ts'

export type LookupFailure = { readonly type: 'Unavailable'; readonly cause: unknown }

/** The stars that count for a venue, one opinion an author: their sum and how many authors. */
export interface VenueScore {
  readonly sum: number
  readonly raters: number
}

type Answer<A> = TE.TaskEither<LookupFailure, A>

export interface DecidedIn {
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
  readonly accountOfClient: (clientId: string) => Answer<string | null>
  /** Those that gave this number, however it is written; who has had it longest comes first, and few are told. */
  readonly accountsWithPhone: (kind: 'business' | 'client', phone: string) => Answer<readonly string[]>
  /** The business has rated this client, or redeemed a reward of theirs. */
  readonly isClientOf: (businessId: string, clientId: string) => Answer<boolean>
  /** The client knows that this business knows them: by a rating that was shown, or a reward redeemed there. */
  readonly isKnownTo: (clientId: string, businessId: string) => Answer<boolean>
  readonly clientOfCode: (code: string) => Answer<string | null>
  readonly recordOfReporter: (accountId: string) => Answer<{ readonly upheld: number; readonly dismissed: number }>
  /** Has received a rating, and been shown it, or written a review. */
  readonly hasHistory: (person: { readonly accountId: string; readonly clientId: string | null }) => Answer<boolean>
  readonly accountOfSanction: (sanctionId: string) => Answer<string | null>
  readonly accountsWithSpentSanctions: (now: Instant, limit: number) => Answer<readonly string[]>
  readonly reviewOfFlag: (flagId: string) => Answer<string | null>
  /** The stream of the event that decided something about a review; null for none of that id. */
  readonly decidedIn: (decisionId: string) => Answer<DecidedIn | null>
  /** Appeals about a review that wait for a decision, as of `upTo` at least; by the decision they are against. */
  readonly openAppealsOf: (reviewId: string, upTo: Position) => Answer<readonly string[]>
  readonly bookingsToComplete: (today: Day, limit: number) => Answer<readonly string[]>
  /** Accounts whose balance has reached their threshold, that have an address and are not suspended; the richest first. */
  readonly walletsToPay: (limit: number) => Answer<readonly string[]>
  /** The batches of payouts that have not ended, as of now. */
  readonly openPayoutBatches: () => Answer<readonly string[]>
  readonly clientsWithExpiredRewards: (now: Instant, limit: number) => Answer<readonly string[]>
  /** Businesses with at least so many opinions of a day, by id, from after `after` on. */
  readonly venuesBusyOn: (day: Day, least: number, after: string, limit: number) => Answer<readonly string[]>
  /** The days of a venue that have opinions, from one to another, the earliest first. */
  readonly daysOfVenue: (businessId: string, from: Day, to: Day) => Answer<readonly DayOfOpinions[]>
  /** How many opinions of a day come from accounts that were so many days old at most. */
  readonly opinionsOfNewAccounts: (businessId: string, day: Day, days: number) => Answer<number>
  /** With ratings given at `upTo` or before that wait to be released. */
  readonly clientsWithHeldRatings: (upTo: Instant, limit: number) => Answer<readonly string[]>
  /** As of `upTo` at least: waits for the read model to have come that far. */
  readonly ratingsGivenBy: (
    businessId: string,
    upTo: Position,
  ) => Answer<readonly { readonly ratingId: string; readonly clientId: string; readonly overall: number }[]>
  /** Pages through the rated clients by id, from after `after` on; `next` is null after the last. */
  readonly staysOfClients: (after: string, clients: number) => Answer<StaysPage>
  /** Everything the AVA ledger has ever credited. */
  readonly avaCredited: () => Answer<number>
  /** As it stands. */
  readonly scoreOf: (targetId: string) => Answer<VenueScore>
  /**
   * As it stood at each of these places in the log, which come in order; null where it cannot be told in time or without
   * reading too much.
   */
  readonly scoresAt: (targetId: string, places: readonly Position[]) => Answer<readonly VenueScore[] | null>
}
