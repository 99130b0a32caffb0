import type { CaseEvent } from '../../../domain/moderation/case/events.ts'
import type { UnwindEvent } from '../../../domain/moderation/unwind/events.ts'
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

const plan = { planId: 'review-1-1', reviewId: 'review-1' }

export const unwindSamples: SamplesOf<UnwindEvent> = {
  PlanDrafted: {
    ...plan,
    by,
    madeOn: [{ stream: 'review-review-1', version: 3 }],
    effects: [
      { stream: 'review-review-1', what: 'ReviewRemoved', id: null, amount: null, before: null, after: null },
      { stream: 'rewards-client-1', what: 'RewardRevoked', id: 'K7M4Q2XYZ9', amount: null, before: null, after: null },
    ],
    kept: [{ what: 'code-redeemed', id: 'A2B3C4D5E6', amount: 2 }],
    figures: [{ name: 'venue-stars', before: 12, after: 11 }],
    at: at('2026-03-06'),
  },
  PlanApproved: { ...plan, by: 'account-moderator-2', draftedBy: by, at: at('2026-03-06', '11:00') },
}
