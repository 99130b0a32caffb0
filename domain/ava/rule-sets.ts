import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, type DataOf, event, type EventIn, family } from '../kernel/event.ts'
import { AvaTotal, Id, Instant, Whole } from '../kernel/primitives.ts'
import { isBefore, plusMinutes } from '../kernel/time.ts'
import type { DraftAction, DraftStatus } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const draftFields = { book: clear(Id), draftId: clear(Id), at: clear(Instant) }
/** The requesting administrator. */
const byField = clear(Id)

/** A rule set was proposed; it earns nothing yet. */
const RuleSetDrafted = event('RuleSetDrafted', {
  ...draftFields,
  /** Version of a rule set defined in the code. */
  version: clear(Whole),
  by: byField,
})
export const SimulationRequested = event('SimulationRequested', { ...draftFields, by: byField })

/** What the rule set would have earned if it had been active from the first day. */
const RuleSetSimulated = event('RuleSetSimulated', {
  ...draftFields,
  figures: clear(
    t.strict({
      /** Accounts that would have earned AVA. */
      accounts: Whole,
      /** In AVA, in addition to what every rule set credits. */
      total: AvaTotal,
      /** Part of `total` earned in the last thirty days. */
      lastMonth: AvaTotal,
      /** Maximum for a single account. */
      most: AvaTotal,
      /** AVA credited by the ledger so far, for comparison. */
      credited: AvaTotal,
      parts: t.readonlyArray(t.strict({ reason: Id, amount: AvaTotal })),
    }),
  ),
})
/** In force from `at`; AVA earned before stay unchanged. */
const RuleSetActivated = event('RuleSetActivated', { ...draftFields, version: clear(Whole), by: byField })

export const RuleSetEvents = family(RuleSetDrafted, SimulationRequested, RuleSetSimulated, RuleSetActivated)
export type RuleSetEvent = EventIn<typeof RuleSetEvents>

export type SimulationResult = DataOf<RuleSetEvent, 'RuleSetSimulated'>['figures']

// --- State ------------------------------------------------------------------------------------------

export interface RuleSetDraft {
  readonly draftId: string
  readonly version: number
  readonly status: DraftStatus
  /** Result of the last simulation, as long as it is valid. */
  readonly figures: SimulationResult | null
  /** When the draft reached this status. */
  readonly at: Instant
}

export interface RuleSetState {
  /** In order of creation. */
  readonly drafts: readonly RuleSetDraft[]
  /** Activations, earliest first. */
  readonly activations: readonly { readonly version: number; readonly from: Instant }[]
}

const initial: RuleSetState = { drafts: [], activations: [] }

const evolve = (state: RuleSetState, { type, data }: RuleSetEvent): RuleSetState => {
  const { draftId, at } = data
  switch (type) {
    case 'RuleSetDrafted': {
      const draft: RuleSetDraft = { draftId, version: data.version, status: 'drafted', figures: null, at }
      return { ...state, drafts: [...state.drafts, draft] }
    }
    case 'SimulationRequested':
      return withDraftChange(state, draftId, { status: 'simulating', figures: null, at })
    case 'RuleSetSimulated':
      return withDraftChange(state, draftId, { status: 'simulated', figures: data.figures, at })
    case 'RuleSetActivated': {
      const activated = withDraftChange(state, draftId, { status: 'activated', at })
      return {
        drafts: activated.drafts.map(withoutSimulation),
        activations: [...state.activations, { version: data.version, from: at }],
      }
    }
  }
}

const withDraftChange = (state: RuleSetState, draftId: string, to: Partial<RuleSetDraft>): RuleSetState => ({
  ...state,
  drafts: state.drafts.map((draft) => (draft.draftId === draftId ? { ...draft, ...to } : draft)),
})

/** A simulation compares with the active rule set, so an activation invalidates it. */
const withoutSimulation = (draft: RuleSetDraft): RuleSetDraft =>
  draft.status === 'simulated' ? { ...draft, status: 'drafted', figures: null } : draft

// --- Commands and rejections ------------------------------------------------------------------------

interface DraftCommand {
  readonly book: string
  readonly draftId: string
  readonly at: Instant
}

export interface DraftRuleSet extends DraftCommand {
  readonly type: 'DraftRuleSet'
  readonly version: number
  /** Versions defined in the code; the first is active until another is activated. */
  readonly sets: readonly number[]
  readonly by: string
}
export interface RequestSimulation extends DraftCommand {
  readonly type: 'RequestSimulation'
  readonly by: string
}
export interface RecordSimulation extends DraftCommand {
  readonly type: 'RecordSimulation'
  readonly figures: SimulationResult
}
export interface ActivateRuleSet extends DraftCommand {
  readonly type: 'ActivateRuleSet'
  readonly by: string
}
export type RuleSetCommand = DraftRuleSet | RequestSimulation | RecordSimulation | ActivateRuleSet

export type RuleSetRejection =
  /** A draft names a version that the code does not contain. */
  | { readonly type: 'RuleSetUnknown'; readonly sets: readonly number[] }
  /** A draft names the version that applies today. */
  | { readonly type: 'RuleSetInForce'; readonly version: number }
  /** Another draft of this version has not been activated yet. */
  | { readonly type: 'RuleSetDraftedAlready'; readonly version: number }
  /** The rule book has no draft with this id. */
  | { readonly type: 'RuleDraftUnknown' }
  /** A simulation is requested for an activated draft. */
  | { readonly type: 'RuleDraftActivated' }
  /** A draft is activated before its simulation has finished. */
  | { readonly type: 'RuleDraftNotSimulated' }

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<RuleSetEvent, RuleSetRejection>

const decide = (command: RuleSetCommand, state: RuleSetState): Decision => {
  if (command.type === 'DraftRuleSet') return draftRuleSet(command, state)
  const draft = state.drafts.find(({ draftId }) => draftId === command.draftId)
  if (draft === undefined) return reject({ type: 'RuleDraftUnknown' })
  switch (command.type) {
    case 'RequestSimulation':
      return requestSimulation(command, draft)
    case 'RecordSimulation':
      return recordSimulation(command, draft)
    case 'ActivateRuleSet':
      return activateRuleSet(command, draft)
  }
}

/** One open draft per version; a repeated request creates no second one. */
const draftRuleSet = (
  { book, draftId, version, sets, by, at }: DraftRuleSet,
  { drafts, activations }: RuleSetState,
): Decision => {
  if (drafts.some((draft) => draft.draftId === draftId)) return nothing
  if (!sets.includes(version)) return reject({ type: 'RuleSetUnknown', sets })
  if (version === versionInForce(activations, sets)) return reject({ type: 'RuleSetInForce', version })
  if (hasOpenDraft(version, drafts)) return reject({ type: 'RuleSetDraftedAlready', version })
  return accept({ type: 'RuleSetDrafted', data: { book, draftId, version, by, at } })
}

/** Requests a simulation on the real history, unless one is running. */
const requestSimulation = ({ book, draftId, by, at }: RequestSimulation, draft: RuleSetDraft): Decision => {
  if (draft.status === 'activated') return reject({ type: 'RuleDraftActivated' })
  return isSimulating(draft, at) ? nothing : accept({ type: 'SimulationRequested', data: { book, draftId, by, at } })
}

/** A result that nobody waits for any longer has no effect. */
const recordSimulation = ({ book, draftId, figures, at }: RecordSimulation, { status }: RuleSetDraft): Decision =>
  status === 'simulating' ? accept({ type: 'RuleSetSimulated', data: { book, draftId, figures, at } }) : nothing

/** Puts the rule set into force. @rule Q-68 only a draft simulated on the real history is activated */
const activateRuleSet = ({ book, draftId, by, at }: ActivateRuleSet, { version, status }: RuleSetDraft): Decision => {
  if (status === 'activated') return nothing
  if (status !== 'simulated') return reject({ type: 'RuleDraftNotSimulated' })
  return accept({ type: 'RuleSetActivated', data: { book, draftId, version, by, at } })
}

// --- What may be done with a draft ------------------------------------------------------------------

/** A simulation without result may be requested again after this time. */
const simulationTimeoutMinutes = 10

/** Whether a simulation is in progress and has not timed out. */
export const isSimulating = ({ status, at: requestedAt }: Pick<RuleSetDraft, 'status' | 'at'>, at: Instant): boolean =>
  status === 'simulating' && isBefore(at, plusMinutes(requestedAt, simulationTimeoutMinutes))

/** What may be done with a draft at this moment. @rule Q-68 activation requires a simulation */
export const draftActionsAt = (draft: Pick<RuleSetDraft, 'status' | 'at'>, at: Instant): readonly DraftAction[] => {
  if (draft.status === 'activated' || isSimulating(draft, at)) return []
  return draft.status === 'simulated' ? ['simulate', 'activate'] : ['simulate']
}

const versionInForce = (activations: RuleSetState['activations'], sets: readonly number[]) =>
  activations.at(-1)?.version ?? sets[0]

/** Whether a draft of this version may be created: it is not active and has no open draft. */
export const isDraftable = (version: number, { drafts, activations }: RuleSetState, sets: readonly number[]): boolean =>
  version !== versionInForce(activations, sets) && !hasOpenDraft(version, drafts)

const hasOpenDraft = (version: number, drafts: RuleSetState['drafts']) =>
  drafts.some((draft) => draft.version === version && draft.status !== 'activated')

/** The rule sets of a rule book, and the active one. @rule Q-68 drafted, simulated, activated */
export const ruleSets: Aggregate<RuleSetCommand, RuleSetEvent, RuleSetState, RuleSetRejection> = {
  category: 'rulebook',
  events: RuleSetEvents,
  initial,
  evolve,
  decide,
}
