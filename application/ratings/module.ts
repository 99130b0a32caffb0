import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { ratingAggregates } from '../../domain/ratings/aggregates.ts'
import { HeldRatingDiscarded } from '../../domain/ratings/rating-release.ts'
import { business, client, confirmedBusiness, confirmedClient, moderator } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { contestRulingsPolicy } from './contest-rulings.policy.ts'
import { contestEmailsPolicy, contestsPolicy } from './contests.policy.ts'
import { answerContest, contestRating } from './contests.ts'
import { ratingEmails } from './emails.it.ts'
import { firstContactPolicy } from './first-contact.policy.ts'
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
    contestRating: { access: confirmedClient, run: contestRating },
    answerContest: { access: business, run: answerContest },
    addTestRating: { access: client, run: addTestRating },
  },
  policies: [
    ratingReleasePolicy,
    ratingRemovedEmailPolicy,
    firstContactPolicy,
    contestsPolicy,
    contestRulingsPolicy,
    contestEmailsPolicy,
  ],
  emails: ratingEmails,
  notificationTexts: ratingNotificationTexts,
  liveTopics: {
    ClientRated: ({ held }) => (held ? ['ratings', 'businessId'] : ['ratings', 'businessId', 'clientId']),
    // Clients are not notified of amended or withdrawn ratings: that would reveal a held one.
    RatingAmended: ['ratings', 'businessId'],
    RatingWithdrawn: ['ratings', 'businessId'],
    RatingRemoved: ['ratings', 'businessId'],
    RatingRestored: ['ratings', 'businessId'],
    RatingContested: ['ratings', 'businessId', 'clientAccountId'],
    ContestAnswered: ['ratings', 'businessId', 'clientAccountId'],
    RatingKept: ['ratings', 'businessId', 'clientAccountId'],
    RatingStruck: ['ratings', 'businessId', 'clientAccountId'],
    ContestVoided: ['ratings', 'businessId', 'clientAccountId'],
    ContestOverturned: ['ratings', 'businessId', 'clientAccountId'],
    RatingAllowanceUsed: null,
    RatingHeld: null,
    [HeldRatingDiscarded.type]: null,
    RatingsReleased: ['ratings', 'clientId'],
    GuestContactMade: null,
    GuestContactDenied: ['ratings', 'businessId'],
    NewClientAllowanceUsed: null,
  } satisfies LiveTopics<EventsOf<typeof ratingAggregates>>,
  schedule: { 'ratings-due': { cron: '30 0 * * *', run: ({ services }) => releaseDueRatings(services) } },
})
