import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Ava, Id, Instant, Whole } from '../kernel/primitives.ts'
import { isBefore, plusMinutes } from '../kernel/time.ts'

const draftFields = { book: clear(Id), draftId: clear(Id), at: clear(Instant) }
/** The administrator who asked. */
const byField = clear(Id)

/** A set of rules is proposed; nothing is earned by it yet. */
export const RuleSetDrafted = event('RuleSetDrafted', {
  ...draftFields,
  /** The set's, among those in the code. */
  version: clear(Whole),
  by: byField,
})
export const SimulationRequested = event('SimulationRequested', { ...draftFields, by: byField })

/** What the set would have earned, had it been in force from the first day on. */
export const RuleSetSimulated = event('RuleSetSimulated', {
  ...draftFields,
  figures: clear(
    t.strict({
      /** Accounts that would have earned anything by it. */
      accounts: Whole,
      /** In AVA, beyond what every set credits. */
      total: Ava,
      /** Of these, in the thirty days before. */
      lastMonth: Ava,
      /** The most that one account would have earned. */
      most: Ava,
      /** Everything the ledger has credited so far, to compare with. */
      credited: Ava,
      parts: t.readonlyArray(t.strict({ reason: Id, amount: Ava })),
    }),
  ),
})
/** In force from `at` on; what was earned before stays as it was. */
export const RuleSetActivated = event('RuleSetActivated', { ...draftFields, version: clear(Whole), by: byField })

export const RuleSetEvents = family(RuleSetDrafted, SimulationRequested, RuleSetSimulated, RuleSetActivated)
export type RuleSetEvent = EventIn<typeof RuleSetEvents>

export type SimulationResult = Extract<RuleSetEvent, { readonly type: 'RuleSetSimulated' }>['data']['figures']

export interface RuleSetDraft {
  readonly draftId: string
  readonly version: number
  readonly status: 'drafted' | 'simulating' | 'simulated' | 'activated'
  /** Of the last simulation, as long as it holds. */
  readonly figures: SimulationResult | null
  /** Since when it is as it is. */
  readonly at: Instant
}

export interface RuleSetState {
  /** In the order they were made. */
  readonly drafts: readonly RuleSetDraft[]
  /** Which set was put in force when, the earliest first. */
  readonly changes: readonly { readonly version: number; readonly from: Instant }[]
}

export const initial: RuleSetState = { drafts: [], changes: [] }

export const evolve = (state: RuleSetState, { type, data }: RuleSetEvent): RuleSetState => {
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
      const put = withDraftChange(state, draftId, { status: 'activated', at })
      return {
        drafts: put.drafts.map(withoutSimulation),
        changes: [...state.changes, { version: data.version, from: at }],
      }
    }
  }
}

const withDraftChange = (state: RuleSetState, draftId: string, to: Partial<RuleSetDraft>): RuleSetState => ({
  ...state,
  drafts: state.drafts.map((draft) => (draft.draftId === draftId ? { ...draft, ...to } : draft)),
})

/** Simulated against a set that is no longer in force: to be done again. */
const withoutSimulation = (draft: RuleSetDraft): RuleSetDraft =>
  draft.status === 'simulated' ? { ...draft, status: 'drafted', figures: null } : draft

interface DraftCommand {
  readonly book: string
  readonly draftId: string
  readonly at: Instant
}

export interface DraftRuleSet extends DraftCommand {
  readonly type: 'DraftRuleSet'
  readonly version: number
  /** The sets this book has in the code; the first is in force before anybody chose. */
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
  | { readonly type: 'RuleSetUnknown'; readonly sets: readonly number[] }
  | { readonly type: 'RuleSetInForce'; readonly version: number }
  /** It waits to be simulated or put in force. */
  | { readonly type: 'RuleSetDraftedAlready'; readonly version: number }
  | { readonly type: 'RuleDraftUnknown' }
  | { readonly type: 'RuleDraftActivated' }
  | { readonly type: 'RuleDraftNotSimulated' }

/** After so long a simulation may be asked for again: what did it may have given up. */
export const simulationTimeoutMinutes = 10

type Decision = E.Either<RuleSetRejection, readonly RuleSetEvent[]>

const decide = (command: RuleSetCommand, state: RuleSetState): Decision => {
  if (command.type === 'DraftRuleSet') return draftRuleSet(command, state)
  const draft = state.drafts.find(({ draftId }) => draftId === command.draftId)
  if (draft === undefined) return E.left({ type: 'RuleDraftUnknown' })
  const { book, draftId, at } = command
  switch (command.type) {
    case 'RequestSimulation': {
      if (draft.status === 'activated') return E.left({ type: 'RuleDraftActivated' })
      const inFlight = draft.status === 'simulating' && isBefore(at, plusMinutes(draft.at, simulationTimeoutMinutes))
      const { by } = command
      return E.right(inFlight ? [] : [{ type: 'SimulationRequested', data: { book, draftId, by, at } }])
    }
    case 'RecordSimulation': {
      const { figures } = command
      return E.right(
        draft.status === 'simulating' ? [{ type: 'RuleSetSimulated', data: { book, draftId, figures, at } }] : [],
      )
    }
    case 'ActivateRuleSet':
      return activateRuleSet(command, draft)
  }
}

/** One draft of a set at a time; drafted twice by the same request it is drafted once. */
const draftRuleSet = (
  { book, draftId, version, sets, by, at }: DraftRuleSet,
  { drafts, changes }: RuleSetState,
): Decision => {
  if (drafts.some((draft) => draft.draftId === draftId)) return E.right([])
  if (!sets.includes(version)) return E.left({ type: 'RuleSetUnknown', sets })
  if (version === (changes.at(-1)?.version ?? sets[0])) return E.left({ type: 'RuleSetInForce', version })
  const waits = drafts.some((draft) => draft.version === version && draft.status !== 'activated')
  if (waits) return E.left({ type: 'RuleSetDraftedAlready', version })
  return E.right([{ type: 'RuleSetDrafted', data: { book, draftId, version, by, at } }])
}

/** only what was simulated on what really happened. */
const activateRuleSet = ({ book, draftId, by, at }: ActivateRuleSet, { version, status }: RuleSetDraft): Decision => {
  if (status === 'activated') return E.right([])
  if (status !== 'simulated') return E.left({ type: 'RuleDraftNotSimulated' })
  return E.right([{ type: 'RuleSetActivated', data: { book, draftId, version, by, at } }])
}

/** Which of a book's sets of rules is in force: drafted, simulated, then activated. */
export const ruleSets: Aggregate<RuleSetCommand, RuleSetEvent, RuleSetState, RuleSetRejection> = {
  category: 'rulebook',
  events: RuleSetEvents,
  initial,
  evolve,
  decide,
}
