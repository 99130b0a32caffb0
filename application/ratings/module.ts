import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { ratingAggregates } from '../../domain/ratings/aggregates.ts'
import { HeldRatingDiscarded } from '../../domain/ratings/rating-release.ts'
import { business, client, confirmedBusiness, moderator } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { ratingEmails } from './emails.it.ts'
import { ratingReleasePolicy, ratingRemovedEmailPolicy } from './guest-ratings.policy.ts'
import {
  addTestRating,
  amendRating,
  rateClient,
  releaseDueRatings,
  removeRating,
  withdrawRating,
} from './guest-ratings.ts'
import { ratingNotificationTexts } from './notifications.it.ts'

export const ratings = defineModule({
  useCases: {
    rateClient: { access: confirmedBusiness, run: rateClient },
    amendRating: { access: business, run: amendRating },
    withdrawRating: { access: business, run: withdrawRating },
    removeRating: { access: moderator, run: removeRating },
    addTestRating: { access: client, run: addTestRating },
  },
  policies: [ratingReleasePolicy, ratingRemovedEmailPolicy],
  emails: ratingEmails,
  notificationTexts: ratingNotificationTexts,
  liveTopics: {
    ClientRated: ({ held }) => (held ? ['ratings', 'businessId'] : ['ratings', 'businessId', 'clientId']),
    // Clients are not notified of amended or withdrawn ratings: that would reveal a held one.
    RatingAmended: ['ratings', 'businessId'],
    RatingWithdrawn: ['ratings', 'businessId'],
    RatingRemoved: ['ratings', 'businessId'],
    RatingAllowanceUsed: null,
    RatingHeld: null,
    [HeldRatingDiscarded.type]: null,
    RatingsReleased: ['ratings', 'clientId'],
  } satisfies LiveTopics<EventsOf<typeof ratingAggregates>>,
  schedule: { 'ratings-due': { cron: '30 0 * * *', run: ({ services }) => releaseDueRatings(services) } },
})
