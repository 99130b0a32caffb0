import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { LookupFailure } from './lookups.ts'

type Answer<A> = TE.TaskEither<LookupFailure, A>

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
  }) => Answer<readonly WaitingCase[]>
  /** The case this very request claimed before for this moderator, who still holds it. */
  readonly claimedFor: (correlationId: string, accountId: string, at: Instant) => Answer<string | null>
  /** The other open cases of what this one is about. */
  readonly besides: (caseId: string) => Answer<readonly string[]>
  /** Cases whose deadline nears or has passed without their knowing, and those whose claim has run out. */
  readonly toTime: (at: Instant, soonUntil: Instant, limit: number) => Answer<readonly string[]>
  readonly deadlines: (
    at: Instant,
    soonUntil: Instant,
  ) => Answer<{ readonly overdue: number; readonly dueSoon: number }>
  readonly moderators: () => Answer<readonly string[]>
  /** Whom other moderators know an account as; null when it is gone. */
  readonly nameOf: (accountId: string) => Answer<string | null>
}
