import type { Aggregates } from '../kernel/aggregates.ts'
import { ratingRelease } from './rating-release.ts'
import { rating } from './rating.ts'

export const ratingAggregates = { rating, release: ratingRelease } as const satisfies Aggregates
