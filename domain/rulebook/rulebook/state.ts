import type { Instant } from '../../kernel/primitives.ts'
import type { RulebookEvent } from './events.ts'

export type Figures = Extract<RulebookEvent, { readonly type: 'RuleSetSimulated' }>['data']['figures']

export interface Draft {
  readonly draftId: string
  readonly version: number
  readonly status: 'drafted' | 'simulating' | 'simulated' | 'activated'
  /** Of the last simulation, as long as it holds. */
  readonly figures: Figures | null
  /** Since when it is as it is. */
  readonly at: Instant
}

export interface RulebookState {
  /** In the order they were made. */
  readonly drafts: readonly Draft[]
  /** Which set was put in force when, the earliest first. */
  readonly changes: readonly { readonly version: number; readonly from: Instant }[]
}

export const initial: RulebookState = { drafts: [], changes: [] }

export const evolve = (state: RulebookState, { type, data }: RulebookEvent): RulebookState => {
  const { draftId, at } = data
  switch (type) {
    case 'RuleSetDrafted': {
      const draft: Draft = { draftId, version: data.version, status: 'drafted', figures: null, at }
      return { ...state, drafts: [...state.drafts, draft] }
    }
    case 'SimulationRequested':
      return moved(state, draftId, { status: 'simulating', figures: null, at })
    case 'RuleSetSimulated':
      return moved(state, draftId, { status: 'simulated', figures: data.figures, at })
    case 'RuleSetActivated': {
      const put = moved(state, draftId, { status: 'activated', at })
      return { drafts: put.drafts.map(stale), changes: [...state.changes, { version: data.version, from: at }] }
    }
  }
}

const moved = (state: RulebookState, draftId: string, to: Partial<Draft>): RulebookState => ({
  ...state,
  drafts: state.drafts.map((draft) => (draft.draftId === draftId ? { ...draft, ...to } : draft)),
})

/** Simulated against a set that is no longer in force: to be done again. */
const stale = (draft: Draft): Draft =>
  draft.status === 'simulated' ? { ...draft, status: 'drafted', figures: null } : draft
