import type { Aggregates } from '../kernel/aggregates.ts'
import { supportDesk } from './support-desk.ts'

/** By stream category. */
export const supportAggregates = { support: supportDesk } as const satisfies Aggregates
