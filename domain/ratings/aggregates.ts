import type { Aggregates } from '../kernel/aggregates.ts'
import { ratingRelease } from './rating-release.ts'
import { rating } from './rating.ts'

/** By the category of their streams. */
export const ratingAggregates = { rating, release: ratingRelease } as const satisfies Aggregates
