import type { Aggregates } from '../kernel/aggregates.ts'
import { burst } from './burst.ts'
import { dispute } from './dispute.ts'
import { excludedPeriods } from './excluded-periods.ts'
import { reply } from './reply.ts'
import { review } from './review.ts'
import { reviewSeries } from './review-series.ts'

/** By the category of their streams, which is a stored name: `opinion` for `reviewSeries`, `exclusion` for `excludedPeriods`. */
export const reviewAggregates = {
  review,
  opinion: reviewSeries,
  dispute,
  reply,
  exclusion: excludedPeriods,
  burst,
} as const satisfies Aggregates
