import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { E, pipe } from '../kernel/fp.ts'
import {
  conflictOfInterest,
  type ConflictOfInterest,
  createStatementOfReasons,
  type ReasonsRejection,
  withoutAppeal,
} from '../kernel/statement-of-reasons.ts'
import type { FlagAbuseRule } from './rules.ts'
import { type SanctionCommandFields, type ImpositionCommand, violationEvents } from './sanction-imposition.ts'
import { FlagOutcomeRecorded, type SanctionRecordEvent } from './sanction-record-events.ts'
import { countUncoveredFlags, openFlagAbuseCase, type SanctionRecordState, withFlag } from './sanction-record-state.ts'
import { type FlagAbuseOutcome, flagAbuseOutcomes } from './vocabulary.ts'

export type FlagAbuseRejection =
  | ReasonsRejection
  | ConflictOfInterest
  /** The account has no open flag abuse case with this number. */
  | { readonly type: 'FlaggingNotQuestioned' }
  /** The flag abuse case was decided with another outcome. */
  | { readonly type: 'FlaggingAlreadyJudged'; readonly outcome: FlagAbuseOutcome }

type Decision = DecisionOf<SanctionRecordEvent, FlagAbuseRejection>

/** The current outcome of a flag the account raised. */
export interface RecordFlagOutcome extends SanctionCommandFields {
  readonly type: 'RecordFlagOutcome'
  readonly flagId: string
  readonly authorId: string
  readonly outcome: 'upheld' | 'dismissed'
  readonly rule: FlagAbuseRule
}

/**
 * Records the outcome, and opens a flag abuse case once the rule is met. Only one case is open at a time; the next
 * one counts the flags decided since.
 */
export const recordFlagOutcome = (
  { accountId, flagId, authorId, outcome, rule, at }: RecordFlagOutcome,
  state: SanctionRecordState,
): Decision => {
  const earlier = state.flagAbuse.flags.get(flagId)
  if (earlier?.outcome === outcome) return nothing
  const recorded: SanctionRecordEvent = {
    type: FlagOutcomeRecorded.type,
    data: { accountId, flagId, authorId, outcome, at },
  }
  const after = withFlag(state.flagAbuse, { flagId, authorId, outcome })
  const { dismissed, decided } = countUncoveredFlags(after)
  if (!reachesThreshold({ dismissed, decided }, rule) || openFlagAbuseCase(after) !== null) return accept(recorded)
  const number = after.cases + 1
  const data = { accountId, number, dismissed, decided, ruleVersion: rule.version, at }
  return accept(recorded, { type: 'FlaggingQuestioned', data })
}

const reachesThreshold = (
  { dismissed, decided }: { readonly dismissed: number; readonly decided: number },
  rule: FlagAbuseRule,
): boolean => dismissed >= rule.dismissed && dismissed * 100 >= decided * rule.percent

/** The reporter and the authors of wrongly flagged reviews. @rule P-16 parties may not decide their own case */
export const partiesToFlagAbuse = (accountId: string, { flagAbuse }: SanctionRecordState): readonly string[] => [
  accountId,
  ...[...flagAbuse.flags.values()].filter(({ outcome }) => outcome === 'dismissed').map(({ authorId }) => authorId),
]

interface FlagAbuseCase {
  readonly isOpen: boolean
  readonly parties: readonly string[]
}

const decisionRejection = ({ isOpen, parties }: FlagAbuseCase, by: string) => {
  if (!isOpen) return 'FlaggingNotQuestioned'
  return parties.includes(by) ? conflictOfInterest.type : null
}

/** The outcomes that the moderator may choose. */
export const allowedFlagAbuseOutcomes = (abuseCase: FlagAbuseCase, by: string): readonly FlagAbuseOutcome[] =>
  decisionRejection(abuseCase, by) === null ? flagAbuseOutcomes : []

/** A moderator's outcome of the case: flag abuse, or legitimate flags. */
export interface DecideFlagAbuse extends Omit<ImpositionCommand, 'reason'> {
  readonly type: 'DecideFlagAbuse'
  /** Number of the open case. */
  readonly number: number
  readonly outcome: FlagAbuseOutcome
  readonly by: string
}

/**
 * Records the decision. Abuse results in a warning.
 * @rule D-12 the warning does not count as a strike
 */
export const decideFlagAbuse = (command: DecideFlagAbuse, state: SanctionRecordState): Decision => {
  const { accountId, number, outcome, by, facts, at } = command
  const earlier = state.flagAbuse.decisions.get(number)
  if (earlier !== undefined)
    return earlier.outcome === outcome && earlier.by === by
      ? nothing
      : reject({ type: 'FlaggingAlreadyJudged', outcome: earlier.outcome })
  const isOpen = number === openFlagAbuseCase(state.flagAbuse)
  const rejection = decisionRejection({ isOpen, parties: partiesToFlagAbuse(accountId, state) }, by)
  if (rejection !== null) return reject({ type: rejection })

  const abusive = outcome === 'abusive'
  const reasons = { facts, ground: abusive ? flagAbuseReason : 'NO_VIOLATION', violation: null } as const
  return pipe(
    createStatementOfReasons(reasons, abusive ? 'adverse' : 'favourable', 'detection', at),
    E.flatMap((statement): Decision => {
      const warnings = abusive ? warningEvents(command, statement.facts, state) : []
      const warned = warnings.some(({ type }) => type === 'WarningIssued')
      const decided = { accountId, number, outcome, ...(warned ? statement : withoutAppeal(statement)), by, at }
      return accept({ type: 'FlaggingJudged', data: decided }, ...warnings)
    }),
  )
}

/** @rule V-56 lists no reason for flag abuse */
const flagAbuseReason = 'POLICY_VIOLATION'

const warningEvents = (
  { accountId, userType, sanctionId, number, by, at }: DecideFlagAbuse,
  facts: string,
  state: SanctionRecordState,
): readonly SanctionRecordEvent[] => {
  const { dismissed: lost, decided } = countUncoveredFlags(state.flagAbuse)
  return violationEvents(
    {
      accountId,
      userType,
      sanctionId,
      violationId: `flagging-${accountId}-${number}`,
      reason: flagAbuseReason,
      trigger: 'FLAGS_DISMISSED',
      evidence: { reviewId: null, decidedBy: by, lost, decided, windowDays: null },
      facts,
      isStrike: false,
      serious: false,
      at,
    },
    { by, automation: 'detection' },
    state,
  )
}
