import type { DisputeCommand, DisputeEvent } from '../../../domain/reviews/dispute.ts'
import type { ReviewEvent } from '../../../domain/reviews/review-events.ts'
import type { ApplyAppeal } from '../../../domain/reviews/review-moderation.ts'
import type { ReviewCommand } from '../../../domain/reviews/review.ts'
import { adverseReasons, favourableReasons, instantOn, reviewFields, statementOf } from './review-fixtures.ts'

/** What appeals do with reviews and disputes, in the words of their specs. */

const statementFor = (outcome: string) =>
  statementOf(outcome.toLowerCase() === 'upheld' ? adverseReasons : favourableReasons)
const disputeFieldsOf = { disputeId: 'review-1', reviewId: 'review-1', businessId: 'hotel' }
export const applyAppeal = (
  to: ApplyAppeal['to'],
  flags: readonly string[] = [],
  rulingId = 'ruling-1',
): ReviewCommand => ({
  type: 'ApplyAppeal',
  rulingId,
  to,
  flags: flags.map((reporter) => `flag-of-${reporter}`),
  by: 'lia',
  statement: statementOf(to === 'ACTIVE' ? favourableReasons : adverseReasons),
  violation: null,
  at: instantOn('2026-03-05'),
})

export const appealApplied = (to: ApplyAppeal['to'], rulingId = 'ruling-1'): ReviewEvent => ({
  type: 'AppealApplied',
  data: { ...reviewFields, rulingId, to, by: 'lia', at: instantOn('2026-03-05') },
})

export const flagTurned = (
  reporterId: string,
  outcome: 'DISMISSED' | 'UPHELD',
  rulingId = 'ruling-1',
): ReviewEvent => ({
  type: 'FlagTurned',
  data: {
    ...reviewFields,
    flagId: `flag-of-${reporterId}`,
    reporterId,
    caseNumber: 1,
    rulingId,
    outcome,
    by: 'lia',
    ...statementFor(outcome),
    at: instantOn('2026-03-05'),
  },
})

export const turnDispute = (outcome: 'upheld' | 'rejected', rulingId = 'ruling-1'): DisputeCommand => ({
  type: 'ReverseDispute',
  rulingId,
  outcome,
  by: 'lia',
  statement: statementFor(outcome),
  at: instantOn('2026-03-05'),
})

export const disputeTurned = (outcome: 'upheld' | 'rejected', rulingId = 'ruling-1'): DisputeEvent => ({
  type: 'DisputeTurned',
  data: { ...disputeFieldsOf, rulingId, outcome, by: 'lia', ...statementFor(outcome), at: instantOn('2026-03-05') },
})
