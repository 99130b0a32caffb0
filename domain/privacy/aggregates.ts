import type { Aggregates } from '../kernel/aggregates.ts'
import { erasure } from './erasure.ts'

/** By the category of their streams. */
export const privacyAggregates = { erasure } as const satisfies Aggregates
