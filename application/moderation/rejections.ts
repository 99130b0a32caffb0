import type { Instant } from '../../domain/kernel/primitives.ts'
import type { SubjectChange } from '../../domain/reviews/subject-changes.ts'

/** The subject changed after the moderator loaded it. */
export interface StaleDecision {
  readonly type: 'MatterChanged'
  readonly changes: readonly { readonly at: Instant; readonly what: SubjectChange }[]
}

export type ModerationUseCaseRejection =
  /** No review has a flag with this id. */
  | { readonly type: 'FlagUnknown' }
  /** No decision has this id. */
  | { readonly type: 'DecisionUnknown' }
  /** A DSA statement is requested for a decision that restricts nothing. */
  | { readonly type: 'NotARestriction' }
  /** The case is about a sanction or the flags of an account, and so has no review to replay. */
  | { readonly type: 'CaseNotReplayable' }
  /** The queue holds no case that the moderator may claim. */
  | { readonly type: 'QueueEmpty' }
  | StaleDecision
