import { accept, type Aggregate, type DecisionOf, nothing } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Day, Id, Instant } from '../kernel/primitives.ts'

// --- Events -----------------------------------------------------------------------------------------

/** The report of a month is ready for a business with Premium. Its figures are read when it is opened or sent. */
const MonthlyReportIssued = event('MonthlyReportIssued', {
  accountId: clear(Id),
  /** First day of the month. */
  month: clear(Day),
  at: clear(Instant),
})

export const MonthlyReportEvents = family(MonthlyReportIssued)
export type MonthlyReportEvent = EventIn<typeof MonthlyReportEvents>

// --- State ------------------------------------------------------------------------------------------

interface MonthlyReportState {
  /** First day of the latest month with a report. */
  readonly latest: Day | null
}

// --- Decisions --------------------------------------------------------------------------------------

interface IssueMonthlyReport {
  readonly type: 'IssueMonthlyReport'
  readonly accountId: string
  readonly month: Day
  readonly at: Instant
}

/** Issues the report of a month once, and none of a month before the latest. @rule D-34 */
const decide = (
  { accountId, month, at }: IssueMonthlyReport,
  { latest }: MonthlyReportState,
): DecisionOf<MonthlyReportEvent> =>
  latest !== null && latest >= month
    ? nothing
    : accept({ type: MonthlyReportIssued.type, data: { accountId, month, at } })

/** Monthly reports of a business; its stream id is the account's. */
export const monthlyReport: Aggregate<IssueMonthlyReport, MonthlyReportEvent, MonthlyReportState, never> = {
  category: 'report',
  events: MonthlyReportEvents,
  initial: { latest: null },
  evolve: (_, { data }) => ({ latest: data.month }),
  decide,
}
