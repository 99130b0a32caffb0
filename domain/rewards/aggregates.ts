import type { Aggregates } from '../kernel/aggregates.ts'
import { rewards } from './rewards.ts'

/** Aggregates of this context by stream category. */
export const rewardAggregates = { rewards } as const satisfies Aggregates
