import type { RewardLookups } from '../../application/rewards/lookups.ts'
import { clientOfCode, clientsToRemind, clientsWithExpiredRewards } from '../../projections/rewards/reward-codes.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

export const rewardLookups = ({ db, find }: ReadModels): RewardLookups => ({
  clientOfCode: (code) => find(['reward_codes'], () => clientOfCode(db, code)),
  clientsWithExpiredRewards: (now, limit) => queryReadModel(() => clientsWithExpiredRewards(db, now, limit)),
  clientsToRemind: (period) => queryReadModel(() => clientsToRemind(db, period)),
})
