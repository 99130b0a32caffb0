import type { EventsOf } from '../kernel/aggregates.ts'
import type { NotificationRules } from '../kernel/notification.ts'
import type { analyticsAggregates } from './aggregates.ts'

export const analyticsNotifications = {
  MonthlyReportIssued: ({ accountId, month }) => [{ kind: 'monthly-report', to: accountId, values: { month } }],
} as const satisfies NotificationRules<EventsOf<typeof analyticsAggregates>>
