import { reviewCalls, replyCalls } from './reviews.ts'
import { flagAndDisputeCalls, disputeThreadCalls } from './flags-and-disputes.ts'
import { scoreCalls } from './scores.ts'

export const reviews = { ...reviewCalls, ...replyCalls, ...flagAndDisputeCalls, ...disputeThreadCalls, ...scoreCalls }
