import { read } from '../../shared/read.ts'

export const ownRewards = read('rewards', 'rewards', {})

export const issuedRewards = read('rewards', 'issuedRewards', {})

export const ownStanding = read('rewards', 'standing', {})
