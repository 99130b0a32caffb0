import type { Aggregates } from '../kernel/aggregates.ts'
import { rewards } from './rewards.ts'

export const rewardAggregates = { rewards } as const satisfies Aggregates
