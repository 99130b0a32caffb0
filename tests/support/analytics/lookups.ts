import type { AnalyticsLookups } from '../../../application/analytics/lookups.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { EventLog } from '../event-log.ts'

export const analyticsLookups = ({ query }: EventLog): AnalyticsLookups => ({
  businessesWithoutReport: ({ month, limit }) =>
    query((dataOf) => {
      const businesses = new Set(dataOf('BusinessRegistered').map(({ accountId }) => accountId))
      const reported = new Set(
        dataOf('MonthlyReportIssued')
          .filter((report) => report.month >= month)
          .map(({ accountId }) => accountId),
      )
      const premium = dataOf('PremiumActivated').filter(({ until }) => romeDay(until) >= month)
      return [...new Set(premium.map(({ accountId }) => accountId))]
        .filter((accountId) => businesses.has(accountId) && !reported.has(accountId))
        .toSorted()
        .slice(0, limit)
    }),
})
