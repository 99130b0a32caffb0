import type { Aggregates } from '../kernel/aggregates.ts'
import { rewards } from './rewards.ts'

/** By the category of their streams. */
export const rewardAggregates = { rewards } as const satisfies Aggregates
