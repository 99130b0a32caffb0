import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { sanctionAggregates } from '../../domain/sanctions/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'

export const sanctionTopics: LiveTopics<EventsOf<typeof sanctionAggregates>> = {
  DisputeOutcomeNoted: null,
  FlagOutcomeNoted: null,
  FlaggingQuestioned: null,
  FlaggingJudged: null,
  ViolationRecorded: null,
  ViolationOverturned: null,
  WarningIssued: ['account', 'accountId'],
  SuspensionImposed: ['account', 'accountId'],
  PermanentSuspensionImposed: ['account', 'accountId'],
  SanctionExpired: ['account', 'accountId'],
  SanctionLifted: ['account', 'accountId'],
  AppealSubmitted: ['account', 'accountId'],
  AppealTakenUnderReview: ['account', 'accountId'],
  AppealApproved: ['account', 'accountId'],
  AppealRejected: ['account', 'accountId'],
}
