import type { Instant } from '../../kernel/primitives.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { DisputeEvent } from './events.ts'
import type { OpenedDispute } from './state.ts'

/** An appeal decided otherwise: S-13 is about what moderators do of their own accord. */
export interface TurnDispute {
  readonly type: 'TurnDispute'
  /** The event that decided the appeal: it is applied once. */
  readonly rulingId: string
  readonly outcome: 'upheld' | 'rejected'
  readonly statement: Statement
  /** Who decided the appeal. */
  readonly by: string
  readonly at: Instant
}

/** Only what was decided can be turned. */
export const turn = (command: TurnDispute, dispute: OpenedDispute): readonly DisputeEvent[] => {
  const { rulingId, outcome, by, statement, at } = command
  const { disputeId, reviewId, businessId } = dispute.opened
  const decided = dispute.outcome === 'upheld' || dispute.outcome === 'rejected'
  if (!decided || dispute.outcome === outcome || dispute.rulings.includes(rulingId)) return []
  return [{ type: 'DisputeTurned', data: { disputeId, reviewId, businessId, rulingId, outcome, by, ...statement, at } }]
}
