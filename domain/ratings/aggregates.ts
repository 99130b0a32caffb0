import type { Aggregates } from '../kernel/aggregates.ts'
import { ratingAllowance } from './rating-allowance.ts'
import { ratingRelease } from './rating-release.ts'
import { rating } from './rating.ts'

export const ratingAggregates = { rating, ratingAllowance, release: ratingRelease } as const satisfies Aggregates
