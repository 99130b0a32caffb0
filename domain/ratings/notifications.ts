import type { EventsOf } from '../kernel/aggregates.ts'
import type { Notification, NotificationRules } from '../kernel/notification.ts'
import type { ratingAggregates } from './aggregates.ts'
import type { ContestParties } from './rating-contest.ts'

/** Of a rating that stays; the removal tells the business of a struck one. */
const toContestParties = ({ clientAccountId, businessId }: ContestParties): readonly Notification[] =>
  [clientAccountId, businessId].map((to) => ({ kind: 'dispute', to, hasOwnEmail: true }))

/** A client learns of ratings when they are shown, as a batch. Stars and venue stay on the page. @rule Q-46 */
export const ratingNotifications = {
  ClientRated: ({ clientId, held }) => (held ? [] : [{ kind: 'rating-received', to: clientId, values: { count: 1 } }]),
  RatingsReleased: ({ clientId, ratings }) => [
    { kind: 'rating-received', to: clientId, values: { count: ratings.length } },
  ],
  RatingContested: ({ businessId }) => [{ kind: 'dispute', to: businessId, hasOwnEmail: true }],
  ContestAnswered: ({ clientAccountId }) => [{ kind: 'dispute', to: clientAccountId, hasOwnEmail: true }],
  RatingKept: toContestParties,
  RatingStruck: ({ clientAccountId }) => [{ kind: 'dispute', to: clientAccountId, hasOwnEmail: true }],
  ContestVoided: ({ clientAccountId, cause }) =>
    cause === 'account-deleted' ? [] : [{ kind: 'dispute', to: clientAccountId, hasOwnEmail: true }],
  RatingRemoved: ({ businessId, cause }) =>
    // the decision on the appeal has its own notification
    cause === 'appeal' ? [] : [{ kind: 'decision', to: businessId, hasOwnEmail: true }],
  GuestContactDenied: ({ businessId }) => [{ kind: 'stay-denied', to: businessId }],
} as const satisfies NotificationRules<EventsOf<typeof ratingAggregates>>
