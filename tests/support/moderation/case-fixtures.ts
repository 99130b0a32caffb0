import type { Instant } from '../../../domain/kernel/primitives.ts'
import {
  calculatePriority,
  type CaseCommand,
  type CaseEvent,
  type FlagTotals,
  noFlags,
} from '../../../domain/moderation/case.ts'
import type { CaseKind, Urgency } from '../../../domain/moderation/vocabulary.ts'
import { instantOn } from '../reviews/review-fixtures.ts'

/** Fixtures for moderation cases. */

const caseFields = { caseId: 'flag-review-1-1', kind: 'FLAG' as const, targetId: 'review-1' }
export const excludedAccounts = ['ana', 'rosa']
export const dueAt = instantOn('2026-03-09')
const openedFields = { ...caseFields, parties: excludedAccounts, dueAt, at: instantOn('2026-03-02') }

/** Totals of `flags` ordinary flags, or with another total weight. */
export const evidenceOf = (flags: number, weight = flags * 100): FlagTotals =>
  flags === 0 ? noFlags : { flags, weight, weightVersion: 1 }
const singleFlag = evidenceOf(1)

export const openCase: CaseCommand = {
  type: 'OpenCase',
  caseId: caseFields.caseId,
  kind: caseFields.kind,
  aboutId: caseFields.targetId,
  excludedAccounts,
  flagTotals: singleFlag,
  dueAt,
  at: openedFields.at,
}
export const reprioritiseCase = (evidence: FlagTotals, excluded: readonly string[] = []): CaseCommand => ({
  type: 'ReprioritiseCase',
  flagTotals: evidence,
  excludedAccounts: excluded,
  at: instantOn('2026-03-02'),
})
export const escalateCase: CaseCommand = { type: 'EscalateCase', at: instantOn('2026-03-02') }
export const claimCase = (by: string, at: Instant): CaseCommand => ({ type: 'ClaimCase', by, leaseMinutes: 10, at })
export const releaseCase = (by: string, at: Instant): CaseCommand => ({ type: 'ReleaseCase', by, at })
/** By default no case is due soon. */
export const updateUrgency = (at: Instant, soonUntil: Instant = at): CaseCommand => ({
  type: 'CheckDeadline',
  soonUntil,
  at,
})
export const closeCase = (outcome: 'upheld' | 'dismissed' = 'upheld'): CaseCommand => ({
  type: 'CloseCase',
  outcome,
  by: 'lia',
  at: instantOn('2026-03-03'),
})

export const caseOpened = (kind: CaseKind = 'FLAG'): CaseEvent => ({
  type: 'CaseOpened',
  data: { ...openedFields, kind, ...calculatePriority({ kind, ...singleFlag, urgency: 'calm' }), ...singleFlag },
})
export const caseReprioritised = (
  evidence: FlagTotals,
  all = excludedAccounts,
  kind: CaseKind = 'FLAG',
): CaseEvent => ({
  type: 'CaseReprioritised',
  data: {
    ...caseFields,
    kind,
    ...calculatePriority({ kind, ...evidence, urgency: 'calm' }),
    ...evidence,
    parties: all,
    at: instantOn('2026-03-02'),
  },
})
export const caseEscalated: CaseEvent = {
  type: 'CaseEscalated',
  data: {
    ...caseFields,
    kind: 'HELD',
    ...calculatePriority({ kind: 'HELD', ...singleFlag, urgency: 'calm' }),
    at: instantOn('2026-03-02'),
  },
}
export const deadlineApproached = (urgency: Exclude<Urgency, 'calm'>, at: Instant): CaseEvent => ({
  type: urgency === 'soon' ? 'CaseDueSoon' : 'CaseBecameOverdue',
  data: { ...caseFields, ...calculatePriority({ kind: 'FLAG', ...singleFlag, urgency }), dueAt, at },
})
export const caseClaimed = (by: string, at: Instant, until: Instant): CaseEvent => ({
  type: 'CaseClaimed',
  data: { ...caseFields, by, until, at },
})
export const claimReleased = (by: string, at: Instant): CaseEvent => ({
  type: 'ClaimReleased',
  data: { ...caseFields, by, at },
})
export const claimExpired = (by: string, until: Instant, at: Instant): CaseEvent => ({
  type: 'ClaimExpired',
  data: { ...caseFields, by, until, at },
})
export const caseClosed = (outcome: 'upheld' | 'dismissed' = 'upheld'): CaseEvent => ({
  type: 'CaseClosed',
  data: { ...caseFields, outcome, by: 'lia', at: instantOn('2026-03-03') },
})
