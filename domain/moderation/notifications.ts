import type { EventsOf } from '../kernel/aggregates.ts'
import type { NotificationRules } from '../kernel/notification.ts'
import type { moderationAggregates } from './aggregates.ts'
import { decisionRecipients } from './appeal.ts'

export const moderationNotifications = {
  AppealTaken: ({ appellants }) => appellants.map((to) => ({ kind: 'appeal', to })),
  AppealDecided: (ruling) => decisionRecipients(ruling).map((to) => ({ kind: 'appeal', to, hasOwnEmail: true })),
  AppealVoided: ({ appellants }) => appellants.map((to) => ({ kind: 'appeal', to, hasOwnEmail: true })),
} as const satisfies NotificationRules<EventsOf<typeof moderationAggregates>>
