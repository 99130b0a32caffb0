import type * as t from 'io-ts'
import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, oneOf, orNull, Whole } from '../../kernel/primitives.ts'

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

export const CaseOpened = event('CaseOpened', {
  ...whose,
  /** Higher goes first. */
  priority: clear(Whole),
  dueAt: clear(Instant),
  at: clear(Instant),
})
export const CaseEscalated = event('CaseEscalated', { ...whose, priority: clear(Whole), at: clear(Instant) })
export const CaseClaimed = event('CaseClaimed', { ...whose, by: clear(Id), until: clear(Instant), at: clear(Instant) })
export const ClaimReleased = event('ClaimReleased', { ...whose, by: clear(Id), at: clear(Instant) })
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

export const CaseEvents = family(CaseOpened, CaseEscalated, CaseClaimed, ClaimReleased, CaseClosed)
export type CaseEvent = EventIn<typeof CaseEvents>
