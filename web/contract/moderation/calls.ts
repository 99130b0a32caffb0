import { queueCalls, caseCalls } from './cases.ts'
import { decisionCalls } from './decisions.ts'
import { appealCalls } from './appeals.ts'
import { reversalCalls } from './reversal.ts'
import { replayCalls } from './case-replay.ts'

export const moderation = {
  ...queueCalls,
  ...caseCalls,
  ...decisionCalls,
  ...appealCalls,
  ...reversalCalls,
  ...replayCalls,
}
