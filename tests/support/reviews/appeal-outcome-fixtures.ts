import { type DisputeCommand, type DisputeEvent, DisputeOverturned } from '../../../domain/reviews/dispute.ts'
import { FlagOverturned, type ReviewEvent } from '../../../domain/reviews/review-state.ts'
import type { ApplyRuling } from '../../../domain/reviews/review-moderation.ts'
import type { ReviewCommand } from '../../../domain/reviews/review.ts'
import {
  adverseReasons,
  disputeFields,
  favourableReasons,
  instantOn,
  reviewFields,
  statementOf,
} from './review-fixtures.ts'

/** Commands and events for the specs of appeal outcomes. */

const statementFor = (outcome: string) =>
  statementOf(outcome.toLowerCase() === 'upheld' ? adverseReasons : favourableReasons)
export const applyRuling = (
  to: ApplyRuling['to'],
  flags: readonly string[] = [],
  rulingId = 'ruling-1',
): ReviewCommand => ({
  type: 'ApplyRuling',
  rulingId,
  to,
  flags: flags.map((reporterId) => `flag-of-${reporterId}`),
  by: 'lia',
  statementOfReasons: statementOf(to === 'ACTIVE' ? favourableReasons : adverseReasons),
  violation: null,
  at: instantOn('2026-03-05'),
})

export const appealApplied = (to: ApplyRuling['to'], rulingId = 'ruling-1'): ReviewEvent => ({
  type: 'AppealApplied',
  data: { ...reviewFields, rulingId, to, by: 'lia', at: instantOn('2026-03-05') },
})

export const flagOverturned = (
  reporterId: string,
  outcome: 'DISMISSED' | 'UPHELD',
  rulingId = 'ruling-1',
): ReviewEvent => ({
  type: FlagOverturned.type,
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

export const overturnDispute = (outcome: 'upheld' | 'rejected', rulingId = 'ruling-1'): DisputeCommand => ({
  type: 'OverturnDispute',
  rulingId,
  outcome,
  by: 'lia',
  statementOfReasons: statementFor(outcome),
  at: instantOn('2026-03-05'),
})

export const disputeOverturned = (outcome: 'upheld' | 'rejected', rulingId = 'ruling-1'): DisputeEvent => ({
  type: DisputeOverturned.type,
  data: { ...disputeFields, rulingId, outcome, by: 'lia', ...statementFor(outcome), at: instantOn('2026-03-05') },
})
