import type { RewardLookups } from '../../../application/rewards/lookups.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { EventLog } from '../event-log.ts'

export const rewardLookups = ({ query }: EventLog): RewardLookups => ({
  clientOfCode: (code) =>
    query((dataOf) => dataOf('RewardIssued').find((issued) => issued.code === code)?.clientId ?? null),
  clientsWithExpiredRewards: () => TE.right([]),
  clientsToRemind: () => TE.right([]),
})
