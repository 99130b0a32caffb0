import { read } from '../../shared/read.ts'

export const ownRewards = read('rewards', 'rewards', {})

export const issuedRewards = read('rewards', 'issuedRewards', {})

export const ownStanding = read('rewards', 'standing', {})

export const ownStandingWhy = read('rewards', 'standingWhy', {})

export const rewardWhy = (code: string) => read('rewards', 'rewardWhy', { params: { code } })
