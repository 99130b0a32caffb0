import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore, plusMinutes } from '../../kernel/time.ts'
import { RulebookEvents, type RulebookEvent } from './events.ts'
import { evolve, initial, type Draft, type Figures, type RulebookState } from './state.ts'

export type { Draft, Figures, RulebookState } from './state.ts'

interface About {
  readonly book: string
  readonly draftId: string
  readonly at: Instant
}

export interface DraftRuleSet extends About {
  readonly type: 'DraftRuleSet'
  readonly version: number
  /** The sets this book has in the code; the first is in force before anybody chose. */
  readonly sets: readonly number[]
  readonly by: string
}
export interface RequestSimulation extends About {
  readonly type: 'RequestSimulation'
  readonly by: string
}
export interface RecordSimulation extends About {
  readonly type: 'RecordSimulation'
  readonly figures: Figures
}
export interface ActivateRuleSet extends About {
  readonly type: 'ActivateRuleSet'
  readonly by: string
}
export type RulebookCommand = DraftRuleSet | RequestSimulation | RecordSimulation | ActivateRuleSet

export type RulebookRejection =
  | { readonly type: 'RuleSetUnknown'; readonly sets: readonly number[] }
  | { readonly type: 'RuleSetInForce'; readonly version: number }
  /** It waits to be simulated or put in force. */
  | { readonly type: 'RuleSetDraftedAlready'; readonly version: number }
  | { readonly type: 'RuleDraftUnknown' }
  | { readonly type: 'RuleDraftActivated' }
  | { readonly type: 'RuleDraftNotSimulated' }

/** After so long a simulation may be asked for again: what did it may have given up. */
export const simulationMinutes = 10

type Decision = E.Either<RulebookRejection, readonly RulebookEvent[]>

const decide = (command: RulebookCommand, state: RulebookState): Decision => {
  if (command.type === 'DraftRuleSet') return draftRuleSet(command, state)
  const draft = state.drafts.find(({ draftId }) => draftId === command.draftId)
  if (draft === undefined) return E.left({ type: 'RuleDraftUnknown' })
  const { book, draftId, at } = command
  switch (command.type) {
    case 'RequestSimulation': {
      if (draft.status === 'activated') return E.left({ type: 'RuleDraftActivated' })
      const underWay = draft.status === 'simulating' && isBefore(at, plusMinutes(draft.at, simulationMinutes))
      const { by } = command
      return E.right(underWay ? [] : [{ type: 'SimulationRequested', data: { book, draftId, by, at } }])
    }
    case 'RecordSimulation': {
      const { figures } = command
      return E.right(
        draft.status === 'simulating' ? [{ type: 'RuleSetSimulated', data: { book, draftId, figures, at } }] : [],
      )
    }
    case 'ActivateRuleSet':
      return activate(command, draft)
  }
}

/** One draft of a set at a time; drafted twice by the same request it is drafted once. */
const draftRuleSet = (
  { book, draftId, version, sets, by, at }: DraftRuleSet,
  { drafts, changes }: RulebookState,
): Decision => {
  if (drafts.some((draft) => draft.draftId === draftId)) return E.right([])
  if (!sets.includes(version)) return E.left({ type: 'RuleSetUnknown', sets })
  if (version === (changes.at(-1)?.version ?? sets[0])) return E.left({ type: 'RuleSetInForce', version })
  const waits = drafts.some((draft) => draft.version === version && draft.status !== 'activated')
  if (waits) return E.left({ type: 'RuleSetDraftedAlready', version })
  return E.right([{ type: 'RuleSetDrafted', data: { book, draftId, version, by, at } }])
}

/** only what was simulated on what really happened. */
const activate = ({ book, draftId, by, at }: ActivateRuleSet, { version, status }: Draft): Decision => {
  if (status === 'activated') return E.right([])
  if (status !== 'simulated') return E.left({ type: 'RuleDraftNotSimulated' })
  return E.right([{ type: 'RuleSetActivated', data: { book, draftId, version, by, at } }])
}

/** Which of a book's sets of rules is in force: drafted, simulated, then activated. */
export const rulebook: Aggregate<RulebookCommand, RulebookEvent, RulebookState, RulebookRejection> = {
  category: 'rulebook',
  events: RulebookEvents,
  initial,
  evolve,
  decide,
}
