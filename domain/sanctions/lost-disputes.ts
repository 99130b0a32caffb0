import { accept, type DecisionOf, nothing } from '../kernel/decider.ts'
import type { Instant } from '../kernel/primitives.ts'
import { isBefore, plusDays } from '../kernel/time.ts'
import type { LostDisputesRule } from './rules.ts'
import type { SanctionCommandFields } from './sanction-imposition.ts'
import { DisputeOutcomeRecorded, type SanctionRecordEvent } from './sanction-record-events.ts'
import type { SanctionRecordState } from './sanction-record-state.ts'

export interface LostDisputes {
  readonly lost: number
  readonly decided: number
}

export interface RecordDisputeOutcome extends SanctionCommandFields {
  readonly type: 'RecordDisputeOutcome'
  readonly disputeId: string
  readonly outcome: 'upheld' | 'rejected'
}

/** Records the outcome of a dispute the account opened, also after an appeal changed it. */
export const recordDisputeOutcome = (
  { accountId, disputeId, outcome, at }: RecordDisputeOutcome,
  { disputes }: SanctionRecordState,
): DecisionOf<SanctionRecordEvent> => {
  const earlier = disputes.find((dispute) => dispute.disputeId === disputeId)
  if (earlier?.outcome === outcome) return nothing
  return accept({ type: DisputeOutcomeRecorded.type, data: { accountId, disputeId, outcome, at } })
}

/** The disputes decided in the window and since the last violation for lost disputes; null if the rule is not met. */
export const lostDisputesOf = (
  state: SanctionRecordState,
  at: Instant,
  rule: LostDisputesRule,
): LostDisputes | null => {
  const earlier = state.violations.filter(({ trigger }) => trigger === 'DISPUTES_LOST').map((violation) => violation.at)
  const since = [plusDays(at, -rule.windowDays), ...earlier].reduce((latest, start) =>
    isBefore(latest, start) ? start : latest,
  )
  const recent = state.disputes.filter((dispute) => isBefore(since, dispute.at) && !isBefore(at, dispute.at))
  const lost = recent.filter(({ outcome }) => outcome === 'rejected').length
  const decided = recent.length
  return lost >= rule.count && lost * 100 >= decided * rule.percent ? { lost, decided } : null
}
