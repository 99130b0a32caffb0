import { type EventIn, family } from '../../domain/kernel/event.ts'
import { ratingRelease } from '../../domain/ratings/rating-release.ts'
import { ClientRated, rating, RatingRemoved, RatingWithdrawn } from '../../domain/ratings/rating.ts'
import { asPolicy, noReaction, type PolicyContext, withState } from '../policy-context.ts'
import type { Policy } from '../policy.ts'

const heldRatingEvents = family(ClientRated, RatingWithdrawn, RatingRemoved)

/** A rating given while ratings are released in batches waits with the client's others; one that is gone waits no more. */
export const ratingReleasePolicy = (hands: PolicyContext): Policy<EventIn<typeof heldRatingEvents>> => ({
  name: 'releases',
  events: heldRatingEvents,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { event } = recorded
    if (event.type === 'ClientRated' && !event.data.held) return noReaction
    const { execute, load } = asPolicy('releases', hands, recorded)
    const { ratingId } = event.data
    return withState(load(rating, ratingId), (state) => {
      if (state.status === 'none' || !state.rated.held) return noReaction
      const { clientId, businessId, at: ratedAt } = state.rated
      const about = { clientId, ratingId, at: recorded.meta.occurredAt }
      if (state.status !== 'standing') return execute(ratingRelease, clientId, { type: 'DropHeldRating', ...about })
      return execute(ratingRelease, clientId, { type: 'HoldRating', ...about, businessId, ratedAt, batch: recorded.id })
    })
  },
})

const removalEvents = family(RatingRemoved)

/** Whose rating was struck out is told why, and where to turn. */
export const ratingRemovedEmailPolicy = (): Policy<EventIn<typeof removalEvents>> => ({
  name: 'removed-ratings',
  events: removalEvents,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => {
    const { businessId: accountId, ratingId } = data
    return [{ name: 'statement', queue: 'mail', kind: 'rating-removed-mail', data: { accountId, ratingId } }]
  },
})
