import type { Aggregates } from '../kernel/aggregates.ts'
import { sanctionRecord } from './sanction-record.ts'

/** Keyed by stream category. */
export const sanctionAggregates = { conduct: sanctionRecord } as const satisfies Aggregates
