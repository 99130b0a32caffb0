import { type DisputeEvent, DisputeOverturned } from './dispute.ts'
import { FlagClosed, FlagOverturned, type ReviewEvent } from './review-state.ts'

/** What makes a moderator's earlier view of a review or its dispute stale. */
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

/** Null for events after which a decision on the earlier view stands. */
export const subjectChanges: Readonly<Record<(ReviewEvent | DisputeEvent)['type'], SubjectChange | null>> = {
  ReviewSubmitted: null,
  ReviewEdited: 'edited',
  ReviewFlagged: 'flagged',
  [FlagClosed.type]: 'flag-decided',
  FlagDismissed: 'flag-decided',
  FlagUpheld: 'flag-decided',
  ReviewHeld: 'held',
  ReviewHidden: 'hidden',
  ReviewRemoved: 'removed',
  ReviewRestored: 'restored',
  AppealApplied: null,
  [FlagOverturned.type]: null,
  DisputeOpened: 'disputed',
  StatementFiled: null,
  DisputeTakenUnderReview: 'dispute-taken',
  DisputeUpheld: 'dispute-upheld',
  DisputeRejected: 'dispute-rejected',
  DisputeClosed: 'dispute-closed',
  DisputeVoided: 'dispute-closed',
  [DisputeOverturned.type]: null,
}
