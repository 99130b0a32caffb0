import { family, type EventIn } from '../../domain/kernel/event.ts'
import { isPlaced, opinion } from '../../domain/reputation/opinion/decider.ts'
import { ReviewWeighed } from '../../domain/reputation/opinion/events.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import {
  ReviewEdited,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  ReviewSubmitted,
} from '../../domain/reputation/review/events.ts'
import type { Policy } from '../policy.ts'
import { inTheNameOf, nothing, seeing, type Hands } from './reaction.ts'

const events = family(ReviewSubmitted, ReviewEdited, ReviewHeld, ReviewHidden, ReviewRemoved, ReviewRestored)

/** whenever a review comes into sight, changes or goes out of it, its author's opinion is weighed anew. */
export const opinionsPolicy = (hands: Hands): Policy<EventIn<typeof events>> => ({
  name: 'opinions',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { authorId, targetType, targetId, reviewId, at } = recorded.event.data
    const { run, look } = inTheNameOf('opinions', hands, recorded)
    const about = { authorId, targetType, targetId, reviewId, at }
    return seeing(look(review, reviewId), (state) => {
      const rating = state.status === 'ACTIVE' ? state.words.rating : null
      return run(opinion, `${authorId}_${targetId}`, { type: 'WeighReview', ...about, rating })
    })
  },
})

const weighings = family(ReviewWeighed)

/** Opinions weighed before the log said on which day they stand are told it once; the others say so themselves. */
export const opinionPlacesPolicy = (hands: Hands): Policy<EventIn<typeof weighings>> => ({
  name: 'opinion-places',
  events: weighings,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { authorId, targetType, targetId, reviewId, at } = recorded.event.data
    const id = `${authorId}_${targetId}`
    const { run, look } = inTheNameOf('opinion-places', hands, recorded)
    const about = { authorId, targetType, targetId, reviewId, at }
    return seeing(look(opinion, id), (state) =>
      isPlaced(state) ? nothing : run(opinion, id, { type: 'PlaceOpinion', ...about }),
    )
  },
})
