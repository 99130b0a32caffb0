import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Lane } from '../../domain/moderation/vocabulary.ts'
import type { LookupResult } from '../ports/lookups.ts'

/** An open, unclaimed case. */
export interface WaitingCase {
  readonly caseId: string
  /** Accounts that may not work on the case. */
  readonly excludedAccounts: readonly string[]
  /** Moderators who have claimed a sibling case. */
  readonly claimedBy: readonly string[]
}

export interface WaitingCasesFilter {
  /** Null for the whole queue. */
  readonly lane: Lane | null
  readonly at: Instant
  readonly limit: number
  /** Ids of cases to leave out. */
  readonly except: readonly string[]
}

export interface DecisionStream {
  readonly kind: 'review' | 'dispute' | 'rating' | 'contest' | 'appeal'
  readonly id: string
}

/** Whether a case may be claimed is decided by the case itself. */
export interface ModerationLookups {
  /** By priority, highest first. */
  readonly waitingCases: (filter: WaitingCasesFilter) => LookupResult<readonly WaitingCase[]>
  /** The case claimed by this request for this moderator, unless the claim has expired. */
  readonly caseClaimedByRequest: (correlationId: string, accountId: string, at: Instant) => LookupResult<string | null>
  /** Open sibling cases. */
  readonly siblingCasesOf: (caseId: string) => LookupResult<readonly string[]>
  /** Cases with an unrecorded approaching or missed deadline, and cases whose claim has expired. */
  readonly casesToRecheck: (at: Instant, soonUntil: Instant, limit: number) => LookupResult<readonly string[]>
  readonly deadlineCounts: (
    at: Instant,
    soonUntil: Instant,
  ) => LookupResult<{ readonly overdue: number; readonly dueSoon: number }>
  readonly moderatorIds: () => LookupResult<readonly string[]>
  /** Name of an account as shown to other moderators; null once it is deleted. */
  readonly moderatorName: (accountId: string) => LookupResult<string | null>
  /** Stream of the event that decided on a review or a contested rating; null for an unknown id. */
  readonly decisionStream: (decisionId: string) => LookupResult<DecisionStream | null>
  /** Ids of the decisions with a pending appeal about a review or rating, once the read model shows the position `atLeast`. */
  readonly openAppealsOf: (reviewId: string, atLeast: Position) => LookupResult<readonly string[]>
}
