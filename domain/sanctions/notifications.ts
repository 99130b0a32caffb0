import type { EventsOf } from '../kernel/aggregates.ts'
import type { Notification, NotificationRules } from '../kernel/notification.ts'
import type { sanctionAggregates } from './aggregates.ts'
import {
  SanctionAppealApproved,
  SanctionAppealRejected,
  SanctionAppealTakenUnderReview,
} from './sanction-record-events.ts'

interface OfAccount {
  readonly accountId: string
}
const decision = ({ accountId }: OfAccount): readonly Notification[] => [
  { kind: 'decision', to: accountId, hasOwnEmail: true },
]
const appealDecision = ({ accountId }: OfAccount): readonly Notification[] => [
  { kind: 'appeal', to: accountId, hasOwnEmail: true },
]

export const sanctionNotifications = {
  WarningIssued: decision,
  SuspensionImposed: decision,
  PermanentSuspensionImposed: decision,
  PermanentSuspensionConsented: decision,
  PermanentSuspensionRefused: ({ accountId }) => [{ kind: 'decision', to: accountId }],
  SanctionLifted: decision,
  [SanctionAppealTakenUnderReview.type]: ({ accountId }) => [{ kind: 'appeal', to: accountId }],
  [SanctionAppealApproved.type]: appealDecision,
  [SanctionAppealRejected.type]: appealDecision,
} as const satisfies NotificationRules<EventsOf<typeof sanctionAggregates>>
