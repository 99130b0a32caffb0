import { E } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import {
  createStatement,
  type ReasonsRejection,
  type StatementOfReasons,
  withoutAppeal,
} from '../kernel/statement-of-reasons.ts'
import { isBefore, plusDays } from '../kernel/time.ts'
import {
  type JudgeFlagging,
  type RecordDisputeOutcome,
  type RecordFlagOutcome,
  violationEvents,
} from './sanction-imposition.ts'
import type { SanctionRecordEvent } from './sanction-record-events.ts'
import {
  countUnjudgedFlags,
  type FlaggingOutcome,
  openQuestion,
  type SanctionRecordState,
  withFlag,
} from './sanction-record-state.ts'

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

export const recordDisputeOutcome = (
  { accountId, disputeId, outcome, at }: RecordDisputeOutcome,
  { disputes }: SanctionRecordState,
): E.Either<never, readonly SanctionRecordEvent[]> => {
  const known = disputes.find((one) => one.disputeId === disputeId)
  if (known?.outcome === outcome) return E.right([])
  return E.right([{ type: 'DisputeOutcomeNoted', data: { accountId, disputeId, outcome, at } }])
}

/** Those of the window, but none twice: what was held against the business before is not held against it again. */
export const lostDisputesOf = (
  state: SanctionRecordState,
  at: Instant,
  rule: LostDisputesRule,
): LostDisputes | null => {
  const earlier = state.violations.filter(({ trigger }) => trigger === 'DISPUTES_LOST').map((one) => one.at)
  const since = [plusDays(at, -rule.windowDays), ...earlier].reduce((a, b) => (isBefore(a, b) ? b : a))
  const weighed = state.disputes.filter((one) => isBefore(since, one.at) && !isBefore(at, one.at))
  const lost = weighed.filter(({ outcome }) => outcome === 'rejected').length
  const decided = weighed.length
  return lost >= rule.count && lost * 100 >= decided * rule.percent ? { lost, decided } : null
}

export type FlaggingRejection =
  | ReasonsRejection
  | { readonly type: 'OwnMatter' }
  | { readonly type: 'FlaggingNotQuestioned' }
  | { readonly type: 'FlaggingAlreadyJudged'; readonly outcome: FlaggingOutcome }

type Decision<R = FlaggingRejection> = E.Either<R, readonly SanctionRecordEvent[]>

/** While one question waits there is no other; the next one counts what has been decided since. */
export const recordFlagOutcome = (
  { accountId, flagId, authorId, outcome, rule, at }: RecordFlagOutcome,
  state: SanctionRecordState,
) => {
  const known = state.flagging.flags.find((one) => one.flagId === flagId)
  if (known?.outcome === outcome) return E.right([])
  const noted: SanctionRecordEvent = { type: 'FlagOutcomeNoted', data: { accountId, flagId, authorId, outcome, at } }
  const after = withFlag(state.flagging, { flagId, authorId, outcome })
  const { dismissed, decided } = countUnjudgedFlags(after)
  const many = dismissed >= rule.dismissed && dismissed * 100 >= decided * rule.percent
  if (!many || openQuestion(after) !== null) return E.right([noted])
  const number = after.questions + 1
  const data = { accountId, number, dismissed, decided, ruleVersion: rule.version, at }
  return E.right([noted, { type: 'FlaggingQuestioned', data }] satisfies readonly SanctionRecordEvent[])
}

/** Who flagged, and who wrote what was flagged for nothing: none of them judges it (P-16). */
export const partiesToFlagging = (accountId: string, { flagging }: SanctionRecordState): readonly string[] => [
  accountId,
  ...flagging.flags.filter(({ outcome }) => outcome === 'dismissed').map(({ authorId }) => authorId),
]

/** Abuse is answered with a warning and leaves the ladder where it stands (points settled 12). */
export const judgeFlagging = (command: JudgeFlagging, state: SanctionRecordState): Decision => {
  const { accountId, number, outcome, by, facts, at } = command
  const earlier = state.flagging.judgements.find((one) => one.number === number)
  if (earlier !== undefined)
    return earlier.outcome === outcome && earlier.by === by
      ? E.right([])
      : E.left({ type: 'FlaggingAlreadyJudged', outcome: earlier.outcome })
  if (number !== openQuestion(state.flagging)) return E.left({ type: 'FlaggingNotQuestioned' })
  if (partiesToFlagging(accountId, state).includes(by)) return E.left({ type: 'OwnMatter' })

  const abusive = outcome === 'abusive'
  const reasons = { facts, ground: abusive ? misuseReason : 'NO_VIOLATION', violation: null } as const
  return E.map((statement: StatementOfReasons): readonly SanctionRecordEvent[] => {
    const answer = abusive ? warningEvents(command, statement.facts, state) : []
    const warned = answer.some(({ type }) => type === 'WarningIssued')
    const said = warned ? statement : withoutAppeal(statement)
    return [{ type: 'FlaggingJudged', data: { accountId, number, outcome, ...said, by, at } }, ...answer]
  })(createStatement(reasons, abusive ? 'against' : 'for', 'detection', at))
}

/** Of V-56: none is named after it. */
const misuseReason = 'POLICY_VIOLATION'

const warningEvents = (
  { accountId, userType, sanctionId, number, by, at }: JudgeFlagging,
  facts: string,
  state: SanctionRecordState,
): readonly SanctionRecordEvent[] => {
  const { dismissed: lost, decided } = countUnjudgedFlags(state.flagging)
  return violationEvents(
    {
      accountId,
      userType,
      sanctionId,
      violationId: `flagging-${accountId}-${number}`,
      reason: misuseReason,
      trigger: 'FLAGS_DISMISSED',
      evidence: { reviewId: null, decidedBy: by, lost, decided, windowDays: null },
      facts,
      counts: false,
      serious: false,
      at,
    },
    { by, automation: 'detection' },
    state,
  )
}
