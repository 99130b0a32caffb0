import type { Instant } from '../../kernel/primitives.ts'
import type { Evidence, SanctionReason, Severity, Trigger, UserType } from './events.ts'
import type { FlaggingOutcome } from './flagging-record.ts'
import type { AbusiveFlaggingRule } from './ladder.ts'

interface Of {
  readonly accountId: string
  readonly at: Instant
}

interface Imposing extends Of {
  readonly userType: UserType
  /** Names the sanction, if there is one. */
  readonly sanctionId: string
  readonly reason: SanctionReason
  /** What was found, in words for the account. */
  readonly facts: string
}

/** What follows by itself. */
export interface RecordViolation extends Imposing {
  readonly type: 'RecordViolation'
  /** Recorded once for ever, however often it is asked. */
  readonly violationId: string
  readonly trigger: Exclude<Trigger, 'MODERATOR'>
  readonly evidence: Evidence
  /** Whether it moves the ladder (points settled 12); otherwise it is answered with a warning. */
  readonly counts: boolean
  /** So grave that there is no second time (B-35). */
  readonly serious: boolean
}

export interface NoteDispute extends Of {
  readonly type: 'NoteDispute'
  readonly disputeId: string
  readonly outcome: 'upheld' | 'rejected'
}

/** How a flag of this account's stands. */
export interface NoteFlag extends Of {
  readonly type: 'NoteFlag'
  readonly flagId: string
  readonly authorId: string
  readonly outcome: 'upheld' | 'dismissed'
  readonly rule: AbusiveFlaggingRule
}

/** A moderator on how this account flags. */
export interface JudgeFlagging extends Omit<Imposing, 'reason'> {
  readonly type: 'JudgeFlagging'
  /** Of the question. */
  readonly number: number
  readonly outcome: FlaggingOutcome
  readonly by: string
}

/** What a moderator decides by hand: off the ladder, which it leaves where it stands. */
export interface ImposeSanction extends Imposing {
  readonly type: 'ImposeSanction'
  readonly severity: Severity
  readonly description: string | null
  readonly by: string
}

export interface LiftSanction extends Of {
  readonly type: 'LiftSanction'
  readonly sanctionId: string
  readonly by: string
  readonly facts: string
}

/** What was decided about a review no longer holds. */
export interface OverturnViolations extends Of {
  readonly type: 'OverturnViolations'
  readonly reviewId: string
  readonly facts: string
}

export interface ExpireSanctions extends Of {
  readonly type: 'ExpireSanctions'
}

export interface SubmitAppeal extends Of {
  readonly type: 'SubmitAppeal'
  readonly sanctionId: string
  readonly reason: string
}

export interface TakeAppeal extends Of {
  readonly type: 'TakeAppeal'
  readonly sanctionId: string
  readonly by: string
}

export interface DecideAppeal extends Of {
  readonly type: 'DecideAppeal'
  readonly sanctionId: string
  readonly decision: 'APPROVED' | 'REJECTED'
  readonly by: string
  readonly reason: string
}

export type AppealCommand = SubmitAppeal | TakeAppeal | DecideAppeal
export type ConductCommand =
  | NoteDispute
  | NoteFlag
  | JudgeFlagging
  | RecordViolation
  | ImposeSanction
  | LiftSanction
  | OverturnViolations
  | ExpireSanctions
  | AppealCommand
