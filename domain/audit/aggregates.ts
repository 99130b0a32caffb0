import type { Aggregates } from '../kernel/aggregates.ts'
import { openings } from './openings.ts'

/** By stream category. */
export const auditAggregates = { opening: openings } as const satisfies Aggregates
