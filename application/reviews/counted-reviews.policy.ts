import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  ReviewEdited,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  ReviewSubmitted,
} from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { reviewSeries, reviewSeriesId } from '../../domain/reviews/review-series.ts'
import { asPolicy, type PolicyContext, withState } from '../policy-context.ts'
import type { Policy } from '../policy.ts'

const events = family(ReviewSubmitted, ReviewEdited, ReviewHeld, ReviewHidden, ReviewRemoved, ReviewRestored)

/** Reports stars and visibility of each review to the author's series of reviews of that target, so that the latest visible one counts. @rule Q-50 */
export const countedReviewsPolicy = (context: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'opinions',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { authorId, targetType, targetId, reviewId, at } = recorded.event.data
    const { execute, load } = asPolicy('opinions', context, recorded)
    const reference = { authorId, targetType, targetId, reviewId, at }
    return withState(load(review, reviewId), (state) => {
      const stars = state.status === 'ACTIVE' ? state.content.stars : null
      return execute(reviewSeries, reviewSeriesId(authorId, targetId), {
        type: 'UpdateReviewStars',
        ...reference,
        stars,
      })
    })
  },
})
