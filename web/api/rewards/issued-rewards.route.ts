import { rewardsIssuedBy } from '../../../projections/reward-codes.ts'
import { calls } from '../../contract/calls.ts'
import { issuedRewardAnswer } from '../answers/rewards.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { most } from './standing.ts'

export const issuedRewardsRoute = (hall: Hall) =>
  reading(calls.issuedRewards, ({ person }) =>
    asked(async () => (await rewardsIssuedBy(hall.db, person.accountId, most)).map(issuedRewardAnswer(hall.clock()))),
  )
