import { changeFields, OrderedMap, PersistentMap, setLast } from '../kernel/collections.ts'
import type { DataOf } from '../kernel/event.ts'
import type { Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'
import {
  FlaggingQuestioned,
  FlaggingJudged,
  ViolationRecorded,
  ViolationOverturned,
  WarningIssued,
  SuspensionImposed,
  PermanentSuspensionImposed,
  PermanentSuspensionConsented,
  PermanentSuspensionRefused,
  SanctionExpired,
  SanctionLifted,
  SanctionAppealSubmitted,
  SanctionAppealTakenUnderReview,
  SanctionAppealApproved,
  SanctionAppealRejected,
  DisputeOutcomeRecorded,
  FlagOutcomeRecorded,
  type SanctionRecordEvent,
} from './sanction-record-events.ts'
import type {
  FlagAbuseOutcome,
  ProposalOutcome,
  SanctionAppealStatus,
  SanctionReason,
  SanctionTrigger,
  Severity,
} from './vocabulary.ts'

// --- State ------------------------------------------------------------------------------------------

export interface DecidedFlag {
  readonly flagId: string
  readonly authorId: string
  readonly outcome: 'upheld' | 'dismissed'
}

/** The account's decided flags and the moderators' decisions about flag abuse. */
export interface FlagAbuseRecord {
  /** By id, the latest outcome last. */
  readonly flags: OrderedMap<string, DecidedFlag>
  /** Outcomes of the flags that no decision about flag abuse covers, by flag. */
  readonly uncovered: PersistentMap<string, DecidedFlag['outcome']>
  /** How many of them were dismissed. */
  readonly uncoveredDismissed: number
  /** Number of flag abuse cases opened so far; the last one may still be open. */
  readonly cases: number
  /** By number of the case. */
  readonly decisions: PersistentMap<number, { readonly outcome: FlagAbuseOutcome; readonly by: string }>
}

const emptyFlagAbuseRecord: FlagAbuseRecord = {
  flags: OrderedMap(),
  uncovered: PersistentMap(),
  uncoveredDismissed: 0,
  cases: 0,
  decisions: PersistentMap(),
}

export interface RecordedViolation {
  readonly violationId: string
  readonly trigger: SanctionTrigger
  readonly reviewId: string | null
  /** Whether it is a strike. */
  readonly isStrike: boolean
  readonly at: Instant
  readonly overturnedAt: Instant | null
}

export interface Sanction {
  readonly sanctionId: string
  readonly violationId: string
  readonly severity: Severity
  /** Severity in the command that imposed it; `PERMANENT` for a proposal. */
  readonly requested: Severity
  /** A proposal to make it permanent; null without one. */
  readonly proposal: Proposal | null
  readonly reason: SanctionReason
  readonly description: string | null
  /** Null if permanent. */
  readonly until: Instant | null
  readonly by: string | null
  /** Moderators who imposed it, consented to it or took the decision it follows from; they may not decide its appeal. */
  readonly excludedModerators: readonly string[]
  readonly status: 'active' | 'expired' | 'replaced' | 'lifted'
  readonly appealableUntil: Instant | null
  readonly appeal: SanctionAppealStatus
  /** Null without an appeal. Repeated requests are compared with it, so the stream must be read decrypted. */
  readonly appealReason: string | null
  readonly appealDecidedBy: string | null
}

/** @rule Q-128 a permanent suspension that waits for a second moderator, or got an answer */
export interface Proposal {
  readonly outcome: 'pending' | ProposalOutcome
  /** Null while it is pending. */
  readonly by: string | null
}

export interface DecidedDispute {
  readonly disputeId: string
  readonly outcome: 'upheld' | 'rejected'
  readonly at: Instant
}

export interface SanctionRecordState {
  /** By id, like violations and sanctions. */
  readonly disputes: OrderedMap<string, DecidedDispute>
  readonly flagAbuse: FlagAbuseRecord
  readonly violations: OrderedMap<string, RecordedViolation>
  readonly sanctions: OrderedMap<string, Sanction>
}

export const initial: SanctionRecordState = {
  disputes: OrderedMap(),
  flagAbuse: emptyFlagAbuseRecord,
  violations: OrderedMap(),
  sanctions: OrderedMap(),
}

// --- Evolve -----------------------------------------------------------------------------------------

type Imposed = DataOf<SanctionRecordEvent, 'PermanentSuspensionImposed'>

export const evolve = (state: SanctionRecordState, event: SanctionRecordEvent): SanctionRecordState => {
  switch (event.type) {
    case DisputeOutcomeRecorded.type: {
      const { disputeId, outcome, at } = event.data
      return { ...state, disputes: setLast(state.disputes, disputeId, { disputeId, outcome, at }) }
    }
    case FlagOutcomeRecorded.type:
    case FlaggingQuestioned.type:
    case FlaggingJudged.type:
      return { ...state, flagAbuse: evolveFlagAbuse(state.flagAbuse, event) }
    case ViolationRecorded.type:
      return { ...state, violations: state.violations.set(event.data.violationId, violationOf(event.data)) }
    case ViolationOverturned.type:
      return withViolationOverturned(state, event.data.violationId, event.data.at)
    case WarningIssued.type:
      return withSanction(state, event.data, { severity: 'LOW', proposed: null, until: event.data.until })
    case SuspensionImposed.type:
      return withSanction(state, event.data, event.data)
    case PermanentSuspensionImposed.type:
      return withSanction(state, event.data, { severity: 'PERMANENT', proposed: null, until: null })
    case PermanentSuspensionConsented.type:
      return withConsent(state, event.data)
    case PermanentSuspensionRefused.type:
      return withSanctionChange(state, event.data, { proposal: { outcome: 'refused', by: event.data.by } })
    case SanctionExpired.type:
      return withSanctionChange(state, event.data, { status: 'expired' })
    case SanctionLifted.type:
      return withSanctionLifted(state, event.data, event.data.by)
    case SanctionAppealSubmitted.type:
      return withSanctionChange(state, event.data, { appeal: 'PENDING', appealReason: event.data.reason })
    case SanctionAppealTakenUnderReview.type:
      return withSanctionChange(state, event.data, { appeal: 'UNDER_REVIEW' })
    case SanctionAppealApproved.type:
      return withSanctionLifted(state, event.data, event.data.by)
    case SanctionAppealRejected.type:
      return withSanctionChange(state, event.data, { appeal: 'REJECTED', appealDecidedBy: event.data.by })
  }
}

const violationOf = ({
  violationId,
  trigger,
  evidence,
  strike,
  at,
}: DataOf<SanctionRecordEvent, 'ViolationRecorded'>): RecordedViolation => {
  const { reviewId } = evidence
  return { violationId, trigger, reviewId, isStrike: strike > 0, at, overturnedAt: null }
}

interface SanctionTerms {
  readonly severity: Severity
  readonly proposed: 'PERMANENT' | null
  readonly until: Instant | null
}

const withSanction = (
  state: SanctionRecordState,
  data: Imposed,
  { severity, proposed, until }: SanctionTerms,
): SanctionRecordState => {
  const { sanctionId, violationId, reason, description, by, replaces, evidence, appealableUntil } = data
  const sanction: Sanction = {
    sanctionId,
    violationId,
    severity,
    requested: proposed ?? severity,
    proposal: proposed === null ? null : { outcome: 'pending', by: null },
    reason,
    description,
    until,
    by,
    excludedModerators: excludedModerators(by, evidence.decidedBy),
    status: 'active',
    appealableUntil,
    appeal: 'NONE',
    appealReason: null,
    appealDecidedBy: null,
  }
  const before = replaces === null ? state : withSanctionChange(state, { sanctionId: replaces }, { status: 'replaced' })
  return { ...before, sanctions: before.sanctions.set(sanctionId, sanction) }
}

/** The moderators who imposed a sanction, consented to it or took the decision it follows from. */
export const excludedModerators = (...moderators: readonly (string | null)[]): readonly string[] =>
  moderators.filter((id) => id !== null)

const withConsent = (
  state: SanctionRecordState,
  { sanctionId, by, appealableUntil }: DataOf<SanctionRecordEvent, 'PermanentSuspensionConsented'>,
): SanctionRecordState =>
  withSanctionChange(
    state,
    { sanctionId },
    {
      severity: 'PERMANENT',
      proposal: { outcome: 'consented', by },
      until: null,
      excludedModerators: excludedModerators(...(findSanction(state, sanctionId)?.excludedModerators ?? []), by),
      appealableUntil,
    },
  )

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
  sanctions: changeFields(state.sanctions, sanctionId, change),
})

const withViolationOverturned = (
  state: SanctionRecordState,
  violationId: string,
  at: Instant,
): SanctionRecordState => ({
  ...state,
  violations: changeFields(state.violations, violationId, { overturnedAt: at }),
})

/** Adds or replaces a flag. A flag covered by a decision stays covered when an appeal changes its outcome. */
export const withFlag = (flagAbuse: FlagAbuseRecord, flag: DecidedFlag): FlagAbuseRecord => {
  const { flagId, outcome } = flag
  const { uncovered, uncoveredDismissed } = flagAbuse
  const flags = setLast(flagAbuse.flags, flagId, flag)
  const earlierOutcome = uncovered.get(flagId)
  if (flagAbuse.flags.has(flagId) && earlierOutcome === undefined) return { ...flagAbuse, flags }
  const dismissed = uncoveredDismissed - Number(earlierOutcome === 'dismissed') + Number(outcome === 'dismissed')
  return { ...flagAbuse, flags, uncovered: uncovered.set(flagId, outcome), uncoveredDismissed: dismissed }
}

type FlagAbuseEvent = Extract<
  SanctionRecordEvent,
  { readonly type: typeof FlagOutcomeRecorded.type | `Flagging${string}` }
>

const evolveFlagAbuse = (flagAbuse: FlagAbuseRecord, { type, data }: FlagAbuseEvent): FlagAbuseRecord => {
  switch (type) {
    case FlagOutcomeRecorded.type: {
      const { flagId, authorId, outcome } = data
      return withFlag(flagAbuse, { flagId, authorId, outcome })
    }
    case FlaggingQuestioned.type:
      return { ...flagAbuse, cases: data.number }
    case FlaggingJudged.type: {
      const { number, outcome, by } = data
      return {
        ...flagAbuse,
        uncovered: flagAbuse.uncovered.clear(),
        uncoveredDismissed: 0,
        decisions: flagAbuse.decisions.set(number, { outcome, by }),
      }
    }
  }
}

// --- Predicates and counts --------------------------------------------------------------------------

/** The sanction in force at `at`, whether or not its expiry has been recorded. */
export const activeSanction = ({ sanctions }: SanctionRecordState, at: Instant): Sanction | null =>
  sanctions.find(({ status, until }) => status === 'active' && (until === null || isBefore(at, until))) ?? null

/** The suspension in force at `at`. A warning is no suspension. */
export const activeSuspension = (state: SanctionRecordState, at: Instant): Sanction | null => {
  const sanction = activeSanction(state, at)
  return sanction?.severity === 'LOW' ? null : sanction
}

export const countStrikes = ({ violations }: SanctionRecordState): number =>
  violations.count(({ isStrike, overturnedAt }) => isStrike && overturnedAt === null)

export const findSanction = (state: SanctionRecordState, sanctionId: string): Sanction | undefined =>
  state.sanctions.get(sanctionId)

/** Number of the flag abuse case that moderators have not decided yet, if any. */
export const openFlagAbuseCase = ({ cases, decisions }: FlagAbuseRecord): number | null =>
  cases === 0 || decisions.has(cases) ? null : cases

export const countUncoveredFlags = ({
  uncovered,
  uncoveredDismissed,
}: FlagAbuseRecord): { readonly dismissed: number; readonly decided: number } => ({
  dismissed: uncoveredDismissed,
  decided: uncovered.size,
})
