import { accountNotifications } from './accounts/notifications.ts'
import { analyticsNotifications } from './analytics/notifications.ts'
import type { DomainEvent } from './all.ts'
import { avaNotifications } from './ava/notifications.ts'
import type { Notification, NotificationRules } from './kernel/notification.ts'
import { moderationNotifications } from './moderation/notifications.ts'
import { ratingNotifications } from './ratings/notifications.ts'
import { reviewNotifications } from './reviews/notifications.ts'
import { rewardNotifications } from './rewards/notifications.ts'
import { sanctionNotifications } from './sanctions/notifications.ts'
import { supportNotifications } from './support/notifications.ts'
import { travelNotifications } from './travel/notifications.ts'

const rules: NotificationRules<DomainEvent> = {
  ...reviewNotifications,
  ...ratingNotifications,
  ...rewardNotifications,
  ...avaNotifications,
  ...travelNotifications,
  ...moderationNotifications,
  ...sanctionNotifications,
  ...accountNotifications,
  ...analyticsNotifications,
  ...supportNotifications,
}

/** Whom an event notifies of what. */
export const notificationsOf = ({ type, data }: DomainEvent): readonly Notification[] =>
  (rules[type] as ((data: DomainEvent['data']) => readonly Notification[]) | undefined)?.(data) ?? []

/** Types of the events that notify somebody. */
export const notifyingTypes: ReadonlySet<string> = new Set(Object.keys(rules))
