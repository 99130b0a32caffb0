import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import type { ConductEvent, SanctionReason, Severity, Trigger } from './events.ts'
import { flaggingAfter, neverFlagged, type Flagging } from './flagging-record.ts'

export interface Violation {
  readonly violationId: string
  readonly trigger: Trigger
  readonly reviewId: string | null
  /** Moves the ladder. */
  readonly counts: boolean
  readonly at: Instant
  readonly overturnedAt: Instant | null
}

/** S-15 */
export type AppealStatus = 'NONE' | 'PENDING' | 'UNDER_REVIEW' | 'APPROVED' | 'REJECTED'

export interface Sanction {
  readonly sanctionId: string
  readonly violationId: string
  readonly severity: Severity
  readonly reason: SanctionReason
  readonly description: string | null
  /** Null: without end. */
  readonly until: Instant | null
  readonly by: string | null
  /** Who may not decide its appeal: whoever imposed it, or decided what it follows from. */
  readonly judges: readonly string[]
  readonly status: 'active' | 'expired' | 'replaced' | 'lifted'
  readonly appealableUntil: Instant | null
  readonly appeal: AppealStatus
  /** Null before; a repeated appeal is compared with it, so it must have been read open. */
  readonly appealReason: string | null
  readonly appealDecidedBy: string | null
}

export interface DecidedDispute {
  readonly disputeId: string
  readonly outcome: 'upheld' | 'rejected'
  readonly at: Instant
}

export interface ConductState {
  readonly disputes: readonly DecidedDispute[]
  readonly flagging: Flagging
  readonly violations: readonly Violation[]
  readonly sanctions: readonly Sanction[]
}

export const initial: ConductState = { disputes: [], flagging: neverFlagged, violations: [], sanctions: [] }

/** What is in force at a moment, written down as over or not. */
export const inForce = ({ sanctions }: ConductState, at: Instant): Sanction | null =>
  sanctions.find(({ status, until }) => status === 'active' && (until === null || isBefore(at, until))) ?? null

/** What keeps the account out at a moment; a warning keeps nobody out. */
export const suspensionIn = (state: ConductState, at: Instant): Sanction | null => {
  const sanction = inForce(state, at)
  return sanction?.severity === 'LOW' ? null : sanction
}

export const strikesOf = ({ violations }: ConductState): number =>
  violations.filter(({ counts, overturnedAt }) => counts && overturnedAt === null).length

export const sanctionIn = (state: ConductState, sanctionId: string): Sanction | undefined =>
  state.sanctions.find((one) => one.sanctionId === sanctionId)

type DataOf<T extends ConductEvent['type']> = Extract<ConductEvent, { readonly type: T }>['data']
type Imposed = DataOf<'PermanentSuspensionImposed'>

export const evolve = (state: ConductState, event: ConductEvent): ConductState => {
  switch (event.type) {
    case 'DisputeOutcomeNoted': {
      const { disputeId, outcome, at } = event.data
      const others = state.disputes.filter((one) => one.disputeId !== disputeId)
      return { ...state, disputes: [...others, { disputeId, outcome, at }] }
    }
    case 'FlagOutcomeNoted':
    case 'FlaggingQuestioned':
    case 'FlaggingJudged':
      return { ...state, flagging: flaggingAfter(state.flagging, event) }
    case 'ViolationRecorded':
      return { ...state, violations: [...state.violations, violationOf(event.data)] }
    case 'ViolationOverturned':
      return overturned(state, event.data.violationId, event.data.at)
    case 'WarningIssued':
      return imposed(state, event.data, 'LOW', event.data.until)
    case 'SuspensionImposed':
      return imposed(state, event.data, event.data.severity, event.data.until)
    case 'PermanentSuspensionImposed':
      return imposed(state, event.data, 'PERMANENT', null)
    case 'SanctionExpired':
      return changed(state, event.data, { status: 'expired' })
    case 'SanctionLifted':
      return lifted(state, event.data, event.data.by)
    case 'AppealSubmitted':
      return changed(state, event.data, { appeal: 'PENDING', appealReason: event.data.reason })
    case 'AppealTakenUnderReview':
      return changed(state, event.data, { appeal: 'UNDER_REVIEW' })
    case 'AppealApproved':
      return lifted(state, event.data, event.data.by)
    case 'AppealRejected':
      return changed(state, event.data, { appeal: 'REJECTED', appealDecidedBy: event.data.by })
  }
}

const violationOf = ({ violationId, trigger, evidence, strike, at }: DataOf<'ViolationRecorded'>): Violation => {
  const { reviewId } = evidence
  return { violationId, trigger, reviewId, counts: strike > 0, at, overturnedAt: null }
}

const imposed = (state: ConductState, data: Imposed, severity: Severity, until: Instant | null): ConductState => {
  const { sanctionId, violationId, reason, description, by, replaces, evidence, appealableUntil } = data
  const sanction: Sanction = {
    sanctionId,
    violationId,
    severity,
    reason,
    description,
    until,
    by,
    judges: [by, evidence.decidedBy].filter((id) => id !== null),
    status: 'active',
    appealableUntil,
    appeal: 'NONE',
    appealReason: null,
    appealDecidedBy: null,
  }
  const before = replaces === null ? state : changed(state, { sanctionId: replaces }, { status: 'replaced' })
  return { ...before, sanctions: [...before.sanctions, sanction] }
}

const lifted = (state: ConductState, data: Of, by: string | null): ConductState => {
  const sanction = sanctionIn(state, data.sanctionId)
  if (sanction === undefined) return state
  const appeal = sanction.appeal === 'PENDING' || sanction.appeal === 'UNDER_REVIEW' ? 'APPROVED' : sanction.appeal
  const after = changed(state, data, { status: 'lifted', appeal, appealDecidedBy: by })
  return overturned(after, sanction.violationId, data.at)
}

interface Of {
  readonly sanctionId: string
  readonly at: Instant
}

const changed = (state: ConductState, { sanctionId }: Pick<Of, 'sanctionId'>, change: Partial<Sanction>) => ({
  ...state,
  sanctions: state.sanctions.map((one) => (one.sanctionId === sanctionId ? { ...one, ...change } : one)),
})

const overturned = (state: ConductState, violationId: string, at: Instant): ConductState => ({
  ...state,
  violations: state.violations.map((one) => (one.violationId === violationId ? { ...one, overturnedAt: at } : one)),
})
