import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import type { DailyReviewCount } from '../../domain/reviews/anomaly-detection.ts'
import type { LookupResult } from '../ports/lookups.ts'

/** A venue's score including excluded periods: sum of the stars, and number of counted reviews. */
export interface FullScore {
  readonly starSum: number
  readonly counted: number
}

export interface ReviewLookups {
  readonly reviewOfFlag: (flagId: string) => LookupResult<string | null>
  /** How many of the account's flags were upheld and dismissed. */
  readonly recordOfReporter: (
    accountId: string,
  ) => LookupResult<{ readonly upheld: number; readonly dismissed: number }>
  /** Those of `among` that have rated or reviewed one of the accounts, or were rated or reviewed by one. */
  readonly metBy: (accountIds: readonly string[], among: readonly string[]) => LookupResult<readonly string[]>
  /** Businesses that the person has reviewed or that have given them a released rating, at most `limit` of each. @rule Q-124 */
  readonly venuesMetBy: (
    person: { readonly accountId: string; readonly clientId: string | null },
    limit: number,
  ) => LookupResult<readonly string[]>
  /** Targets of the account's reviews written after `since`; waits until the read model has caught up. */
  readonly reviewedSince: (
    accountId: string,
    since: Instant,
  ) => LookupResult<readonly { readonly targetId: string; readonly writtenAt: Instant }[]>
  /** Businesses with at least `minReviews` counted reviews on a day, in id order after `after`. */
  readonly venuesWithReviewsOn: (
    day: Day,
    minReviews: number,
    after: string,
    limit: number,
  ) => LookupResult<readonly string[]>
  /** Days with counted reviews of a venue within a period, earliest first. */
  readonly reviewDaysOfVenue: (businessId: string, from: Day, to: Day) => LookupResult<readonly DailyReviewCount[]>
  /** Number of a day's counted reviews whose author's account was at most `days` days old. */
  readonly reviewsByNewAccounts: (businessId: string, day: Day, days: number) => LookupResult<number>
  /** Unlike the score on the venue's page, it includes excluded periods. */
  readonly fullScore: (targetId: string) => LookupResult<FullScore>
  /** At each of these positions, given in ascending order; null if it takes too long or too much reading. */
  readonly fullScoresAt: (targetId: string, positions: readonly Position[]) => LookupResult<readonly FullScore[] | null>
}
