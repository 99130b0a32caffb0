import type { Aggregates } from '../kernel/aggregates.ts'
import { erasure } from './erasure.ts'

/** Aggregates by stream category. */
export const privacyAggregates = { erasure } as const satisfies Aggregates
