import type { EventsOf } from '../kernel/aggregates.ts'
import type { NotificationRules } from '../kernel/notification.ts'
import type { avaAggregates } from './aggregates.ts'

export const avaNotifications = {
  AvaMatured: ({ accountId, amount }) => [{ kind: 'ava-matured', to: accountId, values: { amount } }],
  PayoutConfirmed: ({ accountId }) => [{ kind: 'payout', to: accountId }],
} as const satisfies NotificationRules<EventsOf<typeof avaAggregates>>
