import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { moderationAggregates } from '../../domain/moderation/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'

export const moderationTopics: LiveTopics<EventsOf<typeof moderationAggregates>> = {
  CaseOpened: null,
  CaseEscalated: null,
  CaseReprioritised: null,
  CaseDueSoon: null,
  CaseBecameOverdue: null,
  CaseClaimed: null,
  ClaimReleased: null,
  ClaimExpired: null,
  CaseClosed: null,
  AppealLodged: ['reviews', 'appellantId'],
  AppealTaken: ['reviews', 'appellants'],
  AppealDecided: ['reviews', 'appellants'],
  AppealVoided: ['reviews', 'appellants'],
  PlanDrafted: null,
  PlanApproved: null,
}
