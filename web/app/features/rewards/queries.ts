import { apiQuery } from '../../shared/queries.ts'

export const ownRewardsQuery = apiQuery('rewards', 'rewards', {})

export const issuedRewardsQuery = apiQuery('rewards', 'issuedRewards', {})

export const rewardCountsQuery = apiQuery('rewards', 'rewardCounts', {})

export const standingQuery = apiQuery('rewards', 'standing', {})

export const standingHistoryQuery = apiQuery('rewards', 'standingHistory', {})

export const standingExplanationQuery = apiQuery('rewards', 'standingExplanation', {})

export const rewardExplanationQuery = (code: string) => apiQuery('rewards', 'rewardExplanation', { params: { code } })
