import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Reasons } from '../../domain/kernel/statement-of-reasons.ts'
import { dispute, type DisputeCommand } from '../../domain/reviews/dispute.ts'
import { authorAndReporters } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { type CommandContext, refuse, type Result, type UseCase } from '../use-case.ts'
import { disputeCaseId, flagCaseId } from './cases.ts'
import { requireUnclaimedByOthers } from './claims.ts'
import {
  caseNumberOf,
  type DecidableReview,
  factsFor,
  loadDecidableReview,
  requireUnchangedSince,
  retryOnConflict,
} from './decidable-review.ts'
import { composeReasons, type DecisionKind, type GivenReasons } from './reasons.it.ts'

export interface ModerateReview {
  readonly reviewId: string
  readonly to: 'ACTIVE' | 'HIDDEN' | 'REMOVED'
  readonly notes: string | null
  readonly given?: GivenReasons
  /** The version the moderator saw. */
  readonly seenVersion?: Position | null
}

const decisionByStatus = { ACTIVE: 'RESTORED', HIDDEN: 'HIDDEN', REMOVED: 'REMOVED' } as const

/** S-11: hide, remove, restore. */
export const moderateReview: UseCase<ModerateReview, { readonly position: Position | null }> =
  (context) =>
  ({ reviewId, to, notes, given, seenVersion = null }) =>
    retryOnConflict(() =>
      pipe(
        loadDecidableReview(context, reviewId),
        TE.flatMap((matter) => {
          const { written, targetAccountId, version } = matter
          return pipe(
            requireUnclaimedByOthers(context, flagCaseId(reviewId, written.caseNumber)),
            TE.flatMap(() => requireUnchangedSince(context, reviewId, seenVersion)),
            TE.flatMap(() => requireUnclaimedByOthers(context, disputeCaseId(reviewId))),
            TE.flatMap(() => {
              const { person, at } = context
              const reasons = composeReasons(decisionByStatus[to], factsFor(decisionByStatus[to], matter), given)
              const by = person.accountId
              const command = { type: 'ModerateReview', to, by, targetAccountId, notes, reasons, at } as const
              return context.execute(review, reviewId, command, { onVersion: version })
            }),
          )
        }),
        TE.map(({ position }) => ({ position })),
      ),
    )

export interface DecideFlag {
  readonly flagId: string
  readonly outcome: 'REVIEWED' | 'DISMISSED' | 'UPHELD'
  readonly notes: string | null
  readonly given?: GivenReasons
  /** The version the moderator saw. */
  readonly seenVersion?: Position | null
}

/** Q-53, S-14. */
export const decideFlag: UseCase<DecideFlag, { readonly reviewId: string; readonly position: Position | null }> =
  (context) => (input) =>
    pipe(
      context.lookups.reviewOfFlag(input.flagId),
      TE.flatMap((reviewId) => (reviewId === null ? TE.left(refuse({ type: 'FlagUnknown' })) : TE.right(reviewId))),
      TE.flatMap((reviewId) =>
        retryOnConflict(() =>
          pipe(
            loadDecidableReview(context, reviewId),
            TE.flatMap((matter) => executeFlagDecision(context, reviewId, input, matter)),
            TE.map((position) => ({ reviewId, position })),
          ),
        ),
      ),
    )

const executeFlagDecision = (
  context: CommandContext,
  reviewId: string,
  input: DecideFlag,
  matter: DecidableReview,
): Result<Position | null> => {
  const { flagId, outcome, notes, given, seenVersion = null } = input
  const { person, at } = context
  const decision = `FLAG_${outcome}` as const
  const reasons = composeReasons(decision, factsFor(decision, matter, flagId), given)
  const { targetAccountId, version } = matter
  const ruling = { flagId, outcome, by: person.accountId, targetAccountId, notes, reasons, at }
  return pipe(
    requireUnclaimedByOthers(context, flagCaseId(reviewId, caseNumberOf(matter, flagId))),
    TE.flatMap(() => requireUnchangedSince(context, reviewId, seenVersion)),
    TE.flatMap(() => context.execute(review, reviewId, { type: 'DecideFlag', ...ruling }, { onVersion: version })),
    TE.map(({ position }) => position),
  )
}

export interface DecideDispute {
  readonly disputeId: string
  readonly status: 'UNDER_REVIEW' | 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED' | 'CLOSED'
  readonly moderatorNotes: string | null
  readonly resolution: string | null
  readonly given?: GivenReasons
  /** The version the moderator saw. */
  readonly seenVersion?: Position | null
}

/** Q-52, S-13. */
export const decideDispute: UseCase<DecideDispute, { readonly position: Position | null }> = (context) => (input) =>
  retryOnConflict(() =>
    pipe(
      loadDecidableReview(context, input.disputeId),
      TE.flatMap((matter) =>
        pipe(
          requireUnclaimedByOthers(context, disputeCaseId(input.disputeId)),
          TE.flatMap(() => requireUnchangedSince(context, input.disputeId, input.seenVersion ?? null)),
          TE.flatMap(() =>
            context.execute(dispute, input.disputeId, disputeCommand(context, input, matter), {
              onVersion: matter.disputeVersion,
            }),
          ),
        ),
      ),
      TE.map(({ position }) => ({ position })),
    ),
  )

const disputeCommand = (
  { person, at }: CommandContext,
  { status, moderatorNotes, resolution, given }: DecideDispute,
  matter: DecidableReview,
): DisputeCommand => {
  const judgement = {
    by: person.accountId,
    reviewParties: authorAndReporters(matter.written),
    moderatorNotes,
    resolution,
    at,
  }
  const reasoned = (decision: 'DISPUTE_UPHELD' | 'DISPUTE_REJECTED') => ({
    ...judgement,
    type: 'ResolveDispute' as const,
    reasons: composeReasons(decision, factsFor(decision, matter), given),
  })
  switch (status) {
    case 'UNDER_REVIEW':
      return { type: 'TakeUnderReview', ...judgement }
    case 'RESOLVED_UPHELD':
      return { ...reasoned('DISPUTE_UPHELD'), outcome: 'upheld' }
    case 'RESOLVED_REJECTED':
      return { ...reasoned('DISPUTE_REJECTED'), outcome: 'rejected' }
    case 'CLOSED':
      return { type: 'CloseDispute', ...judgement }
  }
}

export interface SuggestReasons {
  readonly reviewId: string
  readonly decision: DecisionKind
  /** The flag, where one is decided. */
  readonly flagId: string | null
}

/** What a decision would say of itself, were nothing said of it. */
export const suggestReasons: UseCase<SuggestReasons, Reasons> =
  (context) =>
  ({ reviewId, decision, flagId }) =>
    pipe(
      loadDecidableReview(context, reviewId),
      TE.map((matter) => composeReasons(decision, factsFor(decision, matter, flagId))),
    )
