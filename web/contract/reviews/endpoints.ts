import { reviewEndpoints, replyEndpoints } from './reviews.ts'
import { flagAndDisputeEndpoints, disputeThreadEndpoints } from './flags-and-disputes.ts'
import { scoreEndpoints } from './scores.ts'

export const reviews = {
  ...reviewEndpoints,
  ...replyEndpoints,
  ...flagAndDisputeEndpoints,
  ...disputeThreadEndpoints,
  ...scoreEndpoints,
}
