import type { Instant } from '../../domain/kernel/primitives.ts'

export type SubjectChange =
  | 'edited'
  | 'flagged'
  | 'flag-decided'
  | 'held'
  | 'hidden'
  | 'removed'
  | 'restored'
  | 'disputed'
  | 'dispute-taken'
  | 'dispute-upheld'
  | 'dispute-rejected'
  | 'dispute-closed'

/** The subject changed after the moderator loaded it. */
export interface StaleDecision {
  readonly type: 'MatterChanged'
  readonly changes: readonly { readonly at: Instant; readonly what: SubjectChange }[]
}

export type ModerationUseCaseRejection =
  | { readonly type: 'FlagUnknown' }
  | { readonly type: 'DecisionUnknown' }
  | { readonly type: 'NotARestriction' }
  | { readonly type: 'QueueEmpty' }
  | StaleDecision
