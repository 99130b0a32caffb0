import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Position, Recorded } from '../../domain/kernel/recorded.ts'
import { reviewOfPlan, unwind, type Plan } from '../../domain/moderation/unwind/decider.ts'
import type { Effect, UnwindEvent } from '../../domain/moderation/unwind/events.ts'
import { catalogue } from '../catalogue.ts'
import { streamOf } from '../handle.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'
import { effectOf, without } from './effects.ts'
import { foresee, type Foreseen } from './foresee.ts'
import { undisturbed } from './undisturbed.ts'

type DraftedPlan = Plan['drafted']

/** What became of a plan, beside what was foreseen. */
export interface Outcome {
  readonly done: number
  /** Foreseen, and not there (yet). */
  readonly missing: readonly Effect[]
  /** There, and not foreseen. */
  readonly unforeseen: readonly Effect[]
}

export interface ShownPlan extends DraftedPlan {
  readonly approved: { readonly by: string; readonly at: Instant } | null
  /** Null before it was approved. */
  readonly outcome: Outcome | null
  readonly position: Position | null
}

/** *Effetto domino*: what would follow, kept as a plan; the same world asked again gives the same plan. */
export const previewDomino: UseCase<{ readonly reviewId: string }, ShownPlan> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      foresee(context, reviewId),
      TE.flatMap((foreseen) => {
        const { person, at } = context
        return context.run(unwind, reviewId, { type: 'DraftPlan', reviewId, by: person.accountId, ...foreseen, at })
      }),
      TE.flatMap(({ position }) => shown(context, reviewId, (all) => all.at(-1), position)),
    )

/** Four eyes: a second moderator, and a world that is still the one the plan was made on. */
export const approveDomino: UseCase<{ readonly planId: string }, ShownPlan> =
  (context) =>
  ({ planId }) => {
    const { person, at } = context
    const reviewId = reviewOfPlan(planId)
    const command = { type: 'ApprovePlan', planId, by: person.accountId, at } as const
    return pipe(
      context.look(unwind, reviewId),
      TE.flatMap(({ state, version }) => {
        const decided = unwind.decide(command, state)
        if (E.isLeft(decided)) return TE.left(refuse(decided.left))
        const plan = state.plans.find(({ drafted }) => drafted.planId === planId)
        if (decided.right.length === 0 || plan === undefined) return TE.right(null)
        return pipe(
          undisturbed(context, plan.drafted),
          TE.flatMap(() => unchanged(context, plan.drafted)),
          TE.flatMap(() => context.run(unwind, reviewId, command, { onVersion: version })),
          TE.map(({ position }) => position),
        )
      }),
      TE.flatMap((position) => shownPlan(context, planId, position)),
    )
  }

export const dominoPlan: UseCase<{ readonly planId: string }, ShownPlan> =
  (context) =>
  ({ planId }) =>
    shownPlan(context, planId, null)

/** The latest plan of a review; null when nobody made one. */
export const dominoOfReview: UseCase<{ readonly reviewId: string }, ShownPlan | null> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      context.look(unwind, reviewId),
      TE.flatMap(({ state }): Answer<ShownPlan | null> =>
        state.plans.length === 0 ? TE.right(null) : shown(context, reviewId, (all) => all.at(-1), null),
      ),
    )

/** Rehearsed again in the approver's own name: whoever may not judge this review may not approve its plan either. */
const unchanged = (context: Context, plan: DraftedPlan): Answer<unknown> =>
  pipe(
    foresee(context, plan.reviewId),
    TE.flatMap((now) => {
      const changed = changesIn(plan, now)
      return changed.length === 0 ? TE.right(now) : TE.left(refuse({ type: 'PlanOutdated', changed }))
    }),
  )

/** The kinds of streams that have moved, or from which something else would follow now. */
const changesIn = (plan: Foreseen, now: Foreseen): readonly string[] => {
  const moved = [...plan.madeOn, ...now.madeOn].filter(({ stream, version }) =>
    [plan, now].some(({ madeOn }) => !madeOn.some((one) => one.stream === stream && one.version === version)),
  )
  const differing = [...without(plan.effects, now.effects), ...without(now.effects, plan.effects)]
  return [...new Set([...moved, ...differing].map(({ stream }) => kindOf(stream)))].sort()
}

const kindOf = (stream: string): string => stream.split('-')[0] ?? stream

const shownPlan = (context: Context, planId: string, position: Position | null): Answer<ShownPlan> =>
  shown(context, reviewOfPlan(planId), (all) => all.find((plan) => plan.planId === planId), position)

const shown = (
  context: Context,
  reviewId: string,
  choose: (all: readonly DraftedPlan[]) => DraftedPlan | undefined,
  position: Position | null,
): Answer<ShownPlan> =>
  pipe(
    context.history.read(unwind.events, streamOf(unwind, reviewId), 'blank'),
    TE.flatMap((past): Answer<ShownPlan> => {
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
const outcomeOf = ({ history }: Context, plan: DraftedPlan, approval: Recorded<UnwindEvent>): Answer<Outcome> => {
  const streams = [...new Set(plan.effects.map(({ stream }) => stream))]
  const madeOn = new Map(plan.madeOn.map(({ stream, version }) => [stream, version]))
  return pipe(
    TE.traverseSeqArray((stream: string) => history.read(catalogue, stream, 'blank'))(streams),
    TE.map((all): Outcome => {
      const since = all.flat().filter(({ stream, version }) => version > (madeOn.get(stream) ?? 0))
      const followed = since.filter(({ meta }) => meta.correlationId === approval.meta.correlationId)
      const missing = without(plan.effects, since.map(effectOf))
      const done = plan.effects.length - missing.length
      return { done, missing, unforeseen: without(followed.map(effectOf), plan.effects) }
    }),
  )
}
