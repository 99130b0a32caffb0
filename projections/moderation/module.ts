import { appeals } from './appeals.ts'
import { cases, laneCounts } from './cases.ts'
import { decisionStreams, decisions } from './decisions.ts'
import { notices } from './transparency.ts'

export const moderationProjections = { appeals, cases, laneCounts, decisionStreams, decisions, notices } as const
