import { TE, pipe } from '../../domain/kernel/fp.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import { opinion } from '../../domain/reputation/opinion/decider.ts'
import {
  ReviewEdited,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  ReviewSubmitted,
} from '../../domain/reputation/review/events.ts'
import type { Policy } from '../policy.ts'
import { inTheNameOf, withoutEffects, type Hands } from './reaction.ts'

const events = family(ReviewSubmitted, ReviewEdited, ReviewHeld, ReviewHidden, ReviewRemoved, ReviewRestored)

/** whenever a review comes into sight, changes or goes out of it, its author's opinion is weighed anew. */
export const opinionsPolicy = (hands: Hands): Policy<EventIn<typeof events>> => ({
  name: 'opinions',
  events,
  react: (recorded) => {
    const { event } = recorded
    const { authorId, targetType, targetId, reviewId, at } = event.data
    const seen = event.type === 'ReviewSubmitted' || event.type === 'ReviewEdited' || event.type === 'ReviewRestored'
    const rating = seen ? event.data.rating : null
    const about = { authorId, targetType, targetId, reviewId, at }
    return pipe(
      inTheNameOf('opinions', hands, recorded).run(opinion, `${authorId}_${targetId}`, {
        type: 'WeighReview',
        ...about,
        rating,
      }),
      TE.map(withoutEffects),
    )
  },
})
