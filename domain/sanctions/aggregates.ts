import type { Aggregates } from '../kernel/aggregates.ts'
import { sanctionRecord } from './sanction-record.ts'

export const sanctionAggregates = { conduct: sanctionRecord } as const satisfies Aggregates
