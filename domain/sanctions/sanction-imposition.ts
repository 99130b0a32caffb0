import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import type { DataOf } from '../kernel/event.ts'
import type { Instant } from '../kernel/primitives.ts'
import {
  appealableStatementParts,
  type ConflictOfInterest,
  conflictOfInterest,
  type StatementOfReasons,
  withoutAppeal,
} from '../kernel/statement-of-reasons.ts'
import { exceeds, trimToNull } from '../kernel/text.ts'
import { isBefore } from '../kernel/time.ts'
import { ladderVersion, maxDescriptionLength, sanctionEnd, severityOf } from './rules.ts'
import type { SanctionRecordEvent, ViolationEvidence } from './sanction-record-events.ts'
import {
  activeSanction,
  countStrikes,
  findSanction,
  type RecordedViolation,
  type Sanction,
  type SanctionRecordState,
} from './sanction-record-state.ts'
import type { SanctionReason, SanctionTrigger, Severity, UserType } from './vocabulary.ts'

// --- Commands and rejections ------------------------------------------------------------------------

export interface SanctionCommandFields {
  readonly accountId: string
  readonly at: Instant
}

export interface ImpositionCommand extends SanctionCommandFields {
  readonly userType: UserType
  /** Id of the sanction, if the violation leads to one. */
  readonly sanctionId: string
  readonly reason: SanctionReason
  /** Findings, shown to the account. */
  readonly facts: string
}

/** A violation that follows from a moderation decision. */
export interface RecordViolation extends ImpositionCommand {
  readonly type: 'RecordViolation'
  /** Idempotency key: a violation is recorded once. */
  readonly violationId: string
  readonly trigger: Exclude<SanctionTrigger, 'MODERATOR'>
  readonly evidence: ViolationEvidence
  /**
   * Whether it is a strike; if not, it results in a warning.
   * @rule D-12 strikes: upheld flags and disputes, and removals that name a violation
   */
  readonly isStrike: boolean
  /** Suspends permanently, whatever the number of strikes. Never set so far: only `ImposeSanction` suspends permanently. */
  readonly serious: boolean
}

/** A sanction imposed by a moderator, which does not count as a strike. */
export interface ImposeSanction extends ImpositionCommand {
  readonly type: 'ImposeSanction'
  readonly severity: Severity
  readonly description: string | null
  /** Whether a permanent suspension is only proposed until a second moderator consents. @rule Q-128 */
  readonly permanentNeedsTwo: boolean
  readonly by: string
}

export interface LiftSanction extends SanctionCommandFields {
  readonly type: 'LiftSanction'
  readonly sanctionId: string
  readonly by: string
  readonly facts: string
}

/** Cancels the violations that rest on an overturned decision about a review. */
export interface OverturnViolations extends SanctionCommandFields {
  readonly type: 'OverturnViolations'
  readonly reviewId: string
  readonly facts: string
}

export interface ExpireSanctions extends SanctionCommandFields {
  readonly type: 'ExpireSanctions'
}

export type ImpositionRejection =
  /** Moderators may not impose, lift or decide on sanctions on their own account. */
  | ConflictOfInterest
  /** The account to sanction has a sanction in force. */
  | {
      readonly type: 'SanctionActive'
      readonly sanctionId: string
      readonly severity: Severity
      readonly until: Instant | null
    }
  /** The id belongs to a sanction with different details. */
  | { readonly type: 'SanctionImposedOtherwise'; readonly sanctionId: string }
  /** The description of the sanction exceeds the limit. */
  | { readonly type: 'SanctionDescriptionTooLong'; readonly max: number }

// --- Recording violations and imposing sanctions ----------------------------------------------------

type Decision = DecisionOf<SanctionRecordEvent, ImpositionRejection>

/** Imposes the ladder's sanction, unless the active one is at least as severe; then only the strike counts. */
export const recordViolation = (command: RecordViolation, state: SanctionRecordState): Decision => {
  const { violationId, evidence, at } = command
  if (state.violations.has(violationId)) return nothing
  if (evidence.reviewId !== null && isAlreadyRecorded(state, evidence.reviewId, at)) return nothing
  return accept(...violationEvents(command, { by: null, automation: 'decision' }, state))
}

/** The events of a violation. `by` is the moderator who found it; null if it followed from another decision. */
export const violationEvents = (
  command: Omit<RecordViolation, 'type'>,
  finding: Pick<StatementOfReasons, 'automation'> & { readonly by: string | null },
  state: SanctionRecordState,
): readonly SanctionRecordEvent[] => {
  const { violationId, evidence, isStrike, serious, at } = command
  const strikes = countStrikes(state) + (isStrike ? 1 : 0)
  const severity = severityOf(isStrike ? strikes : 1, serious)
  const { accountId, userType, reason, trigger } = command
  const cause = { accountId, userType, violationId, reason, trigger, evidence }
  const strike = isStrike ? strikes : 0
  const recorded: SanctionRecordEvent = { type: 'ViolationRecorded', data: { ...cause, severity, strike, at } }
  const expiries = sanctionExpiries(command, state)
  const active = activeSanction(state, at)
  if (active !== null && keepsActiveSanction(active, severity, at)) return [...expiries, recorded]
  const imposition = { strikes, replaces: active?.sanctionId ?? null, ...finding }
  return [
    ...expiries,
    recorded,
    sanctionEvent({ ...command, ...imposition, severity, proposed: null, description: null }),
  ]
}

/** A review costs its author one strike, whatever the number of decisions. After an overturn only a later decision counts. */
const isAlreadyRecorded = ({ violations }: SanctionRecordState, reviewId: string, at: Instant) =>
  violations.some(
    (violation) =>
      violation.reviewId === reviewId && (violation.overturnedAt === null || !isBefore(violation.overturnedAt, at)),
  )

/**
 * The active sanction stays if it is permanent, or ends no earlier than the new one. A warning never replaces a suspension
 * and is always replaced.
 */
const keepsActiveSanction = (active: Sanction, severity: Severity, at: Instant): boolean => {
  if (active.severity === 'LOW' || severity === 'PERMANENT') return active.severity === 'PERMANENT'
  return severity === 'LOW' || active.until === null || !isBefore(active.until, sanctionEnd(severity, at))
}

/**
 * Imposes a sanction, which does not count as a strike.
 * @rule D-11 rejected while another sanction is active
 * @rule Q-128 a proposed permanent suspension suspends for 7 days
 */
export const imposeSanction = (command: ImposeSanction, state: SanctionRecordState): Decision => {
  const { accountId, userType, sanctionId, reason, by, at } = command
  const description = trimToNull(command.description)
  const imposed = findSanction(state, sanctionId)
  if (imposed !== undefined)
    return isRepeated({ ...command, description }, imposed)
      ? nothing
      : reject({ type: 'SanctionImposedOtherwise', sanctionId })
  if (by === accountId) return reject(conflictOfInterest)
  if (exceeds(description, maxDescriptionLength))
    return reject({ type: 'SanctionDescriptionTooLong', max: maxDescriptionLength })
  const active = activeSanction(state, at)
  if (active !== null) {
    const { severity, until } = active
    return reject({ type: 'SanctionActive', sanctionId: active.sanctionId, severity, until })
  }

  const isProposal = command.severity === 'PERMANENT' && command.permanentNeedsTwo
  const severity = isProposal ? 'MEDIUM' : command.severity
  const proposed = isProposal ? 'PERMANENT' : null
  const evidence = { reviewId: null, decidedBy: by, lost: null, decided: null, windowDays: null }
  const cause = { accountId, userType, violationId: sanctionId, reason, trigger: 'MODERATOR', evidence } as const
  const imposition = { strikes: countStrikes(state), replaces: null, automation: 'none' } as const
  return accept(
    ...sanctionExpiries(command, state),
    { type: 'ViolationRecorded', data: { ...cause, severity, strike: 0, at } },
    sanctionEvent({ ...command, ...cause, ...imposition, severity, proposed, description }),
  )
}

const isRepeated = (command: ImposeSanction, { by, requested, reason, description }: Sanction): boolean =>
  by === command.by &&
  requested === command.severity &&
  reason === command.reason &&
  description === command.description

/** Expiry events of sanctions whose end has passed. */
export const sanctionExpiries = (
  { accountId, at }: { readonly accountId: string; readonly at: Instant },
  { sanctions }: SanctionRecordState,
): readonly SanctionRecordEvent[] =>
  [...sanctions.values()]
    .filter(({ status, until }) => status === 'active' && until !== null && !isBefore(at, until))
    .map(({ sanctionId }) => ({ type: 'SanctionExpired', data: { accountId, sanctionId, at } }))

type SanctionTerms = Omit<RecordViolation, 'type' | 'isStrike' | 'serious' | 'trigger'> &
  Pick<DataOf<SanctionRecordEvent, 'WarningIssued'>, 'trigger' | 'replaces' | 'strikes'> &
  Pick<StatementOfReasons, 'automation'> & {
    readonly severity: Severity
    readonly proposed: 'PERMANENT' | null
    readonly by: string | null
    readonly description: string | null
  }

const sanctionEvent = (terms: SanctionTerms): SanctionRecordEvent => {
  const { accountId, userType, sanctionId, violationId, reason, trigger, evidence, description, by, at } = terms
  const { severity, proposed, replaces, strikes, facts, automation } = terms
  const data = {
    accountId,
    userType,
    sanctionId,
    violationId,
    reason,
    trigger,
    evidence,
    description,
    by,
    replaces,
    strikes,
    ladderVersion,
    facts,
    ...appealableStatementParts(reason, automation, at),
    at,
  }
  switch (severity) {
    case 'LOW':
      return { type: 'WarningIssued', data: { ...data, until: sanctionEnd(severity, at) } }
    case 'MEDIUM':
    case 'HIGH':
      return { type: 'SuspensionImposed', data: { ...data, severity, proposed, until: sanctionEnd(severity, at) } }
    case 'PERMANENT':
      return { type: 'PermanentSuspensionImposed', data }
  }
}

// --- Lifting sanctions ------------------------------------------------------------------------------

export type LiftingRejection = ConflictOfInterest | { readonly type: 'SanctionNotFound' }

type LiftingDecision = DecisionOf<SanctionRecordEvent, LiftingRejection>

/**
 * Statement of a decision that cannot be appealed, with the ground NO_VIOLATION; the rejection of an appeal replaces it by
 * the reason for the sanction.
 */
export const finalStatement = (
  facts: string,
  automation: StatementOfReasons['automation'],
  at: Instant,
): StatementOfReasons => withoutAppeal({ facts, ...appealableStatementParts('NO_VIOLATION', automation, at) })

/** A sanction can be lifted once, but not by the sanctioned account. */
export const canLift = (accountId: string, { status }: Pick<Sanction, 'status'>, by: string): boolean =>
  by !== accountId && status !== 'lifted'

/** Lifts the sanction. Ended sanctions can be lifted too, because their strikes still count. */
export const liftSanction = (
  { accountId, sanctionId, by, facts, at }: LiftSanction,
  state: SanctionRecordState,
): LiftingDecision => {
  const sanction = findSanction(state, sanctionId)
  if (sanction === undefined) return reject({ type: 'SanctionNotFound' })
  if (by === accountId) return reject(conflictOfInterest)
  if (!canLift(accountId, sanction, by)) return nothing
  const data = { accountId, sanctionId, by, ...finalStatement(facts, 'none', at), at }
  return accept({ type: 'SanctionLifted', data })
}

/** Cancels the violations of a review. Those recorded after `at` stay: they rest on a later decision. */
export const overturnViolations = (command: OverturnViolations, state: SanctionRecordState): LiftingDecision => {
  const { reviewId, at } = command
  const overturned = [...state.violations.values()].filter(
    (violation) => violation.reviewId === reviewId && violation.overturnedAt === null && !isBefore(at, violation.at),
  )
  return accept(...overturningEvents(command, overturned, state))
}

/** Cancels violations, and lifts their sanctions, because the decision they rest on was overturned. */
export const overturningEvents = (
  { accountId, facts, at }: SanctionCommandFields & { readonly facts: string },
  violations: readonly RecordedViolation[],
  { sanctions }: SanctionRecordState,
): readonly SanctionRecordEvent[] =>
  violations.map(({ violationId }) => {
    const sanction = sanctions.find((imposed) => imposed.violationId === violationId)
    if (sanction === undefined) return { type: 'ViolationOverturned', data: { accountId, violationId, at } }
    const { sanctionId } = sanction
    const data = { accountId, sanctionId, by: null, ...finalStatement(facts, 'decision', at), at }
    return { type: 'SanctionLifted', data }
  })
