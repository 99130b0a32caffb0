import { accountDays } from './account-days.ts'
import { monthlyReports } from './monthly-reports.ts'

export const analyticsProjections = { accountDays, monthlyReports } as const
