import type { Aggregates } from '../kernel/aggregates.ts'
import { rewards } from './rewards.ts'
import { venueProbation } from './venue-probation.ts'

export const rewardAggregates = { rewards, probation: venueProbation } as const satisfies Aggregates
