import type { Aggregates } from '../kernel/aggregates.ts'
import { dispute } from './dispute.ts'
import { excludedPeriods } from './excluded-periods.ts'
import { reply } from './reply.ts'
import { review } from './review.ts'
import { reviewer } from './reviewer.ts'

/** By the category of their streams, which is a stored name: `opinion` for `reviewer`, `exclusion` for `excludedPeriods`. */
export const reviewAggregates = {
  review,
  opinion: reviewer,
  dispute,
  reply,
  exclusion: excludedPeriods,
} as const satisfies Aggregates
