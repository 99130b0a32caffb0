import type { EventsOf } from '../kernel/aggregates.ts'
import type { NotificationRules } from '../kernel/notification.ts'
import type { supportAggregates } from './aggregates.ts'

export const supportNotifications = {
  SupportAnswered: ({ accountId }) => [{ kind: 'support-answer', to: accountId }],
} as const satisfies NotificationRules<EventsOf<typeof supportAggregates>>
