import { E } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import { appealableGrounds, type StatementOfReasons, withoutAppeal } from '../kernel/statement-of-reasons.ts'
import { isBefore } from '../kernel/time.ts'
import { type AbusiveFlaggingRule, ladderVersion, sanctionEnd, severityOf } from './rules.ts'
import type {
  SanctionReason,
  SanctionRecordEvent,
  SanctionTrigger,
  Severity,
  UserType,
  ViolationEvidence,
} from './sanction-record-events.ts'
import {
  activeSanction,
  countStrikes,
  findSanction,
  type FlaggingOutcome,
  type Sanction,
  type SanctionRecordState,
} from './sanction-record-state.ts'

interface AccountCommand {
  readonly accountId: string
  readonly at: Instant
}

interface ImpositionCommand extends AccountCommand {
  readonly userType: UserType
  /** Names the sanction, if there is one. */
  readonly sanctionId: string
  readonly reason: SanctionReason
  /** What was found, in words for the account. */
  readonly facts: string
}

/** What follows by itself. */
export interface RecordViolation extends ImpositionCommand {
  readonly type: 'RecordViolation'
  /** Recorded once for ever, however often it is asked. */
  readonly violationId: string
  readonly trigger: Exclude<SanctionTrigger, 'MODERATOR'>
  readonly evidence: ViolationEvidence
  /** Whether it moves the ladder (points settled 12); otherwise it is answered with a warning. */
  readonly counts: boolean
  /** So grave that there is no second time (B-35). */
  readonly serious: boolean
}

export interface RecordDisputeOutcome extends AccountCommand {
  readonly type: 'RecordDisputeOutcome'
  readonly disputeId: string
  readonly outcome: 'upheld' | 'rejected'
}

/** How a flag of this account's stands. */
export interface RecordFlagOutcome extends AccountCommand {
  readonly type: 'RecordFlagOutcome'
  readonly flagId: string
  readonly authorId: string
  readonly outcome: 'upheld' | 'dismissed'
  readonly rule: AbusiveFlaggingRule
}

/** A moderator on how this account flags. */
export interface JudgeFlagging extends Omit<ImpositionCommand, 'reason'> {
  readonly type: 'JudgeFlagging'
  /** Of the question. */
  readonly number: number
  readonly outcome: FlaggingOutcome
  readonly by: string
}

/** What a moderator decides by hand: off the ladder, which it leaves where it stands. */
export interface ImposeSanction extends ImpositionCommand {
  readonly type: 'ImposeSanction'
  readonly severity: Severity
  readonly description: string | null
  readonly by: string
}

export interface LiftSanction extends AccountCommand {
  readonly type: 'LiftSanction'
  readonly sanctionId: string
  readonly by: string
  readonly facts: string
}

/** What was decided about a review no longer holds. */
export interface OverturnViolations extends AccountCommand {
  readonly type: 'OverturnViolations'
  readonly reviewId: string
  readonly facts: string
}

export interface ExpireSanctions extends AccountCommand {
  readonly type: 'ExpireSanctions'
}

export interface SubmitAppeal extends AccountCommand {
  readonly type: 'SubmitAppeal'
  readonly sanctionId: string
  readonly reason: string
}

export interface TakeAppeal extends AccountCommand {
  readonly type: 'TakeAppeal'
  readonly sanctionId: string
  readonly by: string
}

export interface DecideAppeal extends AccountCommand {
  readonly type: 'DecideAppeal'
  readonly sanctionId: string
  readonly decision: 'APPROVED' | 'REJECTED'
  readonly by: string
  readonly reason: string
}

export type SanctionAppealCommand = SubmitAppeal | TakeAppeal | DecideAppeal
export type SanctionRecordCommand =
  | RecordDisputeOutcome
  | RecordFlagOutcome
  | JudgeFlagging
  | RecordViolation
  | ImposeSanction
  | LiftSanction
  | OverturnViolations
  | ExpireSanctions
  | SanctionAppealCommand

export type ImpositionRejection =
  /** Nobody sanctions themselves, nor lifts or judges what is theirs. */
  | { readonly type: 'OwnMatter' }
  | {
      readonly type: 'SanctionActive'
      readonly sanctionId: string
      readonly severity: Severity
      readonly until: Instant | null
    }
  | { readonly type: 'SanctionImposedOtherwise'; readonly sanctionId: string }
  | { readonly type: 'SanctionDescriptionTooLong'; readonly most: number }

type Decision = E.Either<ImpositionRejection, readonly SanctionRecordEvent[]>
const accept = (...events: readonly SanctionRecordEvent[]): Decision => E.right(events)
const reject = (rejection: ImpositionRejection): Decision => E.left(rejection)

/** V-58 */
const maxDescriptionLength = 2000

/** The ladder answers, unless what is in force already weighs more: then the strike only counts. */
export const recordViolation = (command: RecordViolation, state: SanctionRecordState): Decision => {
  const { violationId, evidence, at } = command
  if (state.violations.some((one) => one.violationId === violationId)) return accept()
  if (evidence.reviewId !== null && isAlreadySanctioned(state, evidence.reviewId, at)) return accept()
  return accept(...violationEvents(command, { by: null, automation: 'decision' }, state))
}

/** What is written of a violation; `by` is who found it, null when it followed by itself. */
export const violationEvents = (
  command: Omit<RecordViolation, 'type'>,
  found: Pick<StatementOfReasons, 'automation'> & { readonly by: string | null },
  state: SanctionRecordState,
): readonly SanctionRecordEvent[] => {
  const { violationId, evidence, counts, serious, at } = command
  const strikes = countStrikes(state) + (counts ? 1 : 0)
  const severity = severityOf(counts ? strikes : 1, serious)
  const { accountId, userType, reason, trigger } = command
  const cause = { accountId, userType, violationId, reason, trigger, evidence }
  const strike = counts ? strikes : 0
  const recorded: SanctionRecordEvent = { type: 'ViolationRecorded', data: { ...cause, severity, strike, at } }
  const over = sanctionExpiries(command, state)
  const active = activeSanction(state, at)
  if (active !== null && outlasts(active, severity, at)) return [...over, recorded]
  const standing = { strikes, replaces: active?.sanctionId ?? null, ...found }
  return [...over, recorded, sanctionEvent({ ...command, ...standing, severity, description: null })]
}

/** One strike a review, however many decisions go against it; one that was overturned since needs a new decision. */
const isAlreadySanctioned = ({ violations }: SanctionRecordState, reviewId: string, at: Instant) =>
  violations.some((one) => one.reviewId === reviewId && (one.overturnedAt === null || !isBefore(one.overturnedAt, at)))

const outlasts = (active: Sanction, severity: Severity, at: Instant): boolean => {
  if (active.severity === 'LOW' || severity === 'PERMANENT') return active.severity === 'PERMANENT'
  return severity === 'LOW' || active.until === null || !isBefore(active.until, sanctionEnd(severity, at))
}

/** Points settled 11: not beside another active record. */
export const imposeSanction = (command: ImposeSanction, state: SanctionRecordState): Decision => {
  const { accountId, userType, sanctionId, reason, severity, by, at } = command
  const description = command.description?.trim() || null
  const known = findSanction(state, sanctionId)
  if (known !== undefined)
    return known.by === by &&
      known.severity === severity &&
      known.reason === reason &&
      known.description === description
      ? accept()
      : reject({ type: 'SanctionImposedOtherwise', sanctionId })
  if (by === accountId) return reject({ type: 'OwnMatter' })
  if (description !== null && description.length > maxDescriptionLength)
    return reject({ type: 'SanctionDescriptionTooLong', most: maxDescriptionLength })
  const active = activeSanction(state, at)
  if (active !== null) {
    const { severity, until } = active
    return reject({ type: 'SanctionActive', sanctionId: active.sanctionId, severity, until })
  }

  const evidence = { reviewId: null, decidedBy: by, lost: null, decided: null, windowDays: null }
  const cause = { accountId, userType, violationId: sanctionId, reason, trigger: 'MODERATOR', evidence } as const
  const standing = { strikes: countStrikes(state), replaces: null, automation: 'none' } as const
  return accept(
    ...sanctionExpiries(command, state),
    { type: 'ViolationRecorded', data: { ...cause, severity, strike: 0, at } },
    sanctionEvent({ ...command, ...cause, ...standing, description }),
  )
}

/** What has run out and is not yet written down as over. */
export const sanctionExpiries = (
  { accountId, at }: { readonly accountId: string; readonly at: Instant },
  { sanctions }: SanctionRecordState,
): readonly SanctionRecordEvent[] =>
  sanctions
    .filter(({ status, until }) => status === 'active' && until !== null && !isBefore(at, until))
    .map(({ sanctionId }) => ({ type: 'SanctionExpired', data: { accountId, sanctionId, at } }))

type SanctionTerms = Omit<RecordViolation, 'type' | 'counts' | 'serious' | 'trigger'> &
  Pick<Extract<SanctionRecordEvent, { readonly type: 'WarningIssued' }>['data'], 'trigger' | 'replaces' | 'strikes'> &
  Pick<StatementOfReasons, 'automation'> & {
    readonly severity: Severity
    readonly by: string | null
    readonly description: string | null
  }

const sanctionEvent = (terms: SanctionTerms): SanctionRecordEvent => {
  const { accountId, userType, sanctionId, violationId, reason, trigger, evidence, description, by, at } = terms
  const { severity, replaces, strikes, facts, automation } = terms
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
    ...appealableGrounds(reason, automation, at),
    at,
  }
  switch (severity) {
    case 'LOW':
      return { type: 'WarningIssued', data: { ...data, until: sanctionEnd(severity, at) } }
    case 'MEDIUM':
    case 'HIGH':
      return { type: 'SuspensionImposed', data: { ...data, severity, until: sanctionEnd(severity, at) } }
    case 'PERMANENT':
      return { type: 'PermanentSuspensionImposed', data }
  }
}

export type LiftingRejection = { readonly type: 'OwnMatter' } | { readonly type: 'SanctionNotFound' }

type LiftingDecision = E.Either<LiftingRejection, readonly SanctionRecordEvent[]>

/** A decision that speaks for the account: nothing is left to appeal here. */
export const favourableStatement = (
  facts: string,
  automation: StatementOfReasons['automation'],
  at: Instant,
): StatementOfReasons => withoutAppeal({ facts, ...appealableGrounds('NO_VIOLATION', automation, at) })

/** Whatever has become of it: a sanction that is over still has its strike. */
export const liftSanction = (
  { accountId, sanctionId, by, facts, at }: LiftSanction,
  state: SanctionRecordState,
): LiftingDecision => {
  const sanction = findSanction(state, sanctionId)
  if (sanction === undefined) return E.left({ type: 'SanctionNotFound' })
  if (by === accountId) return E.left({ type: 'OwnMatter' })
  if (sanction.status === 'lifted') return E.right([])
  const data = { accountId, sanctionId, by, ...favourableStatement(facts, 'none', at), at }
  return E.right([{ type: 'SanctionLifted', data }])
}

/** What was recorded after the restoring stands: it rests on a later decision. */
export const overturnViolations = (command: OverturnViolations, state: SanctionRecordState): LiftingDecision => {
  const { accountId, reviewId, facts, at } = command
  const concerned = state.violations.filter(
    (one) => one.reviewId === reviewId && one.overturnedAt === null && !isBefore(at, one.at),
  )
  return E.right(
    concerned.map(({ violationId }): SanctionRecordEvent => {
      const sanction = state.sanctions.find((one) => one.violationId === violationId)
      if (sanction === undefined) return { type: 'ViolationOverturned', data: { accountId, violationId, at } }
      const { sanctionId } = sanction
      const data = { accountId, sanctionId, by: null, ...favourableStatement(facts, 'decision', at), at }
      return { type: 'SanctionLifted', data }
    }),
  )
}
