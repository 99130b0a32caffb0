import type { Aggregates } from '../kernel/aggregates.ts'
import { countedReview } from './counted-review.ts'
import { dispute } from './dispute.ts'
import { excludedPeriods } from './excluded-periods.ts'
import { reply } from './reply.ts'
import { review } from './review.ts'

/** By the category of their streams. */
export const reviewAggregates = {
  review,
  opinion: countedReview,
  dispute,
  reply,
  exclusion: excludedPeriods,
} as const satisfies Aggregates
