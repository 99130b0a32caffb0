import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { LookupFailure } from './lookups.ts'

type Answer<A> = TE.TaskEither<LookupFailure, A>

export type Lane = 'flags' | 'disputes' | 'appeals' | 'held' | 'overdue'

/** What is looked up of the moderators' queue; whether a case may be taken only the case itself says. */
export interface CaseLookups {
  /** Open cases nobody holds and this moderator has no part in, the first to take first; of every lane when none is named. */
  readonly waiting: (asked: {
    readonly lane: Lane | null
    readonly by: string
    readonly at: Instant
    readonly limit: number
  }) => Answer<readonly string[]>
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
