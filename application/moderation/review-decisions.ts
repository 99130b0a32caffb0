import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import {
  allowedGrounds,
  allowedViolations,
  type Direction,
  type Ground,
  type Reasons,
  type Violation,
} from '../../domain/kernel/statement-of-reasons.ts'
import { decisionByOutcome, type ModeratorDecision } from '../../domain/moderation/vocabulary.ts'
import { dispute, type DisputeCommand, disputeDirections } from '../../domain/reviews/dispute.ts'
import { authorAndPendingReporters } from '../../domain/reviews/review-state.ts'
import { flagDirections } from '../../domain/reviews/review-flags.ts'
import { reviewDirections } from '../../domain/reviews/review-moderation.ts'
import { review, type ReviewCommand } from '../../domain/reviews/review.ts'
import type { SettableDisputeStatus, FlagOutcome, SettableReviewStatus } from '../../domain/reviews/vocabulary.ts'
import { type UseCaseContext, rejectedWith, type Result, type UseCase } from '../use-case.ts'
import { disputeCaseId, flagCaseId } from './cases.ts'
import { requireUnclaimedByOthers } from './claims.ts'
import {
  caseNumberOf,
  type DecidableReview,
  factsFor,
  loadDecidableReview,
  matterOf,
  requireUnchangedSince,
  retryOnConflict,
} from './decidable-review.ts'
import { requireMayDecide } from './own-matter.ts'
import { composeReasons, type GivenReasons } from './reasons.it.ts'

export interface ModerateReviewInput {
  readonly reviewId: string
  readonly to: SettableReviewStatus
  readonly notes: string | null
  readonly given?: GivenReasons
  /** Log position of the latest change the moderator saw. */
  readonly seenPosition?: Position | null
}

/** Hides, removes or restores a review. @rule S-11 */
export const moderateReview: UseCase<ModerateReviewInput, { readonly position: Position | null }> =
  (context) => (input) =>
    retryOnConflict(() =>
      pipe(
        TE.Do,
        TE.bind('subject', () => loadDecidableReview(context, input.reviewId)),
        TE.tap(({ subject }) => requireMayDecide(context, matterOf(subject))),
        TE.tap(({ subject }) =>
          requireUnclaimedByOthers(context, flagCaseId(input.reviewId, subject.state.caseNumber)),
        ),
        TE.tap(() => requireUnchangedSince(context, input.reviewId, input.seenPosition ?? null)),
        TE.tap(() => requireUnclaimedByOthers(context, disputeCaseId(input.reviewId))),
        TE.flatMap(({ subject }) =>
          context.execute(review, input.reviewId, moderationCommand(context, input, subject), {
            expectedVersion: subject.version,
          }),
        ),
        TE.map(({ position }) => ({ position })),
      ),
    )

const moderationCommand = (
  { person, at }: UseCaseContext,
  { to, notes, given }: ModerateReviewInput,
  subject: DecidableReview,
): ReviewCommand => {
  const decision = decisionByOutcome.review[to]
  const reasons = composeReasons(decision, factsFor(decision, subject), given)
  const { targetAccountId } = subject
  return { type: 'ModerateReview', to, by: person.accountId, targetAccountId, notes, reasons, at }
}

export interface DecideFlagInput {
  readonly flagId: string
  readonly outcome: FlagOutcome
  readonly notes: string | null
  readonly given?: GivenReasons
  /** Log position of the latest change the moderator saw. */
  readonly seenPosition?: Position | null
}

/**
 * @rule Q-53 moderators decide each flag
 * @rule S-14 states of a flag
 */
export const decideFlag: UseCase<DecideFlagInput, { readonly reviewId: string; readonly position: Position | null }> =
  (context) => (input) =>
    pipe(
      TE.Do,
      TE.bind('reviewId', () => findFlaggedReview(context, input.flagId)),
      TE.bind('position', ({ reviewId }) => retryOnConflict(() => decideFlagOf(context, reviewId, input))),
    )

const findFlaggedReview = ({ lookups }: UseCaseContext, flagId: string): Result<string> =>
  pipe(lookups.reviews.reviewOfFlag(flagId), TE.flatMap(TE.fromNullable(rejectedWith({ type: 'FlagUnknown' }))))

const decideFlagOf = (context: UseCaseContext, reviewId: string, input: DecideFlagInput): Result<Position | null> =>
  pipe(
    TE.Do,
    TE.bind('subject', () => loadDecidableReview(context, reviewId)),
    TE.tap(({ subject }) => requireMayDecide(context, matterOf(subject))),
    TE.tap(({ subject }) =>
      requireUnclaimedByOthers(context, flagCaseId(reviewId, caseNumberOf(subject, input.flagId))),
    ),
    TE.tap(() => requireUnchangedSince(context, reviewId, input.seenPosition ?? null)),
    TE.flatMap(({ subject }) =>
      context.execute(review, reviewId, flagCommand(context, input, subject), { expectedVersion: subject.version }),
    ),
    TE.map(({ position }) => position),
  )

const flagCommand = (
  { person, at }: UseCaseContext,
  { flagId, outcome, notes, given }: DecideFlagInput,
  subject: DecidableReview,
): ReviewCommand => {
  const decision = decisionByOutcome.flag[outcome]
  const reasons = composeReasons(decision, factsFor(decision, subject, flagId), given)
  const { targetAccountId } = subject
  return { type: 'DecideFlag', flagId, outcome, by: person.accountId, targetAccountId, notes, reasons, at }
}

export interface SetDisputeStatusInput {
  readonly disputeId: string
  readonly status: SettableDisputeStatus
  readonly moderatorNotes: string | null
  readonly resolution: string | null
  readonly given?: GivenReasons
  /** Log position of the latest change the moderator saw. */
  readonly seenPosition?: Position | null
}

/**
 * @rule Q-52 moderators decide disputes
 * @rule S-13 states of a dispute
 */
export const setDisputeStatus: UseCase<SetDisputeStatusInput, { readonly position: Position | null }> =
  (context) => (input) =>
    retryOnConflict(() =>
      pipe(
        TE.Do,
        TE.bind('subject', () => loadDecidableReview(context, input.disputeId)),
        TE.tap(({ subject }) => requireMayDecide(context, matterOf(subject))),
        TE.tap(() => requireUnclaimedByOthers(context, disputeCaseId(input.disputeId))),
        TE.tap(() => requireUnchangedSince(context, input.disputeId, input.seenPosition ?? null)),
        TE.flatMap(({ subject }) =>
          context.execute(dispute, input.disputeId, disputeCommand(context, input, subject), {
            expectedVersion: subject.disputeVersion,
          }),
        ),
        TE.map(({ position }) => ({ position })),
      ),
    )

const disputeCommand = (
  { person, at }: UseCaseContext,
  { status, moderatorNotes, resolution, given }: SetDisputeStatusInput,
  subject: DecidableReview,
): DisputeCommand => {
  const decision = {
    by: person.accountId,
    authorAndReporters: authorAndPendingReporters(subject.state),
    moderatorNotes,
    resolution,
    at,
  }
  const resolve = (kind: 'DISPUTE_UPHELD' | 'DISPUTE_REJECTED') => ({
    ...decision,
    type: 'DecideDispute' as const,
    reasons: composeReasons(kind, factsFor(kind, subject), given),
  })
  switch (status) {
    case 'UNDER_REVIEW':
      return { type: 'TakeUnderReview', ...decision }
    case 'RESOLVED_UPHELD':
      return { ...resolve(decisionByOutcome.dispute[status]), outcome: 'upheld' }
    case 'RESOLVED_REJECTED':
      return { ...resolve(decisionByOutcome.dispute[status]), outcome: 'rejected' }
    case 'CLOSED':
      return { type: 'CloseDispute', ...decision }
  }
}

export interface SuggestReasonsInput {
  readonly reviewId: string
  readonly decision: ModeratorDecision
  /** Required for decisions on a flag. */
  readonly flagId: string | null
}

interface SuggestedReasons extends Reasons {
  /** Grounds and violations the decision may name. */
  readonly grounds: readonly Ground[]
  readonly violations: readonly Violation[]
}

/** The reasons a decision gets if the moderator gives none, and those it may get. */
export const suggestReasons: UseCase<SuggestReasonsInput, SuggestedReasons> =
  (context) =>
  ({ reviewId, decision, flagId }) =>
    pipe(
      loadDecidableReview(context, reviewId),
      TE.tap((subject) => requireMayDecide(context, matterOf(subject))),
      TE.map((subject) => ({
        ...composeReasons(decision, factsFor(decision, subject, flagId)),
        grounds: allowedGrounds(directions[decision]),
        violations: allowedViolations(directions[decision]),
      })),
    )

const directions: Readonly<Record<ModeratorDecision, Direction>> = {
  RESTORED: reviewDirections.ACTIVE,
  HIDDEN: reviewDirections.HIDDEN,
  REMOVED: reviewDirections.REMOVED,
  FLAG_REVIEWED: flagDirections.REVIEWED,
  FLAG_DISMISSED: flagDirections.DISMISSED,
  FLAG_UPHELD: flagDirections.UPHELD,
  DISPUTE_UPHELD: disputeDirections.upheld,
  DISPUTE_REJECTED: disputeDirections.rejected,
}
