import * as t from 'io-ts'
import { clear, event, family, type EventIn, type Upcaster } from '../../kernel/event.ts'
import { Id, Instant, oneOf, orNull, Whole } from '../../kernel/primitives.ts'
import { evidenceCodecs, PriorityParts } from './priority.ts'

/** FLAG becomes HELD when its review is taken out of sight. */
export const CaseKind = oneOf(['FLAG', 'DISPUTE', 'APPEAL', 'HELD'])
export type CaseKind = t.TypeOf<typeof CaseKind>

const whose = {
  /** `flag-<reviewId>-<n>`, `dispute-<reviewId>` or `appeal-<decisionId>`: the life of a matter names its case. */
  caseId: clear(Id),
  kind: clear(CaseKind),
  /** What is judged: a review's id. */
  targetId: clear(Id),
}
/** On every event that moves a case in the queue, so that its order can be replayed and explained. */
const place = {
  /** Higher goes first: the sum of `why`. */
  priority: clear(Whole),
  why: clear(PriorityParts),
  formula: clear(Whole),
}
const evidence = {
  flags: clear(evidenceCodecs.flags),
  weight: clear(evidenceCodecs.weight),
  weightVersion: clear(evidenceCodecs.weightVersion),
  /** Accounts that have a part in the matter: none of them works on it. */
  parties: clear(t.readonlyArray(Id)),
}

/** The first shape said the priority and not what it was made of. */
const unexplained: Upcaster = (data) => ({ ...data, why: [{ part: 'kind', points: data['priority'] }], formula: 0 })
const withoutEvidence: Upcaster = (data) => ({
  ...unexplained(data),
  flags: 0,
  weight: 0,
  weightVersion: null,
  parties: [],
})

export const CaseOpened = event(
  'CaseOpened',
  { ...whose, ...place, ...evidence, dueAt: clear(Instant), at: clear(Instant) },
  { version: 2, upcast: { 1: withoutEvidence } },
)
export const CaseEscalated = event(
  'CaseEscalated',
  { ...whose, ...place, at: clear(Instant) },
  { version: 2, upcast: { 1: unexplained } },
)
/** Flags were added or answered. */
export const CaseReprioritised = event('CaseReprioritised', {
  ...whose,
  ...place,
  ...evidence,
  at: clear(Instant),
})
/** One working day before its deadline (B-47). */
export const CaseDueSoon = event('CaseDueSoon', { ...whose, ...place, dueAt: clear(Instant), at: clear(Instant) })
export const CaseBecameOverdue = event('CaseBecameOverdue', {
  ...whose,
  ...place,
  dueAt: clear(Instant),
  at: clear(Instant),
})
export const CaseClaimed = event('CaseClaimed', { ...whose, by: clear(Id), until: clear(Instant), at: clear(Instant) })
export const ClaimReleased = event('ClaimReleased', { ...whose, by: clear(Id), at: clear(Instant) })
/** Written by the timer, or by whoever takes the case over first. */
export const ClaimExpired = event('ClaimExpired', {
  ...whose,
  by: clear(Id),
  until: clear(Instant),
  at: clear(Instant),
})
export const CaseClosed = event('CaseClosed', {
  ...whose,
  outcome: clear(
    oneOf([
      'upheld',
      'dismissed',
      'reviewed',
      'removed',
      'hidden',
      'rejected',
      'closed',
      'void',
      'partly',
      'overturned',
    ]),
  ),
  /** Who decided; null when it closed because its matter disappeared. */
  by: clear(orNull(Id)),
  at: clear(Instant),
})

export const CaseEvents = family(
  CaseOpened,
  CaseEscalated,
  CaseReprioritised,
  CaseDueSoon,
  CaseBecameOverdue,
  CaseClaimed,
  ClaimReleased,
  ClaimExpired,
  CaseClosed,
)
export type CaseEvent = EventIn<typeof CaseEvents>
