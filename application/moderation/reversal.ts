import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import {
  draftedPlanOf,
  type PredictedChange,
  reversal,
  type ReversalEvent,
  type ReversalPlanRecord,
  reviewOfPlan,
} from '../../domain/moderation/reversal.ts'
import { eventRegistry } from '../event-registry.ts'
import { streamOf } from '../command-handler.ts'
import type { Version } from '../ports/event-store.ts'
import { type UseCaseContext, rejectedWith, type Result, type UseCase } from '../use-case.ts'
import { disputeCaseId, flagCaseId } from './cases.ts'
import { requireUnclaimedExceptBy } from './claims.ts'
import { loadDecidableReview } from './decidable-review.ts'
import { loadMatterOfReview, requireMayDecide, requireIndependentOf } from './own-matter.ts'
import { difference, toPredictedChange } from './reversal-changes.ts'
import { canRemoveAsFake, computePreview, type ReversalPreview } from './reversal-preview.ts'

type DraftedPlan = ReversalPlanRecord['drafted']

/** The actual changes compared with the predicted ones. */
export interface ReversalOutcome {
  readonly done: number
  /** Predicted, but not (yet) recorded. */
  readonly missing: readonly PredictedChange[]
  /** Recorded, but not predicted. */
  readonly unexpected: readonly PredictedChange[]
}

export interface ReversalPlanDetails extends DraftedPlan {
  readonly approved: { readonly by: string; readonly at: Instant } | null
  /** Null until the plan is approved. */
  readonly outcome: ReversalOutcome | null
  /** Whether the person may approve it, provided that its predictions still hold. */
  readonly canApprove: boolean
  readonly position: Position | null
}

/** *Effetto domino*: drafts a plan with the predicted changes. Returns the existing plan if nothing has changed. */
export const draftReversalPlan: UseCase<{ readonly reviewId: string }, ReversalPlanDetails> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      TE.Do,
      TE.tap(() => requireMayReverse(context, reviewId)),
      TE.bind('preview', () => computePreview(context, reviewId)),
      TE.bind('drafted', ({ preview }) => {
        const { person, at } = context
        return context.execute(reversal, reviewId, {
          type: 'DraftPlan',
          reviewId,
          by: person.accountId,
          ...preview,
          at,
        })
      }),
      TE.flatMap(({ drafted }) => latestPlan(context, reviewId, drafted.position)),
    )

/** Requires a second moderator and a preview that still matches the plan. Repeated approvals by the same one succeed. */
export const approveReversal: UseCase<{ readonly planId: string }, ReversalPlanDetails> =
  (context) =>
  ({ planId }) =>
    pipe(
      TE.Do,
      TE.tap(() => requireMayReverse(context, reviewOfPlan(planId))),
      TE.bind('plan', () => findPlanToApprove(context, planId)),
      TE.bind('position', ({ plan }) => (plan === null ? TE.right(null) : approvePlan(context, plan))),
      TE.flatMap(({ position }) => planById(context, planId, position)),
    )

/** Plans name what happens to the author, so that parties do not even read them. */
const requireMayReverse = (context: UseCaseContext, reviewId: string): Result<void> =>
  pipe(
    loadMatterOfReview(context, reviewId),
    TE.flatMap((matter) => requireMayDecide(context, matter)),
  )

interface PlanToApprove {
  readonly drafted: DraftedPlan
  /** Version of the reversal's stream. */
  readonly version: Version
}

const approvalCommand = ({ person, at }: UseCaseContext, planId: string) =>
  ({ type: 'ApprovePlan', planId, by: person.accountId, at }) as const

/** The plan, if the caller may approve it; null if the caller has already approved it. */
const findPlanToApprove = (context: UseCaseContext, planId: string): Result<PlanToApprove | null> =>
  pipe(
    context.load(reversal, reviewOfPlan(planId)),
    TE.flatMap(({ state, version }) => {
      const decision = reversal.decide(approvalCommand(context, planId), state)
      if (E.isLeft(decision)) return TE.left(rejectedWith(decision.left))
      const plan = state.plans.find(({ drafted }) => drafted.planId === planId)
      const isApproved = decision.right.length === 0
      return TE.right(isApproved || plan === undefined ? null : { drafted: plan.drafted, version })
    }),
  )

const approvePlan = (context: UseCaseContext, { drafted, version }: PlanToApprove): Result<Position | null> =>
  pipe(
    TE.Do,
    TE.tap(() => requireIndependentOf(context, [drafted.by])),
    TE.tap(() => requireReviewUnclaimed(context, drafted)),
    TE.tap(() => requireUnchanged(context, drafted)),
    TE.flatMap(() =>
      context.execute(reversal, drafted.reviewId, approvalCommand(context, drafted.planId), {
        expectedVersion: version,
      }),
    ),
    TE.map(({ position }) => position),
  )

/** Rejects if a moderator other than the caller and the plan's drafter holds a claim on a case about the review. */
const requireReviewUnclaimed = (context: UseCaseContext, { reviewId, by }: DraftedPlan): Result<unknown> =>
  pipe(
    loadDecidableReview(context, reviewId),
    TE.map(({ state: { caseNumber } }) => [flagCaseId(reviewId, caseNumber), disputeCaseId(reviewId)]),
    TE.flatMap(
      TE.traverseSeqArray((caseId) => requireUnclaimedExceptBy(context, caseId, [context.person.accountId, by])),
    ),
  )

export const reversalPlan: UseCase<{ readonly planId: string }, ReversalPlanDetails> =
  (context) =>
  ({ planId }) =>
    pipe(
      requireMayReverse(context, reviewOfPlan(planId)),
      TE.flatMap(() => planById(context, planId, null)),
    )

interface ReversalOfReview {
  /** Null if there is none. */
  readonly plan: ReversalPlanDetails | null
  /** Whether the person may draft a plan now. */
  readonly canDraft: boolean
}

/** The latest plan of a review. */
export const latestReversalOfReview: UseCase<{ readonly reviewId: string }, ReversalOfReview> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      TE.Do,
      TE.tap(() => requireMayReverse(context, reviewId)),
      TE.bind('subject', () => loadDecidableReview(context, reviewId)),
      TE.bindW('reversal', () => context.load(reversal, reviewId)),
      TE.bind('plan', ({ reversal: { state } }): Result<ReversalPlanDetails | null> =>
        state.plans.length === 0 ? TE.right(null) : latestPlan(context, reviewId, null),
      ),
      TE.map(({ subject, plan }) => ({ plan, canDraft: canRemoveAsFake(subject, context.person.accountId) })),
    )

/** Repeats the dry run as the approver, so that the rules on who may decide on the review apply to the approver too. */
const requireUnchanged = (context: UseCaseContext, plan: DraftedPlan): Result<unknown> =>
  pipe(
    computePreview(context, plan.reviewId),
    TE.flatMap((now) => {
      const changed = changedCategories(plan, now)
      return changed.length === 0 ? TE.right(now) : TE.left(rejectedWith({ type: 'PlanOutdated', changed }))
    }),
  )

const isBaseVersion = ({ baseVersions }: ReversalPreview, stream: string, version: number) =>
  baseVersions.some((base) => base.stream === stream && base.version === version)

/** Categories of the streams whose version or predicted changes differ from the plan. */
const changedCategories = (plan: ReversalPreview, now: ReversalPreview): readonly string[] => {
  const changedStreams = [...plan.baseVersions, ...now.baseVersions].filter(
    ({ stream, version }) => !isBaseVersion(plan, stream, version) || !isBaseVersion(now, stream, version),
  )
  const changedPredictions = [
    ...difference(plan.predictedChanges, now.predictedChanges),
    ...difference(now.predictedChanges, plan.predictedChanges),
  ]
  return [...new Set([...changedStreams, ...changedPredictions].map(({ stream }) => categoryOf(stream)))].sort()
}

const categoryOf = (stream: string): string => stream.split('-')[0] ?? stream

const planById = (context: UseCaseContext, planId: string, position: Position | null): Result<ReversalPlanDetails> =>
  loadPlan(context, reviewOfPlan(planId), (plans) => plans.find((plan) => plan.planId === planId), position)

const latestPlan = (context: UseCaseContext, reviewId: string, position: Position | null) =>
  loadPlan(context, reviewId, (plans) => plans.at(-1), position)

/** Loads a plan with its outcome. `position` is that of the change just made, if any. */
const loadPlan = (
  context: UseCaseContext,
  reviewId: string,
  choose: (plans: readonly DraftedPlan[]) => DraftedPlan | undefined,
  position: Position | null,
): Result<ReversalPlanDetails> =>
  pipe(
    TE.Do,
    TE.bind('past', () => context.history.read(reversal.events, streamOf(reversal, reviewId), 'omitted')),
    TE.bind('plan', ({ past }) => {
      const plans = past.flatMap(({ event }) => (event.type === 'PlanDrafted' ? [draftedPlanOf(event.data)] : []))
      return TE.fromNullable(rejectedWith({ type: 'PlanNotFound' }))(choose(plans))
    }),
    TE.bind('progress', ({ past, plan }) => loadProgress(context, plan, past)),
    TE.map(({ plan, progress }) => ({ ...plan, ...progress, position })),
  )

type PlanProgress = Pick<ReversalPlanDetails, 'approved' | 'outcome' | 'canApprove'>

const loadProgress = (
  context: UseCaseContext,
  plan: DraftedPlan,
  past: readonly EventEnvelope<ReversalEvent>[],
): Result<PlanProgress> => {
  const approval = past.find(({ event }) => event.type === 'PlanApproved' && event.data.planId === plan.planId)
  if (approval === undefined)
    return pipe(
      loadDecidableReview(context, plan.reviewId),
      TE.map((subject) => ({
        approved: null,
        outcome: null,
        canApprove: canApprovePlan(context, plan.planId, past) && canRemoveAsFake(subject, context.person.accountId),
      })),
    )
  const { by, at } = approval.event.data
  return pipe(
    outcomeOf(context, plan, approval),
    TE.map((outcome) => ({ approved: { by, at }, outcome, canApprove: false })),
  )
}

const canApprovePlan = (
  context: UseCaseContext,
  planId: string,
  past: readonly EventEnvelope<ReversalEvent>[],
): boolean => {
  const state = fold(
    reversal,
    past.map(({ event }) => event),
  )
  return E.isRight(reversal.decide(approvalCommand(context, planId), state))
}

/**
 * A predicted change is done if it was recorded after the version the plan is based on. Other events with the approval's
 * correlation id are unexpected.
 */
const outcomeOf = (
  { history }: UseCaseContext,
  plan: DraftedPlan,
  approval: EventEnvelope<ReversalEvent>,
): Result<ReversalOutcome> => {
  const streams = [...new Set(plan.predictedChanges.map(({ stream }) => stream))]
  const baseVersions = new Map(plan.baseVersions.map(({ stream, version }) => [stream, version]))
  return pipe(
    TE.traverseSeqArray((stream: string) => history.read(eventRegistry, stream, 'omitted'))(streams),
    TE.map((all): ReversalOutcome => {
      const since = all.flat().filter(({ stream, version }) => version > (baseVersions.get(stream) ?? 0))
      const followed = since.filter(({ meta }) => meta.correlationId === approval.meta.correlationId)
      const missing = difference(plan.predictedChanges, since.map(toPredictedChange))
      const done = plan.predictedChanges.length - missing.length
      return { done, missing, unexpected: difference(followed.map(toPredictedChange), plan.predictedChanges) }
    }),
  )
}
