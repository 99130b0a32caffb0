import type { Aggregates } from '../kernel/aggregates.ts'
import { sanctionRecord } from './sanction-record.ts'

/** By the category of their streams. */
export const sanctionAggregates = { conduct: sanctionRecord } as const satisfies Aggregates
