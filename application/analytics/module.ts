import type { analyticsAggregates } from '../../domain/analytics/aggregates.ts'
import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { issueMonthlyReports } from './monthly-reports.ts'
import { analyticsNotificationTexts } from './notifications.it.ts'

export const analytics = defineModule({
  useCases: {},
  policies: [],
  emails: {},
  notificationTexts: analyticsNotificationTexts,
  liveTopics: { MonthlyReportIssued: null } satisfies LiveTopics<EventsOf<typeof analyticsAggregates>>,
  schedule: {
    'monthly-reports': { cron: '*/20 9-12 * * *', atStart: true, run: ({ services }) => issueMonthlyReports(services) },
  },
})
