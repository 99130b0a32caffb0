import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { ModeratorDecision } from '../../domain/moderation/vocabulary.ts'
import { dispute, type DisputeEvent, type DisputeState } from '../../domain/reviews/dispute.ts'
import { type ExistingReview, pendingFlags, type ReviewEvent } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { subjectChanges } from '../../domain/reviews/subject-changes.ts'
import { streamOf } from '../command-handler.ts'
import type { Version } from '../ports/event-store.ts'
import { type UseCaseContext, rejectedWith, type Result } from '../use-case.ts'
import { accountOfTarget } from './cases.ts'
import { type Matter, matterOfReview } from './own-matter.ts'
import type { ReviewFacts } from './reasons.it.ts'

export interface DecidableReview {
  /** State of the review. */
  readonly state: ExistingReview
  /** Version of the review's stream. */
  readonly version: Version
  /** The account of a reviewed client, who may not decide on the review; null for other targets. */
  readonly targetAccountId: string | null
  readonly dispute: DisputeState
  readonly disputeVersion: Version
  /** Null unless the dispute is undecided. */
  readonly undecidedDispute: ReviewFacts['dispute']
  /** Facts about the review alone, without flags and dispute. */
  readonly facts: ReviewFacts
}

/** Loads what a decision on a review, its flags or its dispute depends on. */
export const loadDecidableReview = (context: UseCaseContext, reviewId: string): Result<DecidableReview> =>
  pipe(
    TE.Do,
    TE.bind('reviewed', () => loadExistingReview(context, reviewId)),
    TE.bindW('disputed', () => context.load(dispute, reviewId)),
    TE.bindW('targetAccountId', ({ reviewed }) => accountOfTarget(context.lookups.accounts, reviewed.state.identity)),
    TE.map(({ reviewed: { state, version }, disputed, targetAccountId }) => ({
      state,
      version,
      targetAccountId,
      dispute: disputed.state,
      disputeVersion: disputed.version,
      undecidedDispute: undecidedDisputeFacts(disputed.state),
      facts: { stars: state.content.stars, writtenAt: state.submitted.at, flags: [], dispute: null },
    })),
  )

/** With all reporters, also those whose flags are decided. */
export const matterOf = ({ state, targetAccountId }: Pick<DecidableReview, 'state' | 'targetAccountId'>): Matter =>
  matterOfReview(state, [...state.flags.values()], targetAccountId)

const loadExistingReview = (
  context: UseCaseContext,
  reviewId: string,
): Result<Pick<DecidableReview, 'state' | 'version'>> =>
  pipe(
    context.load(review, reviewId),
    TE.flatMap(({ state, version }) =>
      state.status === 'NONE' ? TE.left(rejectedWith({ type: 'ReviewNotFound' })) : TE.right({ state, version }),
    ),
  )

/** The facts a decision's statement of reasons may cite: the review, and the flags and dispute it decides. */
export const factsFor = (
  decision: ModeratorDecision,
  subject: DecidableReview,
  flagId: string | null = null,
): ReviewFacts => {
  const { state, facts, dispute: disputed, undecidedDispute } = subject
  switch (decision) {
    case 'HIDDEN':
    case 'REMOVED':
      return { ...facts, flags: pendingFlags(state), dispute: undecidedDispute }
    case 'RESTORED':
      return facts
    case 'FLAG_UPHELD':
    case 'FLAG_DISMISSED':
    case 'FLAG_REVIEWED': {
      const caseNumber = caseNumberOf(subject, flagId)
      return { ...facts, flags: [...state.flags.values()].filter((flag) => flag.caseNumber === caseNumber) }
    }
    case 'DISPUTE_UPHELD':
    case 'DISPUTE_REJECTED':
      return { ...facts, dispute: disputeFacts(disputed) }
  }
}

/** The case number of a flag; the latest one if the flag is unknown. */
export const caseNumberOf = ({ state }: DecidableReview, flagId: string | null): number =>
  state.flags.find((flag) => flag.flagId === flagId)?.caseNumber ?? state.caseNumber

const undecidedDisputeFacts = (state: DisputeState): ReviewFacts['dispute'] =>
  state.status === 'OPEN' || state.status === 'UNDER_REVIEW' ? disputeFacts(state) : null

const disputeFacts = (state: DisputeState): ReviewFacts['dispute'] =>
  state.status === 'NONE' ? null : { reason: state.opened.reason, openedAt: state.opened.at }

/** Each repetition loads and composes the whole decision again; the command handler allows more for a single command. */
const maxDecisionRetries = 8

/** Repeats loading and deciding after a version conflict, because reasons are composed from the loaded state. */
export const retryOnConflict = <A>(decide: () => Result<A>, retriesLeft = maxDecisionRetries): Result<A> =>
  pipe(
    decide(),
    TE.orElse((failure) =>
      failure.type === 'WrongVersion' && retriesLeft > 0 ? retryOnConflict(decide, retriesLeft - 1) : TE.left(failure),
    ),
  )

/** Rejects a decision if others changed the review or its dispute after `seenPosition`. Null skips the check. */
export const requireUnchangedSince = (
  context: UseCaseContext,
  reviewId: string,
  seenPosition: Position | null,
): Result<void> =>
  seenPosition === null
    ? TE.right(undefined)
    : pipe(
        TE.Do,
        TE.bind('reviewEvents', () => context.history.read(review.events, streamOf(review, reviewId), 'omitted')),
        TE.bind('disputeEvents', () => context.history.read(dispute.events, streamOf(dispute, reviewId), 'omitted')),
        TE.flatMap(({ reviewEvents, disputeEvents }): Result<void> => {
          const changes = changesSince([...reviewEvents, ...disputeEvents], seenPosition, context.person.accountId)
          return changes.length === 0 ? TE.right(undefined) : TE.left(rejectedWith({ type: 'MatterChanged', changes }))
        }),
      )

/** Changes after `seenPosition`, except those the moderator `by` caused. */
const changesSince = (
  events: readonly EventEnvelope<ReviewEvent | DisputeEvent>[],
  seenPosition: Position,
  by: string,
) => {
  const recent = events.filter(({ position }) => position > seenPosition)
  const own = new Set(recent.filter(({ meta }) => meta.actor.id === by).map(({ meta }) => meta.correlationId))
  return recent
    .filter(({ meta }) => !own.has(meta.correlationId))
    .toSorted((a, b) => (a.position < b.position ? -1 : 1))
    .flatMap(({ event }) => {
      const what = subjectChanges[event.type]
      return what === null ? [] : [{ at: event.data.at, what }]
    })
}
