import type { Aggregates } from '../kernel/aggregates.ts'
import { erasure } from './erasure.ts'

export const privacyAggregates = { erasure } as const satisfies Aggregates
