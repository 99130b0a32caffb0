import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { UnwindEvents, type UnwindEvent } from './events.ts'

type Drafted = Extract<UnwindEvent, { readonly type: 'PlanDrafted' }>['data']
type Foreseen = Pick<Drafted, 'madeOn' | 'effects' | 'kept' | 'figures'>

export type UnwindCommand =
  | ({ readonly type: 'DraftPlan'; readonly reviewId: string; readonly by: string; readonly at: Instant } & Foreseen)
  | { readonly type: 'ApprovePlan'; readonly planId: string; readonly by: string; readonly at: Instant }

export interface Plan {
  readonly drafted: Drafted
  readonly approvedBy: string | null
}

export interface UnwindState {
  /** How many were drafted: a new one takes the place of the one before. */
  readonly drafts: number
  readonly plans: readonly Plan[]
}

export type UnwindRejection =
  | { readonly type: 'PlanNotFound' }
  /** A newer one took its place, or the world is no longer the one it was made on. */
  | { readonly type: 'PlanOutdated'; readonly changed: readonly string[] }
  | { readonly type: 'PlanNeedsAnother' }
  | { readonly type: 'PlanApprovedByAnother' }

const accept = (...events: readonly UnwindEvent[]) => E.right(events)
const reject = (rejection: UnwindRejection) => E.left(rejection)

const evolve = ({ drafts, plans }: UnwindState, event: UnwindEvent): UnwindState => {
  if (event.type === 'PlanDrafted')
    return { drafts: drafts + 1, plans: [...plans, { drafted: event.data, approvedBy: null }].slice(-mostKept) }
  const { planId, by } = event.data
  return { drafts, plans: plans.map((plan) => (plan.drafted.planId === planId ? { ...plan, approvedBy: by } : plan)) }
}
/** Older ones are only history. */
const mostKept = 20

const decide = (command: UnwindCommand, state: UnwindState): E.Either<UnwindRejection, readonly UnwindEvent[]> =>
  command.type === 'DraftPlan' ? draft(command, state) : approve(command, state)

const draft = (command: Extract<UnwindCommand, { readonly type: 'DraftPlan' }>, state: UnwindState) => {
  const { reviewId, by, madeOn, effects, kept, figures, at } = command
  const foreseen = { madeOn, effects, kept, figures }
  const latest = state.plans.at(-1)
  if (latest !== undefined && latest.approvedBy === null && same(stakeIn(latest.drafted), stakeIn(foreseen)))
    return accept()
  const planId = `${reviewId}-${state.drafts + 1}`
  return accept({ type: 'PlanDrafted', data: { planId, reviewId, by, ...foreseen, at } })
}

/** Four eyes: whoever drafted it does not approve it. */
const approve = ({ planId, by, at }: Extract<UnwindCommand, { readonly type: 'ApprovePlan' }>, state: UnwindState) => {
  const plan = state.plans.find(({ drafted }) => drafted.planId === planId)
  if (plan === undefined) return reject({ type: 'PlanNotFound' })
  const { reviewId, by: draftedBy } = plan.drafted
  if (plan.approvedBy !== null) return plan.approvedBy === by ? accept() : reject({ type: 'PlanApprovedByAnother' })
  if (plan !== state.plans.at(-1)) return reject({ type: 'PlanOutdated', changed: ['unwind'] })
  if (by === draftedBy) return reject({ type: 'PlanNeedsAnother' })
  return accept({ type: 'PlanApproved', data: { planId, reviewId, by, draftedBy, at } })
}

/** What is approved; the figures beside it move with every other review of the venue. */
const stakeIn = ({ madeOn, effects, kept }: Foreseen) => ({ madeOn, effects, kept })

/** Both come out of the same hand, their fields in the same order. */
const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** How a review judged fake is unwound; the stream's id is the review's. */
export const unwind: Aggregate<UnwindCommand, UnwindEvent, UnwindState, UnwindRejection> = {
  category: 'unwind',
  events: UnwindEvents,
  initial: { drafts: 0, plans: [] },
  evolve,
  decide,
}

/** The review a plan of this name unwinds. */
export const reviewOfPlan = (planId: string): string => planId.replace(/-\d+$/, '')
