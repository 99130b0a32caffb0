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
import { computePreview, type ReversalPreview } from './reversal-preview.ts'

/** A third moderator at work on the matter stands in the way; whoever drafted the plan has handed it over by drafting it. */
export const assertUnclaimedByThird = (
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

/** What became of a plan, beside what was foreseen. */
export interface ReversalOutcome {
  readonly done: number
  /** Foreseen, and not there (yet). */
  readonly missing: readonly Effect[]
  /** There, and not foreseen. */
  readonly unforeseen: readonly Effect[]
}

export interface ReversalPlanDetails extends DraftedPlan {
  readonly approved: { readonly by: string; readonly at: Instant } | null
  /** Null before it was approved. */
  readonly outcome: ReversalOutcome | null
  readonly position: Position | null
}

/** *Effetto domino*: what would follow, kept as a plan; the same world asked again gives the same plan. */
export const previewReversal: UseCase<{ readonly reviewId: string }, ReversalPlanDetails> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      computePreview(context, reviewId),
      TE.flatMap((foreseen) => {
        const { person, at } = context
        return context.execute(reversal, reviewId, {
          type: 'DraftPlan',
          reviewId,
          by: person.accountId,
          ...foreseen,
          at,
        })
      }),
      TE.flatMap(({ position }) => loadPlan(context, reviewId, (all) => all.at(-1), position)),
    )

/** Four eyes: a second moderator, and a world that is still the one the plan was made on. */
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

/** The latest plan of a review; null when nobody made one. */
export const latestReversalOfReview: UseCase<{ readonly reviewId: string }, ReversalPlanDetails | null> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      context.load(reversal, reviewId),
      TE.flatMap(({ state }): Result<ReversalPlanDetails | null> =>
        state.plans.length === 0 ? TE.right(null) : loadPlan(context, reviewId, (all) => all.at(-1), null),
      ),
    )

/** Rehearsed again in the approver's own name: whoever may not judge this review may not approve its plan either. */
const assertUnchanged = (context: CommandContext, plan: DraftedPlan): Result<unknown> =>
  pipe(
    computePreview(context, plan.reviewId),
    TE.flatMap((now) => {
      const changed = changedCategories(plan, now)
      return changed.length === 0 ? TE.right(now) : TE.left(refuse({ type: 'PlanOutdated', changed }))
    }),
  )

/** The kinds of streams that have moved, or from which something else would follow now. */
const changedCategories = (plan: ReversalPreview, now: ReversalPreview): readonly string[] => {
  const moved = [...plan.madeOn, ...now.madeOn].filter(({ stream, version }) =>
    [plan, now].some(({ madeOn }) => !madeOn.some((one) => one.stream === stream && one.version === version)),
  )
  const differing = [...difference(plan.effects, now.effects), ...difference(now.effects, plan.effects)]
  return [...new Set([...moved, ...differing].map(({ stream }) => categoryOf(stream)))].sort()
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
      if (approval === undefined) return TE.right({ ...plan, approved: null, outcome: null, position })
      const { by, at } = approval.event.data
      return pipe(
        outcomeOf(context, plan, approval),
        TE.map((outcome) => ({ ...plan, approved: { by, at }, outcome, position })),
      )
    }),
  )

/**
 * Foreseen is there when it stands after the plan's version, whichever run of a policy wrote it; unforeseen is what else
 * carries the approval's correlation.
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
