import type { AppealEvent } from '../../../domain/moderation/appeal.ts'
import type { CaseEvent } from '../../../domain/moderation/case.ts'
import type { ReversalEvent } from '../../../domain/moderation/reversal.ts'
import { at, type SamplesOf } from '../sample-values.ts'

const caseFields = { caseId: 'flag-review-1-1', kind: 'FLAG', targetId: 'review-1' } as const
const by = 'account-moderator'
const kind = { part: 'kind', points: 100 } as const
const held = { part: 'held', points: 200 } as const
const flags = { part: 'flags', points: 20 } as const
const reporters = { part: 'reporters', points: -3 } as const
const deadline = { part: 'deadline', points: 500 } as const
const parties = ['account-ana', 'account-rosa']

export const caseSamples: SamplesOf<CaseEvent> = {
  CaseOpened: {
    ...caseFields,
    priority: 110,
    why: [kind, { part: 'flags', points: 10 }],
    formula: 1,
    flags: 1,
    weight: 100,
    weightVersion: 1,
    parties,
    dueAt: at('2026-03-12'),
    at: at('2026-03-05'),
  },
  CaseEscalated: {
    ...caseFields,
    kind: 'HELD',
    priority: 317,
    why: [kind, held, flags, reporters],
    formula: 1,
    at: at('2026-03-05', '10:00'),
  },
  CaseReprioritised: {
    ...caseFields,
    priority: 117,
    why: [kind, flags, reporters],
    formula: 1,
    flags: 2,
    weight: 170,
    weightVersion: 1,
    parties,
    at: at('2026-03-05', '10:00'),
  },
  CaseDueSoon: {
    ...caseFields,
    priority: 150,
    why: [kind, { part: 'deadline', points: 50 }],
    formula: 1,
    dueAt: at('2026-03-12'),
    at: at('2026-03-11'),
  },
  CaseBecameOverdue: {
    ...caseFields,
    priority: 600,
    why: [kind, deadline],
    formula: 1,
    dueAt: at('2026-03-12'),
    at: at('2026-03-13'),
  },
  CaseClaimed: { ...caseFields, by, until: at('2026-03-06', '09:15'), at: at('2026-03-06') },
  ClaimReleased: { ...caseFields, by, at: at('2026-03-06', '09:10') },
  ClaimExpired: { ...caseFields, by, until: at('2026-03-06', '09:15'), at: at('2026-03-06', '09:16') },
  CaseClosed: { ...caseFields, outcome: 'dismissed', by, at: at('2026-03-06', '09:10') },
}

const appealFields = { decisionId: 'event-42', reviewId: 'review-1', side: 'author', level: 1 } as const
const secondModerator = 'account-second-moderator'

export const appealSamples: SamplesOf<AppealEvent> = {
  AppealLodged: {
    ...appealFields,
    appellantId: 'account-giulia',
    toldId: 'event-42',
    measure: 'HIDDEN',
    reviewVersion: 4,
    deciders: [by],
    text: 'Quello che ho scritto è vero, e posso mostrare le fotografie.',
    at: at('2026-03-10'),
  },
  AppealTaken: { ...appealFields, by: secondModerator, appellants: ['account-giulia'], at: at('2026-03-11') },
  AppealDecided: {
    ...appealFields,
    by: secondModerator,
    outcome: 'OVERTURNED',
    before: 'HIDDEN',
    measure: 'VISIBLE',
    appellants: ['account-giulia'],
    others: [{ accountId: 'account-marco', side: 'reporter' }],
    flags: ['flag-1'],
    disputeId: null,
    authorId: 'account-giulia',
    facts: 'La recensione racconta un soggiorno vero, in termini civili.',
    ground: 'NO_VIOLATION',
    rulesVersion: 1,
    automation: 'none',
    redress: ['appeal', 'out-of-court', 'court'],
    appealableUntil: at('2026-09-12'),
    violation: null,
    at: at('2026-03-12'),
  },
  AppealVoided: { ...appealFields, measure: 'HIDDEN', appellants: ['account-giulia'], at: at('2026-03-12') },
}

const plan = { planId: 'review-1-1', reviewId: 'review-1' }

export const reversalSamples: SamplesOf<ReversalEvent> = {
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
