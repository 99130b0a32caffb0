import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import type { CaseEvent, CaseKind } from './events.ts'
import type { Evidence, Urgency } from './priority.ts'

export type DataOf<T extends CaseEvent['type']> = Extract<CaseEvent, { readonly type: T }>['data']
export type Outcome = DataOf<'CaseClosed'>['outcome']

export interface Claim {
  readonly by: string
  readonly until: Instant
}

export interface OpenedCase extends Evidence {
  readonly status: 'open' | 'closed'
  readonly caseId: string
  readonly kind: CaseKind
  readonly targetId: string
  readonly parties: readonly string[]
  readonly dueAt: Instant
  readonly urgency: Urgency
  /** The latest; it may have lapsed. */
  readonly claim: Claim | null
  readonly outcome: Outcome | null
}

export type CaseState = { readonly status: 'none' } | OpenedCase

/** Who works on the case just now. */
export const liveClaim = (state: CaseState, at: Instant): Claim | null =>
  state.status === 'open' && state.claim !== null && isBefore(at, state.claim.until) ? state.claim : null

export const evolve = (state: CaseState, event: CaseEvent): CaseState => {
  if (event.type === 'CaseOpened') {
    const { caseId, kind, targetId, flags, weight, weightVersion, parties, dueAt } = event.data
    const matter = { caseId, kind, targetId, flags, weight, weightVersion, parties, dueAt }
    return { ...matter, status: 'open', urgency: 'calm', claim: null, outcome: null }
  }
  if (state.status === 'none') return state
  switch (event.type) {
    case 'CaseEscalated':
      return { ...state, kind: event.data.kind }
    case 'CaseReprioritised': {
      const { flags, weight, weightVersion, parties } = event.data
      return { ...state, flags, weight, weightVersion, parties }
    }
    case 'CaseDueSoon':
      return { ...state, urgency: 'soon' }
    case 'CaseBecameOverdue':
      return { ...state, urgency: 'overdue' }
    case 'CaseClaimed':
      return { ...state, claim: { by: event.data.by, until: event.data.until } }
    case 'ClaimReleased':
    case 'ClaimExpired':
      return { ...state, claim: null }
    case 'CaseClosed':
      return { ...state, status: 'closed', claim: null, outcome: event.data.outcome }
  }
}
