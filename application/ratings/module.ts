import { business, client, moderator } from '../access.ts'
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
import { ratingTopics } from './live-topics.ts'

export const ratings = defineModule({
  commands: {
    rateClient: { access: business, run: rateClient },
    amendRating: { access: business, run: amendRating },
    withdrawRating: { access: business, run: withdrawRating },
    removeRating: { access: moderator, run: removeRating },
    addTestRating: { access: client, run: addTestRating },
  },
  policies: [ratingReleasePolicy, ratingRemovedEmailPolicy],
  emails: ratingEmails,
  liveTopics: ratingTopics,
  schedule: { 'ratings-due': { cron: '30 0 * * *', run: ({ auth }) => releaseDueRatings(auth) } },
})
