import { accept, type DecisionOf, nothing } from '../kernel/decider.ts'
import type { Instant } from '../kernel/primitives.ts'
import { isBefore, plusDays } from '../kernel/time.ts'
import type { LostDisputesRule } from './rules.ts'
import { overturningEvents, type SanctionCommandFields } from './sanction-imposition.ts'
import { DisputeOutcomeRecorded, type SanctionRecordEvent } from './sanction-record-events.ts'
import type { DecidedDispute, RecordedViolation, SanctionRecordState } from './sanction-record-state.ts'

export interface LostDisputes {
  readonly lost: number
  readonly decided: number
}

/** The current outcome of a dispute the account opened. */
export interface RecordDisputeOutcome extends SanctionCommandFields {
  readonly type: 'RecordDisputeOutcome'
  readonly disputeId: string
  readonly outcome: 'upheld' | 'rejected'
  readonly rule: LostDisputesRule
  /** Findings to state if a warning is lifted. */
  readonly facts: string
}

/**
 * Records the outcome, also after an appeal changed it. A dispute won on appeal lifts the warning that counted it as
 * lost, unless the others still meet the rule.
 */
export const recordDisputeOutcome = (
  command: RecordDisputeOutcome,
  state: SanctionRecordState,
): DecisionOf<SanctionRecordEvent> => {
  const { accountId, disputeId, outcome, rule, at } = command
  const earlier = state.disputes.get(disputeId)
  if (earlier?.outcome === outcome) return nothing
  const unfounded = earlier?.outcome === 'rejected' ? warningsThatRequire(earlier, state, rule) : []
  return accept(
    { type: DisputeOutcomeRecorded.type, data: { accountId, disputeId, outcome, at } },
    ...overturningEvents(command, unfounded, state),
  )
}

const warningsThatRequire = (
  lostDispute: DecidedDispute,
  state: SanctionRecordState,
  rule: LostDisputesRule,
): readonly RecordedViolation[] =>
  [...state.violations.values()].filter(({ trigger, overturnedAt, at }) => {
    if (trigger !== 'DISPUTES_LOST' || overturnedAt !== null) return false
    const violations = state.violations.filter((violation) => isBefore(violation.at, at))
    const counted = recentDisputes({ ...state, violations }, at, rule)
    const { lost, decided } = countOf(counted)
    return counted.includes(lostDispute) && !meetsRule({ lost: lost - 1, decided }, rule)
  })

/** The disputes decided in the window and since the last violation for lost disputes; null if the rule is not met. */
export const lostDisputesOf = (
  state: SanctionRecordState,
  at: Instant,
  rule: LostDisputesRule,
): LostDisputes | null => {
  const counts = countOf(recentDisputes(state, at, rule))
  return meetsRule(counts, rule) ? counts : null
}

const recentDisputes = (
  { disputes, violations }: Pick<SanctionRecordState, 'disputes' | 'violations'>,
  at: Instant,
  rule: LostDisputesRule,
): readonly DecidedDispute[] => {
  const earlier = [...violations.values()]
    .filter(({ trigger }) => trigger === 'DISPUTES_LOST')
    .map((violation) => violation.at)
  const since = [plusDays(at, -rule.windowDays), ...earlier].reduce((latest, start) =>
    isBefore(latest, start) ? start : latest,
  )
  return [...disputes.values()].filter((dispute) => isBefore(since, dispute.at) && !isBefore(at, dispute.at))
}

const countOf = (disputes: readonly DecidedDispute[]): LostDisputes => ({
  lost: disputes.filter(({ outcome }) => outcome === 'rejected').length,
  decided: disputes.length,
})

const meetsRule = ({ lost, decided }: LostDisputes, rule: LostDisputesRule): boolean =>
  lost >= rule.count && lost * 100 >= decided * rule.percent
