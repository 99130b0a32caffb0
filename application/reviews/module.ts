import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { reviewAggregates } from '../../domain/reviews/aggregates.ts'
import { CountedStarsChanged, ReviewStarsChanged, ScoreEntryChanged } from '../../domain/reviews/counted-review.ts'
import { DisputeOverturned } from '../../domain/reviews/dispute.ts'
import { ReplyOutdated } from '../../domain/reviews/reply.ts'
import { ReviewSlotReleased, ReviewSlotReserved } from '../../domain/reviews/review-slots.ts'
import { FlagClosed, FlagOverturned } from '../../domain/reviews/review-state.ts'
import { business, confirmed, confirmedBusiness, moderator, signedIn } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { appealRulingsPolicy } from './appeal-rulings.policy.ts'
import { burstsPolicy } from './bursts.policy.ts'
import { countedReviewsPolicy } from './counted-reviews.policy.ts'
import { disputesPolicy } from './disputes.policy.ts'
import { fileStatement, openDispute } from './disputes.ts'
import { reviewEmails } from './emails.it.ts'
import { dismissAnomaly, excludePeriod, liftExclusion, reportAnomalies } from './excluded-periods.ts'
import { flagReview } from './flag-review.ts'
import { repliesPolicy } from './replies.policy.ts'
import { publishReply, withdrawReply } from './replies.ts'
import { editReview, submitReview } from './submit-review.ts'
import { reviewNotificationTexts } from './notifications.it.ts'

/**
 * @rule B-05 accounts review businesses and clients, flag reviews, and the reviewed business disputes them
 */
export const reviews = defineModule({
  useCases: {
    submitReview: { access: confirmed, run: submitReview },
    editReview: { access: confirmed, run: editReview },
    flagReview: { access: signedIn, run: flagReview },
    openDispute: { access: confirmedBusiness, run: openDispute },
    fileStatement: { access: signedIn, run: fileStatement },
    publishReply: { access: confirmedBusiness, run: publishReply },
    withdrawReply: { access: business, run: withdrawReply },
    excludePeriod: { access: moderator, run: excludePeriod },
    liftExclusion: { access: moderator, run: liftExclusion },
    dismissAnomaly: { access: moderator, run: dismissAnomaly },
  },
  policies: [disputesPolicy, appealRulingsPolicy, countedReviewsPolicy, burstsPolicy, repliesPolicy],
  emails: reviewEmails,
  notificationTexts: reviewNotificationTexts,
  liveTopics: {
    NewAccountReviewed: null,
    ReviewSubmitted: ['reviews', 'authorId', 'targetId'],
    ReviewEdited: ['reviews', 'authorId', 'targetId'],
    ReviewFlagged: ['reviews', 'reporterId'],
    [FlagClosed.type]: ['reviews', 'reporterId'],
    FlagDismissed: ['reviews', 'reporterId'],
    FlagUpheld: ['reviews', 'reporterId'],
    ReviewHeld: ['reviews', 'authorId', 'targetId'],
    ReviewHidden: ['reviews', 'authorId', 'targetId'],
    ReviewRemoved: ['reviews', 'authorId', 'targetId'],
    ReviewRestored: ['reviews', 'authorId', 'targetId'],
    AppealApplied: null,
    [FlagOverturned.type]: ['reviews', 'reporterId'],
    [ReviewSlotReserved.type]: null,
    [ReviewSlotReleased.type]: null,
    // recorded after the review, so screens that refetched at `ReviewSubmitted` may lack the new count and score
    [ReviewStarsChanged.type]: ['reviews', 'authorId', 'targetId'],
    [CountedStarsChanged.type]: null,
    [ScoreEntryChanged.type]: ['reviews', 'authorId', 'targetId'],
    DisputeOpened: ['reviews', 'businessId'],
    StatementFiled: ['reviews', 'businessId', 'partyId'],
    DisputeTakenUnderReview: ['reviews', 'businessId'],
    DisputeUpheld: ['reviews', 'businessId'],
    DisputeRejected: ['reviews', 'businessId'],
    DisputeClosed: ['reviews', 'businessId'],
    DisputeVoided: ['reviews', 'businessId'],
    [DisputeOverturned.type]: ['reviews', 'businessId'],
    ReplyPublished: ['reviews', 'businessId', 'authorId'],
    ReplyEdited: ['reviews', 'businessId'],
    ReplyWithdrawn: ['reviews', 'businessId'],
    [ReplyOutdated.type]: ['reviews', 'businessId'],
    AnomalyDetected: null,
    AnomalyDismissed: null,
    PeriodExcluded: ['reviews', 'businessId'],
    ExclusionLifted: ['reviews', 'businessId'],
  } satisfies LiveTopics<EventsOf<typeof reviewAggregates>>,
  schedule: { anomalies: { cron: '35 0 * * *', atStart: true, run: ({ services }) => reportAnomalies(services) } },
})
