import type { Aggregates } from '../kernel/aggregates.ts'
import { monthlyReport } from './monthly-report.ts'

export const analyticsAggregates = { monthlyReport } as const satisfies Aggregates
