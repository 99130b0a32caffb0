import { type EventIn, family } from '../../domain/kernel/event.ts'
import { countedReview, isPositionRecorded, ReviewWeighed } from '../../domain/reviews/counted-review.ts'
import {
  ReviewEdited,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  ReviewSubmitted,
} from '../../domain/reviews/review-events.ts'
import { review } from '../../domain/reviews/review.ts'
import { asPolicy, noReaction, type PolicyContext, withState } from '../policy-context.ts'
import type { Policy } from '../policy.ts'

const events = family(ReviewSubmitted, ReviewEdited, ReviewHeld, ReviewHidden, ReviewRemoved, ReviewRestored)

/** whenever a review comes into sight, changes or goes out of it, its author's opinion is weighed anew. */
export const countedReviewsPolicy = (hands: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'opinions',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { authorId, targetType, targetId, reviewId, at } = recorded.event.data
    const { execute, load } = asPolicy('opinions', hands, recorded)
    const about = { authorId, targetType, targetId, reviewId, at }
    return withState(load(review, reviewId), (state) => {
      const rating = state.status === 'ACTIVE' ? state.content.rating : null
      return execute(countedReview, `${authorId}_${targetId}`, { type: 'WeighReview', ...about, rating })
    })
  },
})

const reweighings = family(ReviewWeighed)

/** Opinions weighed before the log said on which day they stand are told it once; the others say so themselves. */
export const scorePositionsPolicy = (hands: PolicyContext): Policy<EventIn<typeof reweighings>> => ({
  name: 'opinion-places',
  events: reweighings,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { authorId, targetType, targetId, reviewId, at } = recorded.event.data
    const id = `${authorId}_${targetId}`
    const { execute, load } = asPolicy('opinion-places', hands, recorded)
    const about = { authorId, targetType, targetId, reviewId, at }
    return withState(load(countedReview, id), (state) =>
      isPositionRecorded(state) ? noReaction : execute(countedReview, id, { type: 'RecordScorePosition', ...about }),
    )
  },
})
