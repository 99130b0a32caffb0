import type { Aggregates } from '../kernel/aggregates.ts'
import { ratingRelease } from './rating-release.ts'
import { rating } from './rating.ts'

/** Aggregates of this context by stream category. */
export const ratingAggregates = { rating, release: ratingRelease } as const satisfies Aggregates
