import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import type { Instant } from '../kernel/primitives.ts'
import { appealDeadline, type ConflictOfInterest, conflictOfInterest } from '../kernel/statement-of-reasons.ts'
import { isBefore } from '../kernel/time.ts'
import type { SanctionCommandFields } from './sanction-imposition.ts'
import type { SanctionRecordEvent } from './sanction-record-events.ts'
import { findSanction, type Sanction, type SanctionRecordState } from './sanction-record-state.ts'
import type { ProposalOutcome } from './vocabulary.ts'

/** A second moderator's answer to the proposal of a permanent suspension. */
export interface AnswerProposal extends SanctionCommandFields {
  readonly type: 'AnswerProposal'
  readonly sanctionId: string
  readonly outcome: ProposalOutcome
  readonly by: string
}

export type ProposalRejection =
  | ConflictOfInterest
  | { readonly type: 'SanctionNotFound' }
  /** The moderator proposed the permanent suspension. */
  | { readonly type: 'ProposedByYou' }
  /** No permanent suspension is proposed: the suspension has ended, or another moderator has answered. */
  | { readonly type: 'NothingProposed' }

type ProposedSanction = Pick<Sanction, 'status' | 'by' | 'until' | 'proposal'>

/** Why the moderator cannot answer the proposal; null if they can. */
export const answerRejection = (
  accountId: string,
  { status, by: proposer, until, proposal }: ProposedSanction,
  by: string,
  at: Instant,
): Exclude<ProposalRejection['type'], 'SanctionNotFound'> | null => {
  const isPending = proposal?.outcome === 'pending' && status === 'active' && until !== null && isBefore(at, until)
  if (!isPending) return 'NothingProposed'
  if (by === accountId) return conflictOfInterest.type
  return by === proposer ? 'ProposedByYou' : null
}

/**
 * Makes the suspension permanent or leaves it as it is. With the consent, the period for appealing starts again.
 * @rule Q-128 a permanent suspension needs the consent of a second moderator
 */
export const answerProposal = (
  { accountId, sanctionId, outcome, by, at }: AnswerProposal,
  state: SanctionRecordState,
): DecisionOf<SanctionRecordEvent, ProposalRejection> => {
  const sanction = findSanction(state, sanctionId)
  if (sanction === undefined) return reject({ type: 'SanctionNotFound' })
  if (sanction.proposal?.outcome === outcome && sanction.proposal.by === by) return nothing
  const rejection = answerRejection(accountId, sanction, by, at)
  if (rejection !== null) return reject({ type: rejection })
  const answer = { accountId, sanctionId, by, at }
  return outcome === 'refused'
    ? accept({ type: 'PermanentSuspensionRefused', data: answer })
    : accept({ type: 'PermanentSuspensionConsented', data: { ...answer, appealableUntil: appealDeadline(at) } })
}
