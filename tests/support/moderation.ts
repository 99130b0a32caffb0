import type { Instant } from '../../domain/kernel/primitives.ts'
import type { CaseCommand } from '../../domain/moderation/case/decider.ts'
import type { CaseEvent } from '../../domain/moderation/case/events.ts'
import { on } from './reputation.ts'

/** The words the specs of moderation are written in. */

const ofCase = { caseId: 'flag-review-1-1', kind: 'FLAG' as const, targetId: 'review-1' }
const caseData = { ...ofCase, priority: 100, dueAt: on('2026-03-09'), at: on('2026-03-02') }
export const openCase: CaseCommand = { type: 'OpenCase', ...caseData }
export const escalateCase: CaseCommand = { type: 'EscalateCase', priority: 300, at: on('2026-03-02') }
export const claimCase = (by: string, at: Instant): CaseCommand => ({ type: 'ClaimCase', by, leaseMinutes: 10, at })
export const releaseCase = (by: string, at: Instant): CaseCommand => ({ type: 'ReleaseCase', by, at })
export const closeCase = (outcome: 'upheld' | 'dismissed' = 'upheld'): CaseCommand => ({
  type: 'CloseCase',
  outcome,
  by: 'lia',
  at: on('2026-03-03'),
})
export const caseOpened = (kind: 'FLAG' | 'DISPUTE' | 'APPEAL' | 'HELD' = 'FLAG'): CaseEvent => ({
  type: 'CaseOpened',
  data: { ...caseData, kind },
})
export const caseEscalated: CaseEvent = {
  type: 'CaseEscalated',
  data: { ...ofCase, kind: 'HELD', priority: 300, at: on('2026-03-02') },
}
export const caseClaimed = (by: string, at: Instant, until: Instant): CaseEvent => ({
  type: 'CaseClaimed',
  data: { ...ofCase, by, until, at },
})
export const claimReleased = (by: string, at: Instant): CaseEvent => ({
  type: 'ClaimReleased',
  data: { ...ofCase, by, at },
})
export const caseClosed = (outcome: 'upheld' | 'dismissed' = 'upheld'): CaseEvent => ({
  type: 'CaseClosed',
  data: { ...ofCase, outcome, by: 'lia', at: on('2026-03-03') },
})
