import type { Aggregates } from '../kernel/aggregates.ts'
import { appeal } from './appeal.ts'
import { moderationCase } from './case.ts'
import { reversal } from './reversal.ts'

export const moderationAggregates = { case: moderationCase, appeal, unwind: reversal } as const satisfies Aggregates
