import { family, type EventIn } from '../../domain/kernel/event.ts'
import { RatingRemoved } from '../../domain/reputation/rating/events.ts'
import type { Policy } from '../policy.ts'

const events = family(RatingRemoved)

/** Whose rating was struck out is told why, and where to turn. */
export const removedRatingsPolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'removed-ratings',
  events,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => {
    const { businessId: accountId, ratingId } = data
    return [{ name: 'statement', queue: 'mail', kind: 'rating-removed-mail', data: { accountId, ratingId } }]
  },
})
