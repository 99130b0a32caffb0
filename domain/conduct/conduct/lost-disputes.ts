import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore, plusDays } from '../../kernel/time.ts'
import type { NoteDispute } from './commands.ts'
import type { ConductEvent } from './events.ts'
import type { ConductState } from './state.ts'

/** When disputing is abuse (DSA, article 23): so many lost, and so large a part of those decided. */
export interface LostDisputesRule {
  readonly count: number
  readonly percent: number
  readonly windowDays: number
}

export interface LostDisputes {
  readonly lost: number
  readonly decided: number
}

export const note = (
  { accountId, disputeId, outcome, at }: NoteDispute,
  { disputes }: ConductState,
): E.Either<never, readonly ConductEvent[]> => {
  const known = disputes.find((one) => one.disputeId === disputeId)
  if (known?.outcome === outcome) return E.right([])
  return E.right([{ type: 'DisputeOutcomeNoted', data: { accountId, disputeId, outcome, at } }])
}

/** Those of the window, but none twice: what was held against the business before is not held against it again. */
export const lostDisputesOf = (state: ConductState, at: Instant, rule: LostDisputesRule): LostDisputes | null => {
  const earlier = state.violations.filter(({ trigger }) => trigger === 'DISPUTES_LOST').map((one) => one.at)
  const since = [plusDays(at, -rule.windowDays), ...earlier].reduce((a, b) => (isBefore(a, b) ? b : a))
  const weighed = state.disputes.filter((one) => isBefore(since, one.at) && !isBefore(at, one.at))
  const lost = weighed.filter(({ outcome }) => outcome === 'rejected').length
  const decided = weighed.length
  return lost >= rule.count && lost * 100 >= decided * rule.percent ? { lost, decided } : null
}
