import { monthlyReport } from '../../domain/analytics/monthly-report.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { daysAfter, firstOfMonth, romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import type { NotificationFiles } from '../accounts/notification-ports.ts'
import { batchSize, executeAsTimer, forEachId, runOrThrow } from '../jobs.ts'
import type { Result, Services } from '../use-case.ts'
import type { ReportPeriod, Reports } from './ports.ts'

/** First and last day of the month that contains the day. */
export const monthOf = (day: Day): ReportPeriod => {
  const from = firstOfMonth(day)
  return { from, to: daysAfter(firstOfMonth(daysAfter(from, 31)), -1) }
}

/**
 * Issues the report of the past month to businesses with Premium; returns their number, at most a batch.
 * @rule D-34 once, also if Premium began after the month
 * @rule D-56 also if it has ended since, however late in the following month the timer runs
 */
export const issueMonthlyReports = (services: Services): Result<number> => {
  const at = services.clock()
  const month = firstOfMonth(daysAfter(firstOfMonth(romeDay(at)), -1))
  return pipe(
    services.lookups.analytics.businessesWithoutReport({ month, limit: batchSize }),
    TE.flatMap((ids) =>
      forEachId(ids, (accountId) =>
        executeAsTimer(services, monthlyReport, accountId, { type: 'IssueMonthlyReport', accountId, month, at }),
      ),
    ),
  )
}

/** The report of a month as an attachment of its notification. */
export const monthlyReportFiles =
  ({ pdf }: Reports): NotificationFiles =>
  async ({ about, values }, accountId) => {
    if (about !== 'MonthlyReportIssued') return []
    const month = String(values['month']) as Day
    const content = await runOrThrow(pdf(accountId, monthOf(month)))
    return content === null ? [] : [{ name: `garbo-report-${month.slice(0, 7)}.pdf`, type: 'application/pdf', content }]
  }
