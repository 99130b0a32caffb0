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
  /** The queue holds no case that the moderator may claim. */
  | { readonly type: 'QueueEmpty' }
  | StaleDecision
