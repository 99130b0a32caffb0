import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { E, pipe } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import { createStatement, type ReasonsRejection, withoutAppeal } from '../kernel/statement-of-reasons.ts'
import { isBefore, plusDays } from '../kernel/time.ts'
import type { AbusiveFlaggingRule, LostDisputesRule } from './rules.ts'
import { type AccountCommand, type ImpositionCommand, violationEvents } from './sanction-imposition.ts'
import { DisputeOutcomeRecorded, FlagOutcomeRecorded, type SanctionRecordEvent } from './sanction-record-events.ts'
import { countUnjudgedFlags, openExamination, type SanctionRecordState, withFlag } from './sanction-record-state.ts'
import { type FlaggingOutcome, flaggingOutcomes } from './vocabulary.ts'

// --- Lost disputes ----------------------------------------------------------------------------------

export interface LostDisputes {
  readonly lost: number
  readonly decided: number
}

export interface RecordDisputeOutcome extends AccountCommand {
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

// --- Flag abuse -------------------------------------------------------------------------------------

export type FlaggingRejection =
  | ReasonsRejection
  | { readonly type: 'OwnMatter' }
  | { readonly type: 'FlaggingNotQuestioned' }
  | { readonly type: 'FlaggingAlreadyJudged'; readonly outcome: FlaggingOutcome }

type Decision = DecisionOf<SanctionRecordEvent, FlaggingRejection>

/** The current outcome of a flag the account raised. */
export interface RecordFlagOutcome extends AccountCommand {
  readonly type: 'RecordFlagOutcome'
  readonly flagId: string
  readonly authorId: string
  readonly outcome: 'upheld' | 'dismissed'
  readonly rule: AbusiveFlaggingRule
}

/**
 * Records the outcome, and opens an examination of the account's flagging once the rule is met. Only one examination is
 * open at a time; the next one counts the flags decided since.
 */
export const recordFlagOutcome = (
  { accountId, flagId, authorId, outcome, rule, at }: RecordFlagOutcome,
  state: SanctionRecordState,
): Decision => {
  const earlier = state.flagging.flags.find((flag) => flag.flagId === flagId)
  if (earlier?.outcome === outcome) return nothing
  const recorded: SanctionRecordEvent = {
    type: FlagOutcomeRecorded.type,
    data: { accountId, flagId, authorId, outcome, at },
  }
  const after = withFlag(state.flagging, { flagId, authorId, outcome })
  const { dismissed, decided } = countUnjudgedFlags(after)
  if (!reachesThreshold({ dismissed, decided }, rule) || openExamination(after) !== null) return accept(recorded)
  const number = after.examinations + 1
  const data = { accountId, number, dismissed, decided, ruleVersion: rule.version, at }
  return accept(recorded, { type: 'FlaggingQuestioned', data })
}

const reachesThreshold = (
  { dismissed, decided }: { readonly dismissed: number; readonly decided: number },
  rule: AbusiveFlaggingRule,
): boolean => dismissed >= rule.dismissed && dismissed * 100 >= decided * rule.percent

/** The reporter and the authors of wrongly flagged reviews. @rule P-16 parties may not judge their own case */
export const partiesToFlagging = (accountId: string, { flagging }: SanctionRecordState): readonly string[] => [
  accountId,
  ...flagging.flags.filter(({ outcome }) => outcome === 'dismissed').map(({ authorId }) => authorId),
]

interface FlaggingExamination {
  readonly isOpen: boolean
  readonly parties: readonly string[]
}

const judgingRejection = ({ isOpen, parties }: FlaggingExamination, by: string) => {
  if (!isOpen) return 'FlaggingNotQuestioned'
  return parties.includes(by) ? 'OwnMatter' : null
}

/** The outcomes that the moderator may choose. */
export const allowedFlaggingOutcomes = (examination: FlaggingExamination, by: string): readonly FlaggingOutcome[] =>
  judgingRejection(examination, by) === null ? flaggingOutcomes : []

/** A moderator's outcome of the examination: flag abuse, or in order. */
export interface JudgeFlagging extends Omit<ImpositionCommand, 'reason'> {
  readonly type: 'JudgeFlagging'
  /** Number of the open examination. */
  readonly number: number
  readonly outcome: FlaggingOutcome
  readonly by: string
}

/**
 * Records the judgement. Abuse results in a warning.
 * @rule D-12 the warning does not count as a strike
 */
export const judgeFlagging = (command: JudgeFlagging, state: SanctionRecordState): Decision => {
  const { accountId, number, outcome, by, facts, at } = command
  const earlier = state.flagging.judgements.find((judgement) => judgement.number === number)
  if (earlier !== undefined)
    return earlier.outcome === outcome && earlier.by === by
      ? nothing
      : reject({ type: 'FlaggingAlreadyJudged', outcome: earlier.outcome })
  const isOpen = number === openExamination(state.flagging)
  const obstacle = judgingRejection({ isOpen, parties: partiesToFlagging(accountId, state) }, by)
  if (obstacle !== null) return reject({ type: obstacle })

  const abusive = outcome === 'abusive'
  const reasons = { facts, ground: abusive ? misuseReason : 'NO_VIOLATION', violation: null } as const
  return pipe(
    createStatement(reasons, abusive ? 'against' : 'for', 'detection', at),
    E.flatMap((statement): Decision => {
      const warnings = abusive ? warningEvents(command, statement.facts, state) : []
      const warned = warnings.some(({ type }) => type === 'WarningIssued')
      const judgement = { accountId, number, outcome, ...(warned ? statement : withoutAppeal(statement)), by, at }
      return accept({ type: 'FlaggingJudged', data: judgement }, ...warnings)
    }),
  )
}

/** @rule V-56 lists no reason for abusive flagging */
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
