import { anomalies } from './anomalies.ts'
import { countedReviews } from './counted-reviews.ts'
import { disputes, disputeStatements, venueDisputes } from './disputes.ts'
import { exclusions } from './excluded-periods.ts'
import { flags } from './flags.ts'
import { replies } from './replies.ts'
import { reviews } from './reviews.ts'
import { scoreChanges, venueDays, visibleReviewCounts } from './venue-scores.ts'

/** The read models of this context. */
export const reviewsProjections = {
  anomalies,
  countedReviews,
  disputes,
  disputeStatements,
  venueDisputes,
  exclusions,
  flags,
  replies,
  reviews,
  scoreChanges,
  venueDays,
  visibleReviewCounts,
} as const
