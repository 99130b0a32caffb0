import type { MonthlyReportEvent } from '../../../domain/analytics/monthly-report.ts'
import { at, day, type SamplesOf } from '../sample-values.ts'

export const monthlyReportSamples: SamplesOf<MonthlyReportEvent> = {
  MonthlyReportIssued: { accountId: 'account-aurora', month: day('2026-02-01'), at: at('2026-03-01') },
}
