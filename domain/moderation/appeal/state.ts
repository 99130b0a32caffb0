import type { Instant } from '../../kernel/primitives.ts'
import type { AppealEvent, DataOf } from './events.ts'
import type { AppealOutcome, AppealSide, Measure } from './measures.ts'

export type AppealStatus = 'OPEN' | 'UNDER_REVIEW' | AppealOutcome | 'VOID'

export interface OpenedAppeal {
  readonly status: AppealStatus
  readonly decisionId: string
  readonly reviewId: string
  readonly side: AppealSide
  readonly level: number
  /** What the decision appealed against did with the review. */
  readonly measure: Measure
  readonly reviewVersion: number
  /** Who decided before, at any level. */
  readonly deciders: readonly string[]
  /** One an appellant; a repeated request is compared with it, so it must have been read open. */
  readonly appeals: readonly { readonly appellantId: string; readonly text: string; readonly at: Instant }[]
  readonly decided: DataOf<'AppealDecided'> | null
  /** When it was decided, or had nothing left to decide. */
  readonly closedAt: Instant | null
}

export type AppealState = { readonly status: 'NONE' } | OpenedAppeal

export const evolve = (state: AppealState, event: AppealEvent): AppealState => {
  if (event.type === 'AppealLodged') return lodged(state, event.data)
  if (state.status === 'NONE') return state
  switch (event.type) {
    case 'AppealTaken':
      return { ...state, status: 'UNDER_REVIEW' }
    case 'AppealDecided':
      return { ...state, status: event.data.outcome, decided: event.data, closedAt: event.data.at }
    case 'AppealVoided':
      return { ...state, status: 'VOID', closedAt: event.data.at }
  }
}

const lodged = (state: AppealState, data: DataOf<'AppealLodged'>): OpenedAppeal => {
  const { decisionId, reviewId, side, level, measure, reviewVersion, deciders, appellantId, text, at } = data
  const appeal = { appellantId, text, at }
  if (state.status !== 'NONE') {
    const everybody = [...new Set([...state.deciders, ...deciders])]
    return { ...state, deciders: everybody, appeals: [...state.appeals, appeal] }
  }
  const matter = { decisionId, reviewId, side, level, measure, reviewVersion, deciders }
  return { status: 'OPEN', ...matter, appeals: [appeal], decided: null, closedAt: null }
}

export const isOpen = ({ status }: OpenedAppeal): boolean => status === 'OPEN' || status === 'UNDER_REVIEW'

export const appellantsOf = ({ appeals }: OpenedAppeal): readonly string[] =>
  appeals.map(({ appellantId }) => appellantId)
