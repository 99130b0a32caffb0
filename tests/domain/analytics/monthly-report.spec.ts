import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import { type MonthlyReportEvent, monthlyReport } from '../../../domain/analytics/monthly-report.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at, day } from '../../support/sample-values.ts'

const { given } = spec(monthlyReport)
const report = (month: string) => ({ accountId: 'account-aurora', month: day(`${month}-01`), at: at('2026-04-01') })
const issue = (month: string) => ({ type: 'IssueMonthlyReport', ...report(month) }) as const
const issued = (month: string): MonthlyReportEvent => ({ type: 'MonthlyReportIssued', data: report(month) })

describe('the monthly report of a business', () => {
  it('D-34: is issued once for each month', () => {
    given().when(issue('2026-03')).then(issued('2026-03'))
    given(issued('2026-03')).when(issue('2026-03')).thenNothing()
    given(issued('2026-03')).when(issue('2026-04')).then(issued('2026-04'))
  })

  it('D-34: is not issued for a month before the latest', () =>
    given(issued('2026-03')).when(issue('2026-02')).thenNothing())
})

testDeciderProperties(
  'monthly reports',
  monthlyReport,
  fc.constantFrom('2026-01', '2026-02', '2026-03').map((month) => issue(month)),
)
