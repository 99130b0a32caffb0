import type { Aggregates } from '../kernel/aggregates.ts'
import { appeal } from './appeal.ts'
import { moderationCase } from './case.ts'
import { reversal } from './reversal.ts'

/** By the category of their streams. */
export const moderationAggregates = { case: moderationCase, appeal, unwind: reversal } as const satisfies Aggregates
