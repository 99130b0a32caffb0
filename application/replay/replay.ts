import type { AppealEvent } from '../../domain/moderation/appeal/events.ts'
import type { AppealOutcome } from '../../domain/moderation/appeal/measures.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Statement } from '../../domain/kernel/statement.ts'
import type { CaseEvent, CaseKind } from '../../domain/moderation/case/events.ts'
import type { Claim } from '../../domain/moderation/case/decider.ts'
import type { DisputeEvent, DisputeReason } from '../../domain/reputation/dispute/events.ts'
import type { OpinionEvent } from '../../domain/reputation/opinion/events.ts'
import type {
  AuthorType,
  FlagReason,
  ReasonCode,
  ReviewEvent,
  TargetType,
  Visibility,
} from '../../domain/reputation/review/events.ts'
import type { Flag, ModerationStatus } from '../../domain/reputation/review/state.ts'
import type { VenueScore } from '../ports/lookups.ts'

/** What can be lived through again in a case. */
export type CaseFact = ReviewEvent | DisputeEvent | CaseEvent | OpinionEvent | AppealEvent

/** The words of a review as they stood from one moment to the next. */
export interface Revision {
  readonly at: Instant
  readonly rating: number
  readonly comment: string | null
  readonly reasonCode: ReasonCode
  readonly reasonTags: readonly string[]
}

export interface ReplayedFlag {
  readonly flagId: string
  readonly reporterId: string | null
  readonly reporterType: AuthorType | null
  readonly reason: FlagReason
  readonly note: string | null
  /** In hundredths, and by which formula; null to whom it is not told. */
  readonly weight: number | null
  readonly weightVersion: number | null
  readonly at: Instant
}

export interface ReplayedDispute {
  readonly businessId: string
  readonly reason: DisputeReason
  readonly message: string | null
  readonly evidenceUrls: readonly string[] | null
  readonly dueAt: Instant
}

type DisputeStatus = 'OPEN' | 'UNDER_REVIEW' | 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED' | 'CLOSED'

/** The case as it stood at one moment. */
export interface View {
  /** Everything up to here is in it. */
  readonly asOf: Position
  /** Which of the revisions stood. */
  readonly revision: number
  readonly status: ModerationStatus
  readonly flags: readonly { readonly flagId: string; readonly status: Flag['status'] }[]
  /** Of the flags still pending, in hundredths; null to whom it is not told. */
  readonly weight: number | null
  readonly dispute: DisputeStatus | null
  readonly claim: Claim | null
  /** The venue's stars then; null where they are not shown. */
  readonly score: VenueScore | null
}

export interface Decision {
  /** The deciding event's id: letters and appeals name the decision by it. */
  readonly decisionId: string
  /** Between moderators. */
  readonly notes: string | null
  readonly resolution: string | null
  readonly statement: (Omit<Statement, 'facts'> & { readonly facts: string | null }) | null
  /** Whose personal data the facts are: they are told to that person. */
  readonly concerns: 'author' | 'business' | 'reporter'
  /** What whoever decided had before their eyes; null when nothing had happened before. */
  readonly saw: View | null
}

/** What happened to an appeal against a decision of the case. */
export interface ReplayedAppeal {
  /** The decision it is against. */
  readonly decisionId: string
  /** What the appellant had to say. */
  readonly text: string | null
  readonly outcome: AppealOutcome | null
}

export type Doer = 'author' | 'business' | 'reporter' | 'moderator' | 'garbo'

export interface Moment {
  readonly at: Instant
  readonly what: CaseFact['type']
  /** `garbo` is whatever follows by itself. */
  readonly by: { readonly kind: Doer; readonly id: string | null }
  /** The flag it is about; null when it is about none. */
  readonly flagId: string | null
  readonly decision: Decision | null
  readonly appeal: ReplayedAppeal | null
  /** The accounts it was told to; null when it is no secret between the parties. */
  readonly told: readonly string[] | null
  /** The case once it had happened. */
  readonly view: View
}

/** The whole of a case, moment by moment. */
export interface Replay {
  readonly reviewId: string
  readonly caseId: string
  /** Null for a review's whole story, whatever cases it had. */
  readonly kind: CaseKind | null
  readonly authorId: string | null
  readonly authorType: AuthorType
  /** Whose words are gone with their account. */
  readonly erased: { readonly author: boolean; readonly business: boolean }
  readonly targetType: TargetType
  readonly targetId: string
  readonly visibility: Visibility
  readonly revisions: readonly Revision[]
  readonly flags: readonly ReplayedFlag[]
  readonly dispute: ReplayedDispute | null
  readonly moments: readonly Moment[]
  /** Moments too many to be shown: the oldest. */
  readonly omitted: number
}
