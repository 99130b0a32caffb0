import { fold } from '../../domain/kernel/decider.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { liveClaim, moderationCase } from '../../domain/moderation/case.ts'
import {
  type Effect,
  reversal,
  type ReversalEvent,
  type ReversalPlanRecord,
  reviewOfPlan,
} from '../../domain/moderation/reversal.ts'
import { eventRegistry } from '../event-registry.ts'
import { streamOf } from '../handle.ts'
import { type CommandContext, refuse, type Result, type UseCase } from '../use-case.ts'
import { disputeCaseId, flagCaseId } from './cases.ts'
import { loadDecidableReview } from './decidable-review.ts'
import { difference, toEffect } from './reversal-effects.ts'
import { canJudgeFake, computePreview, type ReversalPreview } from './reversal-preview.ts'

/** Refuses if a moderator other than the caller and the plan's drafter holds a claim on a case of the review. */
const assertUnclaimedByThird = (
  context: CommandContext,
  plan: { readonly reviewId: string; readonly by: string },
): Result<unknown> =>
  pipe(
    loadDecidableReview(context, plan.reviewId),
    TE.flatMap(({ written: { caseNumber } }) =>
      TE.traverseSeqArray((caseId: string) => requireUnclaimedByThird(context, caseId, plan.by))([
        flagCaseId(plan.reviewId, caseNumber),
        disputeCaseId(plan.reviewId),
      ]),
    ),
  )

const requireUnclaimedByThird = (
  { load, person, at }: CommandContext,
  caseId: string,
  draftedBy: string,
): Result<void> =>
  pipe(
    load(moderationCase, caseId),
    TE.flatMap(({ state }) => {
      const claim = liveClaim(state, at)
      return claim === null || claim.by === person.accountId || claim.by === draftedBy
        ? TE.right(undefined)
        : TE.left(refuse({ type: 'ClaimedByAnother', ...claim }))
    }),
  )

type DraftedPlan = ReversalPlanRecord['drafted']

/** The actual effects compared with the predicted ones. */
export interface ReversalOutcome {
  readonly done: number
  /** Predicted, but not (yet) recorded. */
  readonly missing: readonly Effect[]
  /** Recorded, but not predicted. */
  readonly unforeseen: readonly Effect[]
}

export interface ReversalPlanDetails extends DraftedPlan {
  readonly approved: { readonly by: string; readonly at: Instant } | null
  /** Null until the plan is approved. */
  readonly outcome: ReversalOutcome | null
  /** Whether the person may approve it, provided that its predictions still hold. */
  readonly canApprove: boolean
  readonly position: Position | null
}

/** *Effetto domino*: drafts a plan with the predicted effects. Returns the existing plan if nothing has changed. */
export const previewReversal: UseCase<{ readonly reviewId: string }, ReversalPlanDetails> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      computePreview(context, reviewId),
      TE.flatMap((preview) => {
        const { person, at } = context
        return context.execute(reversal, reviewId, {
          type: 'DraftPlan',
          reviewId,
          by: person.accountId,
          ...preview,
          at,
        })
      }),
      TE.flatMap(({ position }) => loadPlan(context, reviewId, (all) => all.at(-1), position)),
    )

/** Requires a second moderator and a preview that still matches the plan. Repeated approvals by the same one succeed. */
export const approveReversal: UseCase<{ readonly planId: string }, ReversalPlanDetails> =
  (context) =>
  ({ planId }) => {
    const { person, at } = context
    const reviewId = reviewOfPlan(planId)
    const command = { type: 'ApprovePlan', planId, by: person.accountId, at } as const
    return pipe(
      context.load(reversal, reviewId),
      TE.flatMap(({ state, version }) => {
        const decided = reversal.decide(command, state)
        if (E.isLeft(decided)) return TE.left(refuse(decided.left))
        const plan = state.plans.find(({ drafted }) => drafted.planId === planId)
        if (decided.right.length === 0 || plan === undefined) return TE.right(null)
        return pipe(
          assertUnclaimedByThird(context, plan.drafted),
          TE.flatMap(() => assertUnchanged(context, plan.drafted)),
          TE.flatMap(() => context.execute(reversal, reviewId, command, { onVersion: version })),
          TE.map(({ position }) => position),
        )
      }),
      TE.flatMap((position) => planById(context, planId, position)),
    )
  }

export const reversalPlan: UseCase<{ readonly planId: string }, ReversalPlanDetails> =
  (context) =>
  ({ planId }) =>
    planById(context, planId, null)

interface ReversalOfReview {
  /** Null if there is none. */
  readonly plan: ReversalPlanDetails | null
  /** Whether the person may draft a plan now. */
  readonly canPreview: boolean
}

/** The latest plan of a review. */
export const latestReversalOfReview: UseCase<{ readonly reviewId: string }, ReversalOfReview> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      loadDecidableReview(context, reviewId),
      TE.bindTo('subject'),
      TE.bindW('plans', () => context.load(reversal, reviewId)),
      TE.bind('plan', ({ plans: { state } }): Result<ReversalPlanDetails | null> =>
        state.plans.length === 0 ? TE.right(null) : loadPlan(context, reviewId, (all) => all.at(-1), null),
      ),
      TE.map(({ subject, plan }) => ({ plan, canPreview: canJudgeFake(subject, context.person.accountId) })),
    )

/** Repeats the dry run as the approver, so that the rules on who may judge the review apply to the approver too. */
const assertUnchanged = (context: CommandContext, plan: DraftedPlan): Result<unknown> =>
  pipe(
    computePreview(context, plan.reviewId),
    TE.flatMap((now) => {
      const changed = changedCategories(plan, now)
      return changed.length === 0 ? TE.right(now) : TE.left(refuse({ type: 'PlanOutdated', changed }))
    }),
  )

const isBasis = ({ madeOn }: ReversalPreview, stream: string, version: number) =>
  madeOn.some((basis) => basis.stream === stream && basis.version === version)

/** Categories of the streams whose version or predicted effects differ from the plan. */
const changedCategories = (plan: ReversalPreview, now: ReversalPreview): readonly string[] => {
  const changedStreams = [...plan.madeOn, ...now.madeOn].filter(
    ({ stream, version }) => !isBasis(plan, stream, version) || !isBasis(now, stream, version),
  )
  const changedEffects = [...difference(plan.effects, now.effects), ...difference(now.effects, plan.effects)]
  return [...new Set([...changedStreams, ...changedEffects].map(({ stream }) => categoryOf(stream)))].sort()
}

const categoryOf = (stream: string): string => stream.split('-')[0] ?? stream

const planById = (context: CommandContext, planId: string, position: Position | null): Result<ReversalPlanDetails> =>
  loadPlan(context, reviewOfPlan(planId), (all) => all.find((plan) => plan.planId === planId), position)

const loadPlan = (
  context: CommandContext,
  reviewId: string,
  choose: (all: readonly DraftedPlan[]) => DraftedPlan | undefined,
  position: Position | null,
): Result<ReversalPlanDetails> =>
  pipe(
    context.history.read(reversal.events, streamOf(reversal, reviewId), 'blank'),
    TE.flatMap((past): Result<ReversalPlanDetails> => {
      const plan = choose(past.flatMap(({ event }) => (event.type === 'PlanDrafted' ? [event.data] : [])))
      if (plan === undefined) return TE.left(refuse({ type: 'PlanNotFound' }))
      const approval = past.find(({ event }) => event.type === 'PlanApproved' && event.data.planId === plan.planId)
      if (approval === undefined)
        return pipe(
          loadDecidableReview(context, reviewId),
          TE.map((subject) => {
            const canApprove =
              canApprovePlan(context, plan.planId, past) && canJudgeFake(subject, context.person.accountId)
            return { ...plan, approved: null, outcome: null, canApprove, position }
          }),
        )
      const { by, at } = approval.event.data
      return pipe(
        outcomeOf(context, plan, approval),
        TE.map((outcome) => ({ ...plan, approved: { by, at }, outcome, canApprove: false, position })),
      )
    }),
  )

const canApprovePlan = (
  { person, at }: CommandContext,
  planId: string,
  past: readonly EventEnvelope<ReversalEvent>[],
): boolean => {
  const state = fold(
    reversal,
    past.map(({ event }) => event),
  )
  return E.isRight(reversal.decide({ type: 'ApprovePlan', planId, by: person.accountId, at }, state))
}

/**
 * A predicted effect is done if it was recorded after the version the plan is based on. Other events with the approval's
 * correlation id are unforeseen.
 */
const outcomeOf = (
  { history }: CommandContext,
  plan: DraftedPlan,
  approval: EventEnvelope<ReversalEvent>,
): Result<ReversalOutcome> => {
  const streams = [...new Set(plan.effects.map(({ stream }) => stream))]
  const madeOn = new Map(plan.madeOn.map(({ stream, version }) => [stream, version]))
  return pipe(
    TE.traverseSeqArray((stream: string) => history.read(eventRegistry, stream, 'blank'))(streams),
    TE.map((all): ReversalOutcome => {
      const since = all.flat().filter(({ stream, version }) => version > (madeOn.get(stream) ?? 0))
      const followed = since.filter(({ meta }) => meta.correlationId === approval.meta.correlationId)
      const missing = difference(plan.effects, since.map(toEffect))
      const done = plan.effects.length - missing.length
      return { done, missing, unforeseen: difference(followed.map(toEffect), plan.effects) }
    }),
  )
}
