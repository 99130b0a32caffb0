import type { DisputeEvent, Party } from './events.ts'

export type DisputeStatus = 'OPEN' | 'UNDER_REVIEW' | 'RESOLVED_UPHELD' | 'RESOLVED_REJECTED' | 'CLOSED'

export interface OpenedDispute {
  readonly status: DisputeStatus
  /** Stays when the dispute is closed. */
  readonly outcome: 'upheld' | 'rejected' | 'void' | null
  /** The decisions of appeals that have reached it. */
  readonly rulings: readonly string[]
  /** A repeated request is compared with it, so it must have been read open. */
  readonly opened: Extract<DisputeEvent, { readonly type: 'DisputeOpened' }>['data']
  /** In the order they were filed; their words, too, must have been read open. */
  readonly statements: readonly { readonly statementId: string; readonly party: Party; readonly message: string }[]
}

export type DisputeState = { readonly status: 'NONE' } | OpenedDispute

export const evolve = (state: DisputeState, event: DisputeEvent): DisputeState => {
  if (event.type === 'DisputeOpened')
    return { status: 'OPEN', outcome: null, rulings: [], opened: event.data, statements: [] }
  if (state.status === 'NONE') return state
  switch (event.type) {
    case 'StatementFiled': {
      const { statementId, party, message } = event.data
      return { ...state, statements: [...state.statements, { statementId, party, message }] }
    }
    case 'DisputeTakenUnderReview':
      return { ...state, status: 'UNDER_REVIEW' }
    case 'DisputeUpheld':
      return { ...state, status: 'RESOLVED_UPHELD', outcome: 'upheld' }
    case 'DisputeRejected':
      return { ...state, status: 'RESOLVED_REJECTED', outcome: 'rejected' }
    case 'DisputeClosed':
      return { ...state, status: 'CLOSED' }
    case 'DisputeVoided':
      return { ...state, status: 'CLOSED', outcome: 'void' }
    case 'DisputeTurned':
      return {
        ...state,
        status: event.data.outcome === 'upheld' ? 'RESOLVED_UPHELD' : 'RESOLVED_REJECTED',
        outcome: event.data.outcome,
        rulings: [...state.rulings, event.data.rulingId],
      }
  }
}
