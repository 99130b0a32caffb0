import { family, type EventIn } from '../../domain/kernel/event.ts'
import { rating } from '../../domain/reputation/rating/decider.ts'
import { ClientRated, RatingRemoved, RatingWithdrawn } from '../../domain/reputation/rating/events.ts'
import { release } from '../../domain/reputation/release/decider.ts'
import type { Policy } from '../policy.ts'
import { inTheNameOf, nothing, seeing, type Hands } from './reaction.ts'

const events = family(ClientRated, RatingWithdrawn, RatingRemoved)

/** A rating given while ratings are released in batches waits with the client's others; one that is gone waits no more. */
export const releasesPolicy = (hands: Hands): Policy<EventIn<typeof events>> => ({
  name: 'releases',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { event } = recorded
    if (event.type === 'ClientRated' && !event.data.held) return nothing
    const { run, look } = inTheNameOf('releases', hands, recorded)
    const { ratingId } = event.data
    return seeing(look(rating, ratingId), (state) => {
      if (state.status === 'none' || !state.rated.held) return nothing
      const { clientId, businessId, at: ratedAt } = state.rated
      const about = { clientId, ratingId, at: recorded.meta.occurredAt }
      if (state.status !== 'standing') return run(release, clientId, { type: 'DropHeldRating', ...about })
      return run(release, clientId, { type: 'HoldRating', ...about, businessId, ratedAt, batch: recorded.id })
    })
  },
})
