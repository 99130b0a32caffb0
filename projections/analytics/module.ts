import { accountDays } from './account-days.ts'

export const analyticsProjections = { accountDays } as const
