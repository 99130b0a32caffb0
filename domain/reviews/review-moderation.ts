import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import type { DataOf } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import {
  type ConflictOfInterest,
  createStatement,
  type Ground,
  type Reasons,
  type ReasonsRejection,
  type StatementOfReasons,
  type Violation,
} from '../kernel/statement-of-reasons.ts'
import { exceeds, trimToNull } from '../kernel/text.ts'
import { FlagReversed, type ReviewEvent } from './review-events.ts'
import { type ExistingReview, type Flag, isParty, pendingFlags } from './review-state.ts'
import type { FlagOutcome, FlagReason, ReviewStatus } from './vocabulary.ts'

export interface ModeratorNotesTooLong {
  readonly type: 'ModeratorNotesTooLong'
  readonly most: number
}

/** Characters. @rule V-43 */
const maxNotesLength = 1000

export const validateNotes = (notes: string | null): ModeratorNotesTooLong | null =>
  exceeds(notes, maxNotesLength) ? { type: 'ModeratorNotesTooLong', most: maxNotesLength } : null

interface FlagDecisionDetails extends StatementOfReasons {
  readonly by: string
  readonly notes: string | null
  readonly at: Instant
}

const flagDecisionTypes = { REVIEWED: 'FlagReviewed', DISMISSED: 'FlagDismissed', UPHELD: 'FlagUpheld' } as const

export const flagDecisionEvent = (
  outcome: FlagOutcome,
  flag: Flag,
  review: ExistingReview,
  ruling: FlagDecisionDetails,
): ReviewEvent => {
  const { flagId, reporterId, caseNumber } = flag
  return { type: flagDecisionTypes[outcome], data: { ...review.identity, flagId, reporterId, caseNumber, ...ruling } }
}

interface DecisionCause {
  readonly cause: 'flags' | 'dispute' | 'appeal'
  /** Statement of the decision that caused the change. */
  readonly statement: StatementOfReasons
  readonly at: Instant
}

/** A change that follows from another decision names no moderator and takes over the reasons of that decision. */
export const restoredData = (
  { identity, content }: ExistingReview,
  { cause, statement, at }: DecisionCause,
): DataOf<ReviewEvent, 'ReviewRestored'> => ({
  ...identity,
  by: null,
  cause,
  notes: null,
  rating: content.rating,
  ...statement,
  at,
})

export const hiddenData = (
  review: ExistingReview,
  cause: DecisionCause,
  violation: Violation | null,
): DataOf<ReviewEvent, 'ReviewHidden'> => ({ ...restoredData(review, cause), violation })

/** The most frequent reason, the earliest on a tie. */
export const mostReportedGround = (flags: readonly { readonly reason: FlagReason }[]): Ground => {
  const reasons = flags.map(({ reason }) => reason)
  const frequency = (reason: FlagReason) => reasons.filter((other) => other === reason).length
  return (
    reasons.reduce<FlagReason | null>(
      (most, reason) => (most === null || frequency(reason) > frequency(most) ? reason : most),
      null,
    ) ?? 'OTHER'
  )
}

export interface ModerateReview {
  readonly type: 'ModerateReview'
  readonly to: 'ACTIVE' | 'HIDDEN' | 'REMOVED'
  readonly by: string
  /** The account behind a USER target; null for other targets. */
  readonly targetAccountId: string | null
  readonly notes: string | null
  readonly reasons: Reasons
  readonly at: Instant
}

export interface RemoveByDispute {
  readonly type: 'RemoveByDispute'
  readonly disputeId: string
  /** The moderator who upheld the dispute. */
  readonly by: string
  /** Statement of the dispute's decision. */
  readonly statement: StatementOfReasons
  readonly violation: Violation | null
  readonly at: Instant
}

export type ModerationRejection =
  | ConflictOfInterest
  | ReasonsRejection
  | ModeratorNotesTooLong
  | {
      readonly type: 'TransitionNotAllowed'
      readonly from: ReviewStatus
      readonly to: ModerateReview['to']
    }
  | { readonly type: 'DisputeOfAnotherReview' }

/** @rule S-11 @rule Q-54 a held review changes only by deciding its flags or its dispute */
const allowedTransitions: Readonly<Record<ReviewStatus, readonly ReviewStatus[]>> = {
  ACTIVE: ['HIDDEN', 'REMOVED'],
  HIDDEN: ['ACTIVE'],
  REMOVED: ['ACTIVE'],
  PENDING_REVIEW: [],
}
const hidingEventType = { HIDDEN: 'ReviewHidden', REMOVED: 'ReviewRemoved' } as const

/** Hides, removes or restores the review. Hiding or removing it upholds its pending flags. */
export const moderateReview = (
  command: ModerateReview,
  review: ExistingReview,
): DecisionOf<ReviewEvent, ModerationRejection> => {
  const { to, by, targetAccountId, reasons, at } = command
  const { status, identity, content } = review
  if (isParty(review, by, targetAccountId)) return reject({ type: 'OwnMatter' })
  if (status === to) return nothing
  if (!allowedTransitions[status].includes(to)) return reject({ type: 'TransitionNotAllowed', from: status, to })
  const notes = trimToNull(command.notes)
  const rejection = validateNotes(notes)
  if (rejection !== null) return reject(rejection)

  const statement = createStatement(reasons, to === 'ACTIVE' ? 'for' : 'against', 'none', at)
  if (E.isLeft(statement)) return statement

  const ruling = { by, ...statement.right, at }
  const data = { ...identity, ...ruling, cause: 'moderator' as const, notes, rating: content.rating }
  if (to === 'ACTIVE') return accept({ type: 'ReviewRestored', data })
  const flags = pendingFlags(review).map((flag) =>
    flagDecisionEvent('UPHELD', flag, review, { ...ruling, notes: null }),
  )
  return accept(...flags, { type: hidingEventType[to], data: { ...data, violation: reasons.violation } })
}

/** Removes the review for an upheld dispute; pending flags close without a verdict. */
export const removeByDispute = (
  command: RemoveByDispute,
  review: ExistingReview,
): DecisionOf<ReviewEvent, ModerationRejection> => {
  const { disputeId, by, statement, violation, at } = command
  if (disputeId !== review.identity.reviewId) return reject({ type: 'DisputeOfAnotherReview' })
  if (review.removedByDispute || review.status === 'REMOVED') return nothing
  if (statement.facts.trim() === '') return reject({ type: 'FactsMissing' })
  const ruling = { by, notes: null, ...statement, at }
  const flags = pendingFlags(review).map((flag) => flagDecisionEvent('REVIEWED', flag, review, ruling))
  const data = hiddenData(review, { cause: 'dispute', statement, at }, violation)
  return accept(...flags, { type: 'ReviewRemoved', data })
}

/** The decision of an appeal, applied in any status: S-11 restricts moderators only. */
export interface ApplyAppeal {
  readonly type: 'ApplyAppeal'
  /** Id of the event that decided the appeal; applied once. */
  readonly rulingId: string
  readonly to: 'ACTIVE' | 'HIDDEN' | 'REMOVED'
  /** Ids of the flags whose outcome the appeal reverses. */
  readonly flags: readonly string[]
  /** Who decided the appeal. */
  readonly by: string
  readonly statement: StatementOfReasons
  readonly violation: Violation | null
  readonly at: Instant
}

/** Applies the decision of an appeal to the review and its flags. */
export const applyAppeal = (command: ApplyAppeal, review: ExistingReview): DecisionOf<ReviewEvent> => {
  const { rulingId, to, by, statement, violation, at } = command
  if (review.rulings.includes(rulingId)) return nothing
  const applied: ReviewEvent = { type: 'AppealApplied', data: { ...review.identity, rulingId, to, by, at } }
  const reversed = flagsReversedBy(command, review).map((flag) => reverseFlag(command, flag, review))
  const cause = { cause: 'appeal', statement, at } as const
  if (to === 'ACTIVE') {
    const wasHidden = review.status === 'HIDDEN' || review.status === 'REMOVED'
    const restored: ReviewEvent = { type: 'ReviewRestored', data: restoredData(review, cause) }
    return accept(applied, ...reversed, ...(wasHidden ? [restored] : []))
  }
  const outcome = command.flags.length > 0 ? 'UPHELD' : 'REVIEWED'
  const ruling = { by, notes: null, ...statement, at }
  const decided = pendingFlags(review).map((flag) => flagDecisionEvent(outcome, flag, review, ruling))
  const hidden: ReviewEvent = { type: hidingEventType[to], data: hiddenData(review, cause, violation) }
  return accept(applied, ...reversed, ...decided, ...(review.status === to ? [] : [hidden]))
}

const flagOutcomeOf = ({ to }: ApplyAppeal) => (to === 'ACTIVE' ? 'DISMISSED' : 'UPHELD')

const flagsReversedBy = (command: ApplyAppeal, { flags }: ExistingReview) =>
  flags.filter(
    ({ flagId, status }) => command.flags.includes(flagId) && status !== 'PENDING' && status !== flagOutcomeOf(command),
  )

const reverseFlag = (
  command: ApplyAppeal,
  { flagId, reporterId, caseNumber }: Flag,
  { identity }: ExistingReview,
): ReviewEvent => {
  const { rulingId, by, statement, at } = command
  return {
    type: FlagReversed.type,
    data: {
      ...identity,
      flagId,
      reporterId,
      caseNumber,
      rulingId,
      outcome: flagOutcomeOf(command),
      by,
      ...statement,
      at,
    },
  }
}
