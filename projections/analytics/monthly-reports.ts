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

/** Businesses with Premium at `now` whose latest report is of an earlier month. */
export const businessesWithoutReport = (
  db: CommonQueryMethods,
  { month, now, limit }: { readonly month: string; readonly now: string; readonly limit: number },
) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select a.account_id as id from read.premium_accounts p
      join read.accounts a on a.key = p.key and ${isActiveBusiness}
      left join read.monthly_reports m on m.key = p.key
    where p.premium_until > ${now}::timestamptz and (m.month is null or m.month < ${month})
    order by p.key limit ${limit}`)
