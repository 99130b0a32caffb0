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
import type { FlagReason, ReviewEvent } from './review-events.ts'
import {
  type DataOf,
  type ExistingReview,
  type Flag,
  type FlagOutcome,
  isParty,
  pendingFlags,
  type ReviewStatus,
} from './review-state.ts'

export interface ModeratorNotesTooLong {
  readonly type: 'ModeratorNotesTooLong'
  readonly most: number
}

/** V-43. */
const maxNotesLength = 1000

export const validateNotes = (notes: string | null): ModeratorNotesTooLong | null =>
  exceeds(maxNotesLength, notes) ? { type: 'ModeratorNotesTooLong', most: maxNotesLength } : null

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
  /** Of the decision it follows from. */
  readonly statement: StatementOfReasons
  readonly at: Instant
}

/** What follows from the flags', the dispute's or an appeal's own decision is nobody's, and has that decision's reasons. */
export const restoredData = (
  { identity, content }: ExistingReview,
  { cause, statement, at }: DecisionCause,
): DataOf<'ReviewRestored'> => ({ ...identity, by: null, cause, notes: null, rating: content.rating, ...statement, at })

export const hiddenData = (
  review: ExistingReview,
  following: DecisionCause,
  violation: Violation | null,
): DataOf<'ReviewHidden'> => ({ ...restoredData(review, following), violation })

/** What most reporters complain of; of as many, what was said first. */
export const mostReportedGround = (flags: readonly { readonly reason: FlagReason }[]): Ground => {
  const reasons = flags.map(({ reason }) => reason)
  const times = (reason: FlagReason) => reasons.filter((one) => one === reason).length
  return (
    reasons.reduce<FlagReason | null>(
      (most, reason) => (most === null || times(reason) > times(most) ? reason : most),
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
  /** Of the dispute's own decision. */
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

/** S-11: what waits for its flags or its dispute is left by deciding those. */
const allowedTransitions: Readonly<Record<ReviewStatus, readonly ReviewStatus[]>> = {
  ACTIVE: ['HIDDEN', 'REMOVED'],
  HIDDEN: ['ACTIVE'],
  REMOVED: ['ACTIVE'],
  PENDING_REVIEW: [],
}
const eventTypeOf = { HIDDEN: 'ReviewHidden', REMOVED: 'ReviewRemoved' } as const

const accept = (...events: readonly ReviewEvent[]) => E.right(events)
const reject = (rejection: ModerationRejection) => E.left(rejection)

/** Who takes a review out of sight agrees with those who reported it. */
export const moderateReview = (command: ModerateReview, review: ExistingReview) => {
  const { to, by, targetAccountId, reasons, at } = command
  const { status, identity, content } = review
  if (isParty(review, by, targetAccountId)) return reject({ type: 'OwnMatter' })
  if (status === to) return accept()
  if (!allowedTransitions[status].includes(to)) return reject({ type: 'TransitionNotAllowed', from: status, to })
  const notes = trimToNull(command.notes)
  const rejection = validateNotes(notes)
  if (rejection !== null) return reject(rejection)

  const reasoned = createStatement(reasons, to === 'ACTIVE' ? 'for' : 'against', 'none', at)
  if (E.isLeft(reasoned)) return reasoned

  const ruling = { by, ...reasoned.right, at }
  const data = { ...identity, ...ruling, cause: 'moderator' as const, notes, rating: content.rating }
  if (to === 'ACTIVE') return accept({ type: 'ReviewRestored', data })
  const flags = pendingFlags(review).map((flag) =>
    flagDecisionEvent('UPHELD', flag, review, { ...ruling, notes: null }),
  )
  return accept(...flags, { type: eventTypeOf[to], data: { ...data, violation: reasons.violation } })
}

/** The flags still waiting lose their object without having been judged. */
export const removeByDispute = (command: RemoveByDispute, review: ExistingReview) => {
  const { disputeId, by, statement, violation, at } = command
  if (disputeId !== review.identity.reviewId) return reject({ type: 'DisputeOfAnotherReview' })
  if (review.removedByDispute || review.status === 'REMOVED') return accept()
  if (statement.facts.trim() === '') return reject({ type: 'FactsMissing' })
  const ruling = { by, notes: null, ...statement, at }
  const flags = pendingFlags(review).map((flag) => flagDecisionEvent('REVIEWED', flag, review, ruling))
  const data = hiddenData(review, { cause: 'dispute', statement, at }, violation)
  return accept(...flags, { type: 'ReviewRemoved', data })
}

/** What an appeal has decided is done with the review, wherever it stands: S-11 is about what moderators do of their own accord. */
export interface ApplyAppeal {
  readonly type: 'ApplyAppeal'
  /** The event that decided the appeal: it is applied once. */
  readonly rulingId: string
  readonly to: 'ACTIVE' | 'HIDDEN' | 'REMOVED'
  /** Those whose answer turns with it. */
  readonly flags: readonly string[]
  /** Who decided the appeal. */
  readonly by: string
  readonly statement: StatementOfReasons
  readonly violation: Violation | null
  readonly at: Instant
}

const appealEventTypeOf = { HIDDEN: 'ReviewHidden', REMOVED: 'ReviewRemoved' } as const

export const applyAppeal = (command: ApplyAppeal, review: ExistingReview): E.Either<never, readonly ReviewEvent[]> => {
  const { rulingId, to, by, statement, violation, at } = command
  if (review.rulings.includes(rulingId)) return E.right([])
  const applied: ReviewEvent = { type: 'AppealApplied', data: { ...review.identity, rulingId, to, by, at } }
  const turned = flagsReversedBy(command, review).map((flag) => reverseFlag(command, flag, review))
  const following = { cause: 'appeal', statement, at } as const
  if (to === 'ACTIVE') {
    const back = review.status === 'HIDDEN' || review.status === 'REMOVED'
    const restored: ReviewEvent = { type: 'ReviewRestored', data: restoredData(review, following) }
    return E.right([applied, ...turned, ...(back ? [restored] : [])])
  }
  const agreed = command.flags.length > 0 ? 'UPHELD' : 'REVIEWED'
  const ruling = { by, notes: null, ...statement, at }
  const answered = pendingFlags(review).map((flag) => flagDecisionEvent(agreed, flag, review, ruling))
  const gone: ReviewEvent = { type: appealEventTypeOf[to], data: hiddenData(review, following, violation) }
  return E.right([applied, ...turned, ...answered, ...(review.status === to ? [] : [gone])])
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
    type: 'FlagTurned',
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
