import type { Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'
import type { SanctionReason, SanctionRecordEvent, SanctionTrigger, Severity } from './sanction-record-events.ts'

type FlaggingEventData<T extends SanctionRecordEvent['type']> = Extract<
  SanctionRecordEvent,
  { readonly type: T }
>['data']
export type FlaggingOutcome = FlaggingEventData<'FlaggingJudged'>['outcome']

export interface DecidedFlag {
  readonly flagId: string
  readonly authorId: string
  readonly outcome: 'upheld' | 'dismissed'
  /** Moderators have judged since how this account flags. */
  readonly judged: boolean
}

/** How an account flags, and what moderators made of it. */
export interface FlaggingRecord {
  readonly flags: readonly DecidedFlag[]
  /** How many there were; the last of them may wait. */
  readonly questions: number
  readonly judgements: readonly { readonly number: number; readonly outcome: FlaggingOutcome; readonly by: string }[]
}

export const emptyFlaggingRecord: FlaggingRecord = { flags: [], questions: 0, judgements: [] }

/** The number of the question that waits for an answer. */
export const openQuestion = ({ questions, judgements }: FlaggingRecord): number | null =>
  questions === 0 || judgements.some(({ number }) => number === questions) ? null : questions

/** What has not been judged yet. */
export const countUnjudgedFlags = ({
  flags,
}: FlaggingRecord): { readonly dismissed: number; readonly decided: number } => {
  const open = flags.filter(({ judged }) => !judged)
  return { dismissed: open.filter(({ outcome }) => outcome === 'dismissed').length, decided: open.length }
}

/** A flag that was turned keeps its place: what was judged is not judged again. */
export const withFlag = (flagging: FlaggingRecord, flag: Omit<DecidedFlag, 'judged'>): FlaggingRecord => {
  const known = flagging.flags.find(({ flagId }) => flagId === flag.flagId)
  const others = flagging.flags.filter((one) => one !== known)
  return { ...flagging, flags: [...others, { ...flag, judged: known?.judged ?? false }] }
}

type FlaggingEvent = Extract<SanctionRecordEvent, { readonly type: 'FlagOutcomeNoted' | `Flagging${string}` }>

export const evolveFlagging = (flagging: FlaggingRecord, { type, data }: FlaggingEvent): FlaggingRecord => {
  switch (type) {
    case 'FlagOutcomeNoted': {
      const { flagId, authorId, outcome } = data
      return withFlag(flagging, { flagId, authorId, outcome })
    }
    case 'FlaggingQuestioned':
      return { ...flagging, questions: data.number }
    case 'FlaggingJudged': {
      const { number, outcome, by } = data
      const flags = flagging.flags.map((flag) => ({ ...flag, judged: true }))
      return { ...flagging, flags, judgements: [...flagging.judgements, { number, outcome, by }] }
    }
  }
}

export interface RecordedViolation {
  readonly violationId: string
  readonly trigger: SanctionTrigger
  readonly reviewId: string | null
  /** Moves the ladder. */
  readonly counts: boolean
  readonly at: Instant
  readonly overturnedAt: Instant | null
}

/** S-15 */
export type SanctionAppealStatus = 'NONE' | 'PENDING' | 'UNDER_REVIEW' | 'APPROVED' | 'REJECTED'

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
  readonly excludedModerators: readonly string[]
  readonly status: 'active' | 'expired' | 'replaced' | 'lifted'
  readonly appealableUntil: Instant | null
  readonly appeal: SanctionAppealStatus
  /** Null before; a repeated appeal is compared with it, so it must have been read open. */
  readonly appealReason: string | null
  readonly appealDecidedBy: string | null
}

export interface DecidedDispute {
  readonly disputeId: string
  readonly outcome: 'upheld' | 'rejected'
  readonly at: Instant
}

export interface SanctionRecordState {
  readonly disputes: readonly DecidedDispute[]
  readonly flagging: FlaggingRecord
  readonly violations: readonly RecordedViolation[]
  readonly sanctions: readonly Sanction[]
}

export const initial: SanctionRecordState = {
  disputes: [],
  flagging: emptyFlaggingRecord,
  violations: [],
  sanctions: [],
}

/** What is in force at a moment, written down as over or not. */
export const activeSanction = ({ sanctions }: SanctionRecordState, at: Instant): Sanction | null =>
  sanctions.find(({ status, until }) => status === 'active' && (until === null || isBefore(at, until))) ?? null

/** What keeps the account out at a moment; a warning keeps nobody out. */
export const activeSuspension = (state: SanctionRecordState, at: Instant): Sanction | null => {
  const sanction = activeSanction(state, at)
  return sanction?.severity === 'LOW' ? null : sanction
}

export const countStrikes = ({ violations }: SanctionRecordState): number =>
  violations.filter(({ counts, overturnedAt }) => counts && overturnedAt === null).length

export const findSanction = (state: SanctionRecordState, sanctionId: string): Sanction | undefined =>
  state.sanctions.find((one) => one.sanctionId === sanctionId)

type DataOf<T extends SanctionRecordEvent['type']> = Extract<SanctionRecordEvent, { readonly type: T }>['data']
type Imposed = DataOf<'PermanentSuspensionImposed'>

export const evolve = (state: SanctionRecordState, event: SanctionRecordEvent): SanctionRecordState => {
  switch (event.type) {
    case 'DisputeOutcomeNoted': {
      const { disputeId, outcome, at } = event.data
      const others = state.disputes.filter((one) => one.disputeId !== disputeId)
      return { ...state, disputes: [...others, { disputeId, outcome, at }] }
    }
    case 'FlagOutcomeNoted':
    case 'FlaggingQuestioned':
    case 'FlaggingJudged':
      return { ...state, flagging: evolveFlagging(state.flagging, event) }
    case 'ViolationRecorded':
      return { ...state, violations: [...state.violations, violationOf(event.data)] }
    case 'ViolationOverturned':
      return withViolationOverturned(state, event.data.violationId, event.data.at)
    case 'WarningIssued':
      return withSanction(state, event.data, 'LOW', event.data.until)
    case 'SuspensionImposed':
      return withSanction(state, event.data, event.data.severity, event.data.until)
    case 'PermanentSuspensionImposed':
      return withSanction(state, event.data, 'PERMANENT', null)
    case 'SanctionExpired':
      return withSanctionChange(state, event.data, { status: 'expired' })
    case 'SanctionLifted':
      return withSanctionLifted(state, event.data, event.data.by)
    case 'AppealSubmitted':
      return withSanctionChange(state, event.data, { appeal: 'PENDING', appealReason: event.data.reason })
    case 'AppealTakenUnderReview':
      return withSanctionChange(state, event.data, { appeal: 'UNDER_REVIEW' })
    case 'AppealApproved':
      return withSanctionLifted(state, event.data, event.data.by)
    case 'AppealRejected':
      return withSanctionChange(state, event.data, { appeal: 'REJECTED', appealDecidedBy: event.data.by })
  }
}

const violationOf = ({
  violationId,
  trigger,
  evidence,
  strike,
  at,
}: DataOf<'ViolationRecorded'>): RecordedViolation => {
  const { reviewId } = evidence
  return { violationId, trigger, reviewId, counts: strike > 0, at, overturnedAt: null }
}

const withSanction = (
  state: SanctionRecordState,
  data: Imposed,
  severity: Severity,
  until: Instant | null,
): SanctionRecordState => {
  const { sanctionId, violationId, reason, description, by, replaces, evidence, appealableUntil } = data
  const sanction: Sanction = {
    sanctionId,
    violationId,
    severity,
    reason,
    description,
    until,
    by,
    excludedModerators: [by, evidence.decidedBy].filter((id) => id !== null),
    status: 'active',
    appealableUntil,
    appeal: 'NONE',
    appealReason: null,
    appealDecidedBy: null,
  }
  const before = replaces === null ? state : withSanctionChange(state, { sanctionId: replaces }, { status: 'replaced' })
  return { ...before, sanctions: [...before.sanctions, sanction] }
}

const withSanctionLifted = (
  state: SanctionRecordState,
  data: SanctionReference,
  by: string | null,
): SanctionRecordState => {
  const sanction = findSanction(state, data.sanctionId)
  if (sanction === undefined) return state
  const appeal = sanction.appeal === 'PENDING' || sanction.appeal === 'UNDER_REVIEW' ? 'APPROVED' : sanction.appeal
  const after = withSanctionChange(state, data, { status: 'lifted', appeal, appealDecidedBy: by })
  return withViolationOverturned(after, sanction.violationId, data.at)
}

interface SanctionReference {
  readonly sanctionId: string
  readonly at: Instant
}

const withSanctionChange = (
  state: SanctionRecordState,
  { sanctionId }: Pick<SanctionReference, 'sanctionId'>,
  change: Partial<Sanction>,
) => ({
  ...state,
  sanctions: state.sanctions.map((one) => (one.sanctionId === sanctionId ? { ...one, ...change } : one)),
})

const withViolationOverturned = (
  state: SanctionRecordState,
  violationId: string,
  at: Instant,
): SanctionRecordState => ({
  ...state,
  violations: state.violations.map((one) => (one.violationId === violationId ? { ...one, overturnedAt: at } : one)),
})
