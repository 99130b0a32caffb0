import { clientStandings } from './client-standings.ts'
import { rewardCodes } from './reward-codes.ts'

/** Read models of this context. */
export const rewardsProjections = { clientStandings, rewardCodes } as const
