import type { EventsOf } from '../kernel/aggregates.ts'
import type { NotificationRules } from '../kernel/notification.ts'
import type { accountAggregates } from './aggregates.ts'

export const accountNotifications = {
  SignedInOnNewDevice: ({ accountId, isFirst }) => (isFirst ? [] : [{ kind: 'new-device', to: accountId }]),
} as const satisfies NotificationRules<EventsOf<typeof accountAggregates>>
