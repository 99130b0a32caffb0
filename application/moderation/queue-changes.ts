import { type CaseEvent, CaseEvents } from '../../domain/moderation/case.ts'
import type { DomainEvent } from '../event-registry.ts'

/**
 * A change of a case that moderators with the queue open see at once. Without ids: the case may be a moderator's own
 * matter, and the id of a contested rating names its parties. @rule Q-128
 */
export interface QueueChange {
  readonly kind: CaseEvent['data']['kind']
  readonly change: (typeof queueChanges)[CaseEvent['type']]
}

const queueChanges = {
  CaseOpened: 'opened',
  CaseEscalated: 'escalated',
  CaseReprioritised: 'reprioritised',
  CaseDueSoon: 'due-soon',
  CaseBecameOverdue: 'overdue',
  CaseClaimed: 'claimed',
  ClaimReleased: 'released',
  ClaimExpired: 'expired',
  CaseClosed: 'closed',
} as const satisfies Record<CaseEvent['type'], string>

/** Null for events that do not concern the queue. */
export const queueChangeOf = (event: DomainEvent): QueueChange | null => {
  if (!isCaseEvent(event)) return null
  return { kind: event.data.kind, change: queueChanges[event.type] }
}

/** Whether events of this type concern the queue. */
export const affectsQueue = (type: string): boolean => CaseEvents.codecs.has(type)

const isCaseEvent = (event: DomainEvent): event is CaseEvent => affectsQueue(event.type)
