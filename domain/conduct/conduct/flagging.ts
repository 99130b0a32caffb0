import { E } from '../../kernel/fp.ts'
import { stated, withoutAppeal, type ReasonsRejection } from '../../kernel/reasons.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { JudgeFlagging, NoteFlag } from './commands.ts'
import type { ConductEvent } from './events.ts'
import { openQuestion, unjudged, withFlag, type FlaggingOutcome } from './flagging-record.ts'
import { answered } from './imposing.ts'
import type { ConductState } from './state.ts'

export type FlaggingRejection =
  | ReasonsRejection
  | { readonly type: 'OwnMatter' }
  | { readonly type: 'FlaggingNotQuestioned' }
  | { readonly type: 'FlaggingAlreadyJudged'; readonly outcome: FlaggingOutcome }

type Decision<R = FlaggingRejection> = E.Either<R, readonly ConductEvent[]>

/** While one question waits there is no other; the next one counts what has been decided since. */
export const noteFlag = ({ accountId, flagId, authorId, outcome, rule, at }: NoteFlag, state: ConductState) => {
  const known = state.flagging.flags.find((one) => one.flagId === flagId)
  if (known?.outcome === outcome) return E.right([])
  const noted: ConductEvent = { type: 'FlagOutcomeNoted', data: { accountId, flagId, authorId, outcome, at } }
  const after = withFlag(state.flagging, { flagId, authorId, outcome })
  const { dismissed, decided } = unjudged(after)
  const many = dismissed >= rule.dismissed && dismissed * 100 >= decided * rule.percent
  if (!many || openQuestion(after) !== null) return E.right([noted])
  const number = after.questions + 1
  const data = { accountId, number, dismissed, decided, ruleVersion: rule.version, at }
  return E.right([noted, { type: 'FlaggingQuestioned', data }] satisfies readonly ConductEvent[])
}

/** Who flagged, and who wrote what was flagged for nothing: none of them judges it (P-16). */
export const partiesToFlagging = (accountId: string, { flagging }: ConductState): readonly string[] => [
  accountId,
  ...flagging.flags.filter(({ outcome }) => outcome === 'dismissed').map(({ authorId }) => authorId),
]

/** Abuse is answered with a warning and leaves the ladder where it stands (points settled 12). */
export const judgeFlagging = (command: JudgeFlagging, state: ConductState): Decision => {
  const { accountId, number, outcome, by, facts, at } = command
  const earlier = state.flagging.judgements.find((one) => one.number === number)
  if (earlier !== undefined)
    return earlier.outcome === outcome && earlier.by === by
      ? E.right([])
      : E.left({ type: 'FlaggingAlreadyJudged', outcome: earlier.outcome })
  if (number !== openQuestion(state.flagging)) return E.left({ type: 'FlaggingNotQuestioned' })
  if (partiesToFlagging(accountId, state).includes(by)) return E.left({ type: 'OwnMatter' })

  const abusive = outcome === 'abusive'
  const reasons = { facts, ground: abusive ? reason : 'NO_VIOLATION', violation: null } as const
  return E.map((statement: Statement): readonly ConductEvent[] => {
    const answer = abusive ? warning(command, statement.facts, state) : []
    const warned = answer.some(({ type }) => type === 'WarningIssued')
    const said = warned ? statement : withoutAppeal(statement)
    return [{ type: 'FlaggingJudged', data: { accountId, number, outcome, ...said, by, at } }, ...answer]
  })(stated(reasons, abusive ? 'against' : 'for', 'detection', at))
}

/** Of V-56: none is named after it. */
const reason = 'POLICY_VIOLATION'

const warning = (
  { accountId, userType, sanctionId, number, by, at }: JudgeFlagging,
  facts: string,
  state: ConductState,
): readonly ConductEvent[] => {
  const { dismissed: lost, decided } = unjudged(state.flagging)
  return answered(
    {
      accountId,
      userType,
      sanctionId,
      violationId: `flagging-${accountId}-${number}`,
      reason,
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
