import type { CaseEvent } from '../../../domain/moderation/case/events.ts'
import { at } from './moments.ts'
import type { SamplesOf } from './samples-of.ts'

const matter = { caseId: 'flag-review-1-1', kind: 'FLAG', targetId: 'review-1' } as const
const by = 'account-moderator'

export const caseSamples: SamplesOf<CaseEvent> = {
  CaseOpened: { ...matter, priority: 10, dueAt: at('2026-03-12'), at: at('2026-03-05') },
  CaseEscalated: { ...matter, kind: 'HELD', priority: 30, at: at('2026-03-05', '10:00') },
  CaseClaimed: { ...matter, by, until: at('2026-03-06', '09:15'), at: at('2026-03-06') },
  ClaimReleased: { ...matter, by, at: at('2026-03-06', '09:10') },
  CaseClosed: { ...matter, outcome: 'dismissed', by, at: at('2026-03-06', '09:10') },
}
