import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type MonthlyReportEvent, MonthlyReportEvents } from '../../domain/analytics/monthly-report.ts'
import { isActiveBusiness } from '../accounts/businesses.ts'
import type { Projection } from '../projection.ts'

const MonthlyReportRowSchema = z.object({
  accountId: z.string(),
  /** First day of the latest month with a report. */
  month: z.string(),
})
export type MonthlyReportRow = z.infer<typeof MonthlyReportRowSchema>

/** Latest monthly report of each business. */
export const monthlyReports: Projection<MonthlyReportRow, MonthlyReportEvent> = {
  name: 'monthly_reports',
  version: 1,
  row: MonthlyReportRowSchema,
  columns: { accountId: { type: 'text' }, month: { type: 'day' } },
  erasedWith: 'accountId',
  indexes: [],
  events: MonthlyReportEvents,
  keys: ({ event: { data } }) => [data.accountId],
  evolve: (_, { event: { data } }) => ({ accountId: data.accountId, month: data.month }),
}

/**
 * Businesses whose Premium lasted into the month or began after it, not suspended, whose latest report is of an earlier
 * month.
 * @rule D-56 also if Premium has ended since
 */
export const businessesWithoutReport = (
  db: CommonQueryMethods,
  { month, limit }: { readonly month: string; readonly limit: number },
) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select a.account_id as id from read.premium_accounts p
      join read.accounts a on a.key = p.key and ${isActiveBusiness}
      left join read.monthly_reports m on m.key = p.key
    where p.premium_until > (${month}::date)::timestamp at time zone 'Europe/Rome' and (m.month is null or m.month < ${month})
      and not exists (
        select from read.sanctions s where s.account_id = p.account_id and s.active and s.severity <> 'LOW')
    order by p.key limit ${limit}`)
