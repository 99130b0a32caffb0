import type { EventsOf } from '../kernel/aggregates.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import type { NotificationRules } from '../kernel/notification.ts'
import type { rewardAggregates } from './aggregates.ts'

/** Only the owner of a code is notified: the venue could infer the author of a review from its time. @rule Q-60 */
export const rewardNotifications = {
  RewardIssued: ({ clientId, percent }) => [{ kind: 'reward-issued', to: clientId, values: { percent } }],
  CrossProviderDiscountActivated: ({ clientId, percent }) => [
    { kind: 'reward-issued', to: clientId, values: { percent } },
  ],
  RewardExpiring: ({ clientId, percent, expiresAt }) => [
    { kind: 'reward-expiring', to: clientId, values: { percent, day: romeDay(expiresAt) } },
  ],
} as const satisfies NotificationRules<EventsOf<typeof rewardAggregates>>
