import { type DisputeEvent, DisputeOverturned } from './dispute.ts'
import { changeByReviewEvent, type ReviewEvent } from './review-state.ts'
import type { SubjectChange } from './vocabulary.ts'

/** Null for events after which a decision on the earlier view stands. */
const changeByDisputeEvent: Readonly<Record<DisputeEvent['type'], SubjectChange | null>> = {
  DisputeOpened: 'disputed',
  StatementFiled: null,
  DisputeTakenUnderReview: 'dispute-taken',
  DisputeUpheld: 'dispute-upheld',
  DisputeRejected: 'dispute-rejected',
  DisputeClosed: 'dispute-closed',
  DisputeVoided: 'dispute-closed',
  [DisputeOverturned.type]: null,
}

/** What each event of a review or its dispute changes about a moderator's earlier view; null if nothing. */
export const subjectChanges: Readonly<Record<(ReviewEvent | DisputeEvent)['type'], SubjectChange | null>> = {
  ...changeByReviewEvent,
  ...changeByDisputeEvent,
}
