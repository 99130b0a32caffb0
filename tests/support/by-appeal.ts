import type { DisputeCommand } from '../../domain/reputation/dispute/decider.ts'
import type { DisputeEvent } from '../../domain/reputation/dispute/events.ts'
import type { ApplyAppeal } from '../../domain/reputation/review/by-appeal.ts'
import type { ReviewCommand } from '../../domain/reputation/review/decider.ts'
import type { ReviewEvent } from '../../domain/reputation/review/events.ts'
import { against, inFavour, ofReview, on, statementOf } from './reputation.ts'

/** What appeals do with reviews and disputes, in the words of their specs. */

const said = (outcome: string) => statementOf(outcome.toLowerCase() === 'upheld' ? against : inFavour)
const ofDispute = { disputeId: 'review-1', reviewId: 'review-1', businessId: 'hotel' }
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
  statement: statementOf(to === 'ACTIVE' ? inFavour : against),
  violation: null,
  at: on('2026-03-05'),
})

export const appealApplied = (to: ApplyAppeal['to'], rulingId = 'ruling-1'): ReviewEvent => ({
  type: 'AppealApplied',
  data: { ...ofReview, rulingId, to, by: 'lia', at: on('2026-03-05') },
})

export const flagTurned = (
  reporterId: string,
  outcome: 'DISMISSED' | 'UPHELD',
  rulingId = 'ruling-1',
): ReviewEvent => ({
  type: 'FlagTurned',
  data: {
    ...ofReview,
    flagId: `flag-of-${reporterId}`,
    reporterId,
    caseNumber: 1,
    rulingId,
    outcome,
    by: 'lia',
    ...said(outcome),
    at: on('2026-03-05'),
  },
})

export const turnDispute = (outcome: 'upheld' | 'rejected', rulingId = 'ruling-1'): DisputeCommand => ({
  type: 'TurnDispute',
  rulingId,
  outcome,
  by: 'lia',
  statement: said(outcome),
  at: on('2026-03-05'),
})

export const disputeTurned = (outcome: 'upheld' | 'rejected', rulingId = 'ruling-1'): DisputeEvent => ({
  type: 'DisputeTurned',
  data: { ...ofDispute, rulingId, outcome, by: 'lia', ...said(outcome), at: on('2026-03-05') },
})
