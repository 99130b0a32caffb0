import { clientStandings } from './client-standings.ts'
import { rewardCodes } from './reward-codes.ts'

export const rewardsProjections = { clientStandings, rewardCodes } as const
