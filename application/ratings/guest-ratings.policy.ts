import { type EventIn, family } from '../../domain/kernel/event.ts'
import { ratingRelease } from '../../domain/ratings/rating-release.ts'
import { ClientRated, rating, RatingRemoved, RatingWithdrawn } from '../../domain/ratings/rating.ts'
import { asPolicy, noReaction, type PolicyContext, withState } from '../policy-context.ts'
import type { Policy } from '../policy.ts'

const heldRatingEvents = family(ClientRated, RatingWithdrawn, RatingRemoved)

/** Holds ratings submitted for batch release, and discards those withdrawn or removed before it. */
export const ratingReleasePolicy = (context: PolicyContext): Policy<EventIn<typeof heldRatingEvents>> => ({
  name: 'releases',
  events: heldRatingEvents,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { event } = recorded
    if (event.type === 'ClientRated' && !event.data.held) return noReaction
    const { execute, load } = asPolicy('releases', context, recorded)
    const { ratingId } = event.data
    return withState(load(rating, ratingId), (state) => {
      if (state.status === 'none' || !state.rated.held) return noReaction
      const { clientId, businessId, at: ratedAt } = state.rated
      const command = { clientId, ratingId, at: recorded.meta.occurredAt }
      if (state.status !== 'given') return execute(ratingRelease, clientId, { type: 'DiscardHeldRating', ...command })
      return execute(ratingRelease, clientId, {
        type: 'HoldRating',
        ...command,
        businessId,
        ratedAt,
        batch: recorded.id,
      })
    })
  },
})

const removalEvents = family(RatingRemoved)

/** E-mails the statement of reasons to the business after a removal; the e-mail about an appeal covers its own. */
export const ratingRemovedEmailPolicy = (): Policy<EventIn<typeof removalEvents>> => ({
  name: 'removed-ratings',
  events: removalEvents,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => {
    const { businessId: accountId, ratingId, cause } = data
    if (cause === 'appeal') return []
    return [{ id: 'statement', queue: 'mail', job: 'rating-removed-mail', data: { accountId, ratingId } }]
  },
})
