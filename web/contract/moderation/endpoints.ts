import { queueEndpoints, caseEndpoints } from './cases.ts'
import { decisionEndpoints } from './decisions.ts'
import { appealEndpoints } from './appeals.ts'
import { reversalEndpoints } from './reversal.ts'
import { replayEndpoints } from './case-replay.ts'
import { connectionEndpoints } from './connections.ts'

export const moderation = {
  ...queueEndpoints,
  ...caseEndpoints,
  ...decisionEndpoints,
  ...appealEndpoints,
  ...reversalEndpoints,
  ...replayEndpoints,
  ...connectionEndpoints,
}
