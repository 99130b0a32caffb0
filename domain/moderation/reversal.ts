import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant, nullable, oneOf, Whole } from '../kernel/primitives.ts'

/** One thing that follows: an event, by the ids and amounts it is about. */
export const Effect = t.strict(
  {
    /** Where it is written. */
    stream: Id,
    /** The event's name. */
    what: Id,
    /** The code, flag, case or cause it is about; null when the stream says it all. */
    id: nullable(Id),
    /** AVA, percent, or which strike it is. */
    amount: nullable(Whole),
    /** Stars, or a tier counted from 0; null where there are none. */
    before: nullable(Whole),
    after: nullable(Whole),
  },
  'Effect',
)
export type Effect = t.TypeOf<typeof Effect>

/** What was given and stays given. */
export const KeptBenefit = t.strict(
  { what: oneOf(['code-redeemed', 'ava-spent']), id: nullable(Id), amount: Whole },
  'Kept',
)
export type KeptBenefit = t.TypeOf<typeof KeptBenefit>

/** A number that moves. */
export const Figure = t.strict(
  {
    /** The venue's stars added up and the authors behind them; the author's ratings given, AVA and codes to spend. */
    name: oneOf(['venue-stars', 'venue-raters', 'author-ratings', 'author-ava', 'author-codes']),
    before: Whole,
    after: Whole,
  },
  'Figure',
)
export type Figure = t.TypeOf<typeof Figure>

/** The version of a stream that the plan was made on. */
export const StreamVersion = t.strict({ stream: Id, version: Whole }, 'MadeOn')
export type StreamVersion = t.TypeOf<typeof StreamVersion>

/** A review is unwound by one plan at a time: `<reviewId>-<n>`. */
const planFields = { planId: clear(Id), reviewId: clear(Id) }

/** Everything downstream of a review judged fake, as it was foreseen: ids and amounts, no word of anybody. */
export const PlanDrafted = event('PlanDrafted', {
  ...planFields,
  by: clear(Id),
  madeOn: clear(t.readonlyArray(StreamVersion)),
  effects: clear(t.readonlyArray(Effect)),
  kept: clear(t.readonlyArray(KeptBenefit)),
  figures: clear(t.readonlyArray(Figure)),
  at: clear(Instant),
})
/** By a second moderator: what was foreseen is now done. */
export const PlanApproved = event('PlanApproved', {
  ...planFields,
  by: clear(Id),
  draftedBy: clear(Id),
  at: clear(Instant),
})

export const ReversalEvents = family(PlanDrafted, PlanApproved)
export type ReversalEvent = EventIn<typeof ReversalEvents>

type PlanData = Extract<ReversalEvent, { readonly type: 'PlanDrafted' }>['data']
type PlanPreview = Pick<PlanData, 'madeOn' | 'effects' | 'kept' | 'figures'>

export type ReversalCommand =
  | ({ readonly type: 'DraftPlan'; readonly reviewId: string; readonly by: string; readonly at: Instant } & PlanPreview)
  | { readonly type: 'ApprovePlan'; readonly planId: string; readonly by: string; readonly at: Instant }

export interface ReversalPlanRecord {
  readonly drafted: PlanData
  readonly approvedBy: string | null
}

export interface ReversalState {
  /** How many were drafted: a new one takes the place of the one before. */
  readonly drafts: number
  readonly plans: readonly ReversalPlanRecord[]
}

export type ReversalRejection =
  | { readonly type: 'PlanNotFound' }
  /** A newer one took its place, or the world is no longer the one it was made on. */
  | { readonly type: 'PlanOutdated'; readonly changed: readonly string[] }
  | { readonly type: 'PlanNeedsAnother' }
  | { readonly type: 'PlanApprovedByAnother' }

const accept = (...events: readonly ReversalEvent[]) => E.right(events)
const reject = (rejection: ReversalRejection) => E.left(rejection)

const evolve = ({ drafts, plans }: ReversalState, event: ReversalEvent): ReversalState => {
  if (event.type === 'PlanDrafted')
    return { drafts: drafts + 1, plans: [...plans, { drafted: event.data, approvedBy: null }].slice(-maxKeptPlans) }
  const { planId, by } = event.data
  return { drafts, plans: plans.map((plan) => (plan.drafted.planId === planId ? { ...plan, approvedBy: by } : plan)) }
}
/** Older ones are only history. */
const maxKeptPlans = 20

const decide = (
  command: ReversalCommand,
  state: ReversalState,
): E.Either<ReversalRejection, readonly ReversalEvent[]> =>
  command.type === 'DraftPlan' ? draftPlan(command, state) : approvePlan(command, state)

const draftPlan = (command: Extract<ReversalCommand, { readonly type: 'DraftPlan' }>, state: ReversalState) => {
  const { reviewId, by, madeOn, effects, kept, figures, at } = command
  const foreseen = { madeOn, effects, kept, figures }
  const latest = state.plans.at(-1)
  if (
    latest !== undefined &&
    latest.approvedBy === null &&
    sameContent(approvedParts(latest.drafted), approvedParts(foreseen))
  )
    return accept()
  const planId = `${reviewId}-${state.drafts + 1}`
  return accept({ type: 'PlanDrafted', data: { planId, reviewId, by, ...foreseen, at } })
}

/** Four eyes: whoever drafted it does not approve it. */
const approvePlan = (
  { planId, by, at }: Extract<ReversalCommand, { readonly type: 'ApprovePlan' }>,
  state: ReversalState,
) => {
  const plan = state.plans.find(({ drafted }) => drafted.planId === planId)
  if (plan === undefined) return reject({ type: 'PlanNotFound' })
  const { reviewId, by: draftedBy } = plan.drafted
  if (plan.approvedBy !== null) return plan.approvedBy === by ? accept() : reject({ type: 'PlanApprovedByAnother' })
  if (plan !== state.plans.at(-1)) return reject({ type: 'PlanOutdated', changed: ['unwind'] })
  if (by === draftedBy) return reject({ type: 'PlanNeedsAnother' })
  return accept({ type: 'PlanApproved', data: { planId, reviewId, by, draftedBy, at } })
}

/** What is approved; the figures beside it move with every other review of the venue. */
const approvedParts = ({ madeOn, effects, kept }: PlanPreview) => ({ madeOn, effects, kept })

/** Both come out of the same hand, their fields in the same order. */
const sameContent = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** How a review judged fake is unwound; the stream's id is the review's. */
export const reversal: Aggregate<ReversalCommand, ReversalEvent, ReversalState, ReversalRejection> = {
  category: 'unwind',
  events: ReversalEvents,
  initial: { drafts: 0, plans: [] },
  evolve,
  decide,
}

/** The review a plan of this name unwinds. */
export const reviewOfPlan = (planId: string): string => planId.replace(/-\d+$/, '')
