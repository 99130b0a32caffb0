import type { EventsOf } from '../kernel/aggregates.ts'
import type { NotificationRules } from '../kernel/notification.ts'
import type { ratingAggregates } from './aggregates.ts'

/** A client learns of ratings when they are shown, as a batch. Stars and venue stay on the page. @rule Q-46 */
export const ratingNotifications = {
  ClientRated: ({ clientId, held }) => (held ? [] : [{ kind: 'rating-received', to: clientId, values: { count: 1 } }]),
  RatingsReleased: ({ clientId, ratings }) => [
    { kind: 'rating-received', to: clientId, values: { count: ratings.length } },
  ],
  RatingRemoved: ({ businessId }) => [{ kind: 'decision', to: businessId, hasOwnEmail: true }],
} as const satisfies NotificationRules<EventsOf<typeof ratingAggregates>>
