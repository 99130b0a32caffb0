import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Reasons } from '../../domain/kernel/reasons.ts'
import type { ReviewCommand } from '../../domain/reputation/review/decider.ts'
import { pendingFlags, type WrittenReview } from '../../domain/reputation/review/state.ts'

interface Judge {
  readonly by: string
  /** The account behind a USER target; null for other targets. */
  readonly targetAccountId: string | null
  readonly at: Instant
}

/**
 * The ordinary command that takes a fake review out of sight: a review that waits for its flags is left by upholding one of
 * them, any other is removed.
 */
export const removalOf = (review: WrittenReview, judge: Judge): ReviewCommand => {
  const [flag] = review.status === 'PENDING_REVIEW' ? pendingFlags(review) : []
  const decided = { ...judge, notes: null, reasons }
  return flag === undefined
    ? { type: 'ModerateReview', to: 'REMOVED', ...decided }
    : { type: 'DecideFlag', flagId: flag.flagId, outcome: 'UPHELD', ...decided }
}

const reasons: Reasons = {
  facts:
    'La recensione è stata giudicata falsa: un moderatore ha esaminato che cosa ne sarebbe seguito e un secondo lo ha approvato.',
  ground: 'FAKE',
  violation: 'FAKE_REVIEWS',
}
