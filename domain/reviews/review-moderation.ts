import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import type { DataOf } from '../kernel/event.ts'
import { E, pipe } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import {
  type ConflictOfInterest,
  conflictOfInterest,
  createStatementOfReasons,
  type Direction,
  type Reasons,
  type ReasonsRejection,
  type StatementOfReasons,
  type Violation,
} from '../kernel/statement-of-reasons.ts'
import { exceeds, trimToNull } from '../kernel/text.ts'
import {
  currentCase,
  FlagClosed,
  type ExistingReview,
  type Flag,
  FlagOverturned,
  isActiveOrHeld,
  isParty,
  pendingFlags,
  type ReviewEvent,
  type ReviewParties,
} from './review-state.ts'
import {
  type FlagOutcome,
  type ReviewStatus,
  type ReviewStatusObstacle,
  type SettableReviewStatus,
  settableReviewStatuses,
} from './vocabulary.ts'

// --- Commands and rejections ------------------------------------------------------------------------

export interface ModerateReview {
  readonly type: 'ModerateReview'
  readonly to: SettableReviewStatus
  readonly by: string
  /** The account behind a USER target; null for other targets. */
  readonly targetAccountId: string | null
  readonly notes: string | null
  readonly reasons: Reasons
  readonly at: Instant
}

export interface HoldReview {
  readonly type: 'HoldReview'
  /** Facts of the statement of reasons. */
  readonly facts: string
  readonly at: Instant
}

export interface RemoveByDispute {
  readonly type: 'RemoveByDispute'
  readonly disputeId: string
  /** The moderator who upheld the dispute. */
  readonly by: string
  /** Statement of reasons of the decision that upheld the dispute. */
  readonly statementOfReasons: StatementOfReasons
  readonly violation: Violation | null
  readonly at: Instant
}

/** Applies a ruling to the review. */
export interface ApplyRuling {
  readonly type: 'ApplyRuling'
  /** Id of the event that decided the appeal; applied once. */
  readonly rulingId: string
  readonly to: SettableReviewStatus
  /** Ids of the flags whose outcome the appeal overturns. */
  readonly flags: readonly string[]
  /** The moderator who decided the appeal. */
  readonly by: string
  readonly statementOfReasons: StatementOfReasons
  readonly violation: Violation | null
  readonly at: Instant
}

/** The notes on a review or flag exceed the limit. */
export interface ModeratorNotesTooLong {
  readonly type: 'ModeratorNotesTooLong'
  readonly max: number
}

export type ModerationRejection =
  | ConflictOfInterest
  | ReasonsRejection
  | ModeratorNotesTooLong
  /** The review's status does not permit the requested one; a held review needs its flags decided or its dispute upheld. */
  | { readonly type: 'TransitionNotAllowed'; readonly from: ReviewStatus; readonly to: SettableReviewStatus }
  /** The upheld dispute is about another review. */
  | { readonly type: 'DisputeOfAnotherReview' }

type Decision = DecisionOf<ReviewEvent, ModerationRejection>

// --- Decisions --------------------------------------------------------------------------------------

/** @rule S-11 @rule Q-54 a held review with flags changes only by deciding them or upholding its dispute */
const allowedTransitions: Readonly<Record<ReviewStatus, readonly SettableReviewStatus[]>> = {
  ACTIVE: ['HIDDEN', 'REMOVED'],
  HIDDEN: ['ACTIVE'],
  REMOVED: ['ACTIVE'],
  PENDING_REVIEW: [],
}

/** The statuses that the moderator may set. */
export const allowedReviewStatuses = (
  review: ReviewParties & Pick<ExistingReview, 'status'>,
  by: string,
  targetAccountId: string | null,
): readonly SettableReviewStatus[] => (isParty(review, by, targetAccountId) ? [] : transitionsOf(review))

const transitionsOf = (review: ReviewParties & Pick<ExistingReview, 'status'>): readonly SettableReviewStatus[] =>
  review.status === 'PENDING_REVIEW' && pendingFlags(review).length === 0
    ? settableReviewStatuses
    : allowedTransitions[review.status]

/** Why the moderator may not set any status: as a party, or because flags or a dispute must be decided first. */
export const reviewStatusObstacle = (
  review: ReviewParties & Pick<ExistingReview, 'status'>,
  by: string,
  targetAccountId: string | null,
): ReviewStatusObstacle | null => {
  if (isParty(review, by, targetAccountId)) return 'own-matter'
  return transitionsOf(review).length === 0 ? 'held' : null
}

/** Direction of each status for the author. */
export const reviewDirections = {
  ACTIVE: 'favourable',
  HIDDEN: 'adverse',
  REMOVED: 'adverse',
} as const satisfies Record<SettableReviewStatus, Direction>

/** Maximum length of a moderator's notes, in characters. @rule V-43 */
export const maxNotesLength = 1000

/** Hides, removes or restores the review. Hiding or removing it upholds its pending flags. */
export const moderateReview = (command: ModerateReview, review: ExistingReview): Decision => {
  const { to, by, targetAccountId, reasons, at } = command
  if (isParty(review, by, targetAccountId)) return reject(conflictOfInterest)
  if (review.status === to) return nothing
  if (!allowedReviewStatuses(review, by, targetAccountId).includes(to))
    return reject({ type: 'TransitionNotAllowed', from: review.status, to })
  const notes = trimToNull(command.notes)
  if (exceeds(notes, maxNotesLength)) return reject({ type: 'ModeratorNotesTooLong', max: maxNotesLength })

  return pipe(
    createStatementOfReasons(reasons, reviewDirections[to], 'none', at),
    E.map((statementOfReasons) => moderationEvents({ ...command, notes }, review, statementOfReasons)),
  )
}

const moderationEvents = (
  { to, by, notes, reasons, at }: ModerateReview,
  review: ExistingReview,
  statementOfReasons: StatementOfReasons,
): readonly ReviewEvent[] => {
  const { identity, content } = review
  const data = { ...identity, by, cause: 'moderator' as const, notes, rating: content.stars, ...statementOfReasons, at }
  if (to === 'ACTIVE') return [{ type: 'ReviewRestored', data }]
  return [
    ...pendingFlagEvents('UPHELD', review, { by, notes: null, ...statementOfReasons, at }),
    { type: eventTypeByStatus[to], data: { ...data, violation: reasons.violation } },
  ]
}

/** Holds an active review as surplus of a burst, once. @rule Q-125 */
export const holdReview = ({ facts, at }: HoldReview, review: ExistingReview): Decision => {
  if (review.status !== 'ACTIVE' || review.wasSurplus) return nothing
  const caseNumber = currentCase(review)
  return pipe(
    createStatementOfReasons({ facts, ground: 'OTHER', violation: null }, 'adverse', 'decision', at),
    E.map((statementOfReasons) => [
      { type: 'ReviewHeld', data: { ...review.identity, caseNumber, cause: 'burst', ...statementOfReasons, at } },
    ]),
  )
}

/** Removes the review for an upheld dispute; pending flags close as REVIEWED, neither upheld nor dismissed. */
export const removeByDispute = (command: RemoveByDispute, review: ExistingReview): Decision => {
  const { disputeId, by, statementOfReasons, violation, at } = command
  if (disputeId !== review.identity.reviewId) return reject({ type: 'DisputeOfAnotherReview' })
  if (review.removedByDispute || review.status === 'REMOVED') return nothing
  if (statementOfReasons.facts.trim() === '') return reject({ type: 'FactsMissing' })
  return accept(...pendingFlagEvents('REVIEWED', review, { by, notes: null, ...statementOfReasons, at }), {
    type: 'ReviewRemoved',
    data: adverseEventData(review, { cause: 'dispute', statementOfReasons, at }, violation),
  })
}

/**
 * Applies the decision on an appeal to the review and its flags, in any status: `allowedTransitions` limits moderators,
 * not appeals.
 */
export const applyRuling = (command: ApplyRuling, review: ExistingReview): DecisionOf<ReviewEvent> => {
  const { rulingId, to, by, at } = command
  if (review.appliedRulings.has(rulingId)) return nothing
  return accept(
    { type: 'AppealApplied', data: { ...review.identity, rulingId, to, by, at } },
    ...flagsOverturnedBy(command, review),
    ...(to === 'ACTIVE' ? restoredByAppeal(command, review) : hiddenOrRemovedByAppeal(command, to, review)),
  )
}

const restoredByAppeal = ({ statementOfReasons, at }: ApplyRuling, review: ExistingReview): readonly ReviewEvent[] =>
  isActiveOrHeld(review)
    ? []
    : [{ type: 'ReviewRestored', data: followUpEventData(review, { cause: 'appeal', statementOfReasons, at }) }]

const hiddenOrRemovedByAppeal = (
  { flags, by, statementOfReasons, violation, at }: ApplyRuling,
  to: 'HIDDEN' | 'REMOVED',
  review: ExistingReview,
): readonly ReviewEvent[] => {
  const outcome = flags.length > 0 ? 'UPHELD' : 'REVIEWED'
  const decided = pendingFlagEvents(outcome, review, { by, notes: null, ...statementOfReasons, at })
  if (review.status === to) return decided
  const data = adverseEventData(review, { cause: 'appeal', statementOfReasons, at }, violation)
  return [...decided, { type: eventTypeByStatus[to], data }]
}

const flagsOverturnedBy = (command: ApplyRuling, { flags, identity }: ExistingReview): readonly ReviewEvent[] => {
  const { rulingId, by, statementOfReasons, at } = command
  const outcome = command.to === 'ACTIVE' ? 'DISMISSED' : 'UPHELD'
  return [...flags.values()]
    .filter(({ flagId, status }) => command.flags.includes(flagId) && status !== 'PENDING' && status !== outcome)
    .map(({ flagId, reporterId, caseNumber }) => ({
      type: FlagOverturned.type,
      data: { ...identity, flagId, reporterId, caseNumber, rulingId, outcome, by, ...statementOfReasons, at },
    }))
}

// --- Events of decided reviews and flags ------------------------------------------------------------

interface DecisionCause {
  readonly cause: 'flags' | 'dispute' | 'appeal'
  /** Statement of reasons of the decision that caused the change. */
  readonly statementOfReasons: StatementOfReasons
  readonly at: Instant
}

/** A change that follows from another decision names no moderator and takes over the reasons of that decision. */
export const followUpEventData = (
  { identity, content }: ExistingReview,
  { cause, statementOfReasons, at }: DecisionCause,
): DataOf<ReviewEvent, 'ReviewRestored'> => ({
  ...identity,
  by: null,
  cause,
  notes: null,
  rating: content.stars,
  ...statementOfReasons,
  at,
})

export const adverseEventData = (
  review: ExistingReview,
  cause: DecisionCause,
  violation: Violation | null,
): DataOf<ReviewEvent, 'ReviewHidden'> => ({ ...followUpEventData(review, cause), violation })

const eventTypeByStatus = { HIDDEN: 'ReviewHidden', REMOVED: 'ReviewRemoved' } as const

interface FlagDecisionDetails extends StatementOfReasons {
  readonly by: string
  readonly notes: string | null
  readonly at: Instant
}

const flagDecisionTypes = { REVIEWED: FlagClosed.type, DISMISSED: 'FlagDismissed', UPHELD: 'FlagUpheld' } as const

export const flagDecidedEvent = (
  outcome: FlagOutcome,
  { flagId, reporterId, caseNumber }: Flag,
  { identity }: ExistingReview,
  decision: FlagDecisionDetails,
): ReviewEvent => ({
  type: flagDecisionTypes[outcome],
  data: { ...identity, flagId, reporterId, caseNumber, ...decision },
})

const pendingFlagEvents = (outcome: FlagOutcome, review: ExistingReview, decision: FlagDecisionDetails) =>
  pendingFlags(review).map((flag) => flagDecidedEvent(outcome, flag, review, decision))
