import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { ratingAggregates } from '../../domain/ratings/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'

export const ratingTopics: LiveTopics<EventsOf<typeof ratingAggregates>> = {
  ClientRated: ({ held }) => (held ? ['ratings', 'businessId'] : ['ratings', 'businessId', 'clientId']),
  // Clients are not notified of amended or withdrawn ratings: that would reveal a held one.
  RatingAmended: ['ratings', 'businessId'],
  RatingWithdrawn: ['ratings', 'businessId'],
  RatingRemoved: ['ratings', 'businessId'],
  RatingHeld: null,
  HeldRatingDropped: null,
  RatingsReleased: ['ratings', 'clientId'],
}
