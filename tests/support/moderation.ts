import type { Instant } from '../../domain/kernel/primitives.ts'
import type { CaseCommand } from '../../domain/moderation/case/decider.ts'
import type { CaseEvent, CaseKind } from '../../domain/moderation/case/events.ts'
import { noEvidence, weigh, type Evidence, type Urgency } from '../../domain/moderation/case/priority.ts'
import { on } from './reputation.ts'

/** The words the specs of moderation are written in. */

const ofCase = { caseId: 'flag-review-1-1', kind: 'FLAG' as const, targetId: 'review-1' }
export const parties = ['ana', 'rosa']
export const dueAt = on('2026-03-09')
const matter = { ...ofCase, parties, dueAt, at: on('2026-03-02') }

/** So many ordinary flags, or of another weight together. */
export const evidenceOf = (flags: number, weight = flags * 100): Evidence =>
  flags === 0 ? noEvidence : { flags, weight, weightVersion: 1 }
const one = evidenceOf(1)

export const openCase: CaseCommand = { type: 'OpenCase', ...matter, evidence: one }
export const weighCase = (evidence: Evidence, parties: readonly string[] = []): CaseCommand => ({
  type: 'WeighCase',
  evidence,
  parties,
  at: on('2026-03-02'),
})
export const escalateCase: CaseCommand = { type: 'EscalateCase', at: on('2026-03-02') }
export const claimCase = (by: string, at: Instant): CaseCommand => ({ type: 'ClaimCase', by, leaseMinutes: 10, at })
export const releaseCase = (by: string, at: Instant): CaseCommand => ({ type: 'ReleaseCase', by, at })
/** Nothing is due soon unless said so. */
export const keepTime = (at: Instant, soonUntil: Instant = at): CaseCommand => ({ type: 'KeepTime', soonUntil, at })
export const closeCase = (outcome: 'upheld' | 'dismissed' = 'upheld'): CaseCommand => ({
  type: 'CloseCase',
  outcome,
  by: 'lia',
  at: on('2026-03-03'),
})

export const caseOpened = (kind: CaseKind = 'FLAG'): CaseEvent => ({
  type: 'CaseOpened',
  data: { ...matter, kind, ...weigh({ kind, ...one, urgency: 'calm' }), ...one },
})
export const caseReprioritised = (evidence: Evidence, all = parties, kind: CaseKind = 'FLAG'): CaseEvent => ({
  type: 'CaseReprioritised',
  data: {
    ...ofCase,
    kind,
    ...weigh({ kind, ...evidence, urgency: 'calm' }),
    ...evidence,
    parties: all,
    at: on('2026-03-02'),
  },
})
export const caseEscalated: CaseEvent = {
  type: 'CaseEscalated',
  data: { ...ofCase, kind: 'HELD', ...weigh({ kind: 'HELD', ...one, urgency: 'calm' }), at: on('2026-03-02') },
}
export const deadlineNears = (urgency: Exclude<Urgency, 'calm'>, at: Instant): CaseEvent => ({
  type: urgency === 'soon' ? 'CaseDueSoon' : 'CaseBecameOverdue',
  data: { ...ofCase, ...weigh({ kind: 'FLAG', ...one, urgency }), dueAt, at },
})
export const caseClaimed = (by: string, at: Instant, until: Instant): CaseEvent => ({
  type: 'CaseClaimed',
  data: { ...ofCase, by, until, at },
})
export const claimReleased = (by: string, at: Instant): CaseEvent => ({
  type: 'ClaimReleased',
  data: { ...ofCase, by, at },
})
export const claimExpired = (by: string, until: Instant, at: Instant): CaseEvent => ({
  type: 'ClaimExpired',
  data: { ...ofCase, by, until, at },
})
export const caseClosed = (outcome: 'upheld' | 'dismissed' = 'upheld'): CaseEvent => ({
  type: 'CaseClosed',
  data: { ...ofCase, outcome, by: 'lia', at: on('2026-03-03') },
})
