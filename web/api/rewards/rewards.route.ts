import { rewardsOfClient } from '../../../projections/reward-codes.ts'
import { calls } from '../../contract/calls.ts'
import { ownRewardAnswer } from '../answers/rewards.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { most } from './standing.ts'

export const rewardsRoute = (hall: Hall) =>
  reading(calls.rewards, ({ person }) =>
    asked(async () =>
      person.clientId === null
        ? []
        : (await rewardsOfClient(hall.db, person.clientId, most)).map(ownRewardAnswer(hall.clock())),
    ),
  )
