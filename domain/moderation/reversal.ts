import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { sameContent } from '../kernel/equality.ts'
import { clear, type DataOf, event, type EventIn, family, type OfType } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf, Whole } from '../kernel/primitives.ts'
import { maxPlans } from './rules.ts'
import { keptBenefits, reversalMetrics } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** A predicted event, reduced to ids and amounts. */
export const PredictedChange = t.strict(
  {
    stream: Id,
    /** Event type. */
    what: Id,
    /** The affected code, flag, case or cause; null if the stream identifies it. */
    id: nullable(Id),
    /** AVA, percent or the ordinal of a strike. */
    amount: nullable(Whole),
    /** Stars or the index of a tier (0 is the lowest); null if not applicable. */
    before: nullable(Whole),
    after: nullable(Whole),
  },
  'PredictedChange',
)
export type PredictedChange = t.TypeOf<typeof PredictedChange>

/** A benefit already used, which the reversal cannot take back. */
export const KeptBenefit = t.strict({ what: oneOf(keptBenefits), id: nullable(Id), amount: Whole }, 'KeptBenefit')
export type KeptBenefit = t.TypeOf<typeof KeptBenefit>

/** A total before and after the reversal. */
export const Metric = t.strict(
  {
    /** The venue's sum of stars and counted reviews; the author's counted contributions, available AVA and active codes. */
    name: oneOf(reversalMetrics),
    before: Whole,
    after: Whole,
  },
  'Metric',
)
export type Metric = t.TypeOf<typeof Metric>

/** The version of a stream the plan is based on. */
export const StreamVersion = t.strict({ stream: Id, version: Whole }, 'StreamVersion')
export type StreamVersion = t.TypeOf<typeof StreamVersion>

/** Plan ids are `<reviewId>-<n>`; only the latest plan of a review can be approved. */
const planFields = { planId: clear(Id), reviewId: clear(Id) }

/** The predicted consequences of removing a fake review. Holds no personal data. */
const PlanDrafted = event('PlanDrafted', {
  ...planFields,
  by: clear(Id),
  madeOn: clear(t.readonlyArray(StreamVersion)),
  effects: clear(t.readonlyArray(PredictedChange)),
  kept: clear(t.readonlyArray(KeptBenefit)),
  figures: clear(t.readonlyArray(Metric)),
  at: clear(Instant),
})
/** Approved by a second moderator; the reversal policy then executes the plan. */
export const PlanApproved = event('PlanApproved', {
  ...planFields,
  by: clear(Id),
  draftedBy: clear(Id),
  at: clear(Instant),
})

export const ReversalEvents = family(PlanDrafted, PlanApproved)
export type ReversalEvent = EventIn<typeof ReversalEvents>

// --- State ------------------------------------------------------------------------------------------

type PlanData = DataOf<ReversalEvent, 'PlanDrafted'>

type DraftedPlan = Omit<PlanData, 'madeOn' | 'effects'> & {
  readonly baseVersions: PlanData['madeOn']
  readonly predictedChanges: PlanData['effects']
}

/** `baseVersions` are stored as `madeOn`, `predictedChanges` as `effects`. */
export const draftedPlanOf = ({ madeOn: baseVersions, effects: predictedChanges, ...data }: PlanData): DraftedPlan => ({
  ...data,
  baseVersions,
  predictedChanges,
})

type PlanPreview = Pick<DraftedPlan, 'baseVersions' | 'predictedChanges' | 'kept' | 'figures'>

export interface ReversalPlanRecord {
  readonly drafted: DraftedPlan
  readonly approvedBy: string | null
}

export interface ReversalState {
  /** Number of plans drafted so far. A new plan supersedes the previous one. */
  readonly drafts: number
  readonly plans: readonly ReversalPlanRecord[]
}

const evolve = ({ drafts, plans }: ReversalState, event: ReversalEvent): ReversalState => {
  if (event.type === 'PlanDrafted') {
    const plan = { drafted: draftedPlanOf(event.data), approvedBy: null }
    return { drafts: drafts + 1, plans: [...plans, plan].slice(-maxPlans) }
  }
  const { planId, by } = event.data
  return { drafts, plans: plans.map((plan) => (plan.drafted.planId === planId ? { ...plan, approvedBy: by } : plan)) }
}

// --- Decisions --------------------------------------------------------------------------------------

export type ReversalCommand =
  | ({ readonly type: 'DraftPlan'; readonly reviewId: string; readonly by: string; readonly at: Instant } & PlanPreview)
  | { readonly type: 'ApprovePlan'; readonly planId: string; readonly by: string; readonly at: Instant }

export type ReversalRejection =
  /** The review has no plan with this id. */
  | { readonly type: 'PlanNotFound' }
  /** A newer plan exists, or the streams the plan is based on have changed. */
  | { readonly type: 'PlanOutdated'; readonly changed: readonly string[] }
  /** The moderator who drafted the plan tries to approve it. */
  | { readonly type: 'PlanNeedsAnother' }
  /** The plan to approve has been approved by another moderator. */
  | { readonly type: 'PlanApprovedByAnother' }

type Decision = DecisionOf<ReversalEvent, ReversalRejection>

const decide = (command: ReversalCommand, state: ReversalState): Decision =>
  command.type === 'DraftPlan' ? draftPlan(command, state) : approvePlan(command, state)

/** Drafts a plan, which supersedes earlier ones; has no effect if nothing has changed since the latest. */
const draftPlan = (command: OfType<ReversalCommand, 'DraftPlan'>, state: ReversalState): Decision => {
  const { reviewId, by, baseVersions, predictedChanges, kept, figures, at } = command
  const preview = { baseVersions, predictedChanges, kept, figures }
  const latest = state.plans.at(-1)
  if (latest !== undefined && isRepeated(preview, latest)) return nothing
  const planId = `${reviewId}-${state.drafts + 1}`
  return accept({
    type: 'PlanDrafted',
    data: { planId, reviewId, by, madeOn: baseVersions, effects: predictedChanges, kept, figures, at },
  })
}

/** A plan needs a second moderator: its drafter may not approve it. */
const approvePlan = ({ planId, by, at }: OfType<ReversalCommand, 'ApprovePlan'>, state: ReversalState): Decision => {
  const plan = state.plans.find(({ drafted }) => drafted.planId === planId)
  if (plan === undefined) return reject({ type: 'PlanNotFound' })
  const { reviewId, by: draftedBy } = plan.drafted
  if (plan.approvedBy !== null) return plan.approvedBy === by ? nothing : reject({ type: 'PlanApprovedByAnother' })
  if (plan !== state.plans.at(-1)) return reject({ type: 'PlanOutdated', changed: [reversal.category] })
  if (by === draftedBy) return reject({ type: 'PlanNeedsAnother' })
  return accept({ type: 'PlanApproved', data: { planId, reviewId, by, draftedBy, at } })
}

const isRepeated = (preview: PlanPreview, { drafted, approvedBy }: ReversalPlanRecord): boolean =>
  approvedBy === null && sameContent(comparedParts(drafted), comparedParts(preview))

/** The parts that make two plans equal. The metrics are left out: they change with every review of the venue. */
const comparedParts = ({ baseVersions, predictedChanges, kept }: PlanPreview) => ({
  baseVersions,
  predictedChanges,
  kept,
})

/** Reversal plans of a review judged fake. The stream id is the review's id. */
export const reversal: Aggregate<ReversalCommand, ReversalEvent, ReversalState, ReversalRejection> = {
  category: 'unwind',
  events: ReversalEvents,
  initial: { drafts: 0, plans: [] },
  evolve,
  decide,
}

/** The review a plan id refers to. */
export const reviewOfPlan = (planId: string): string => planId.replace(/-\d+$/, '')
