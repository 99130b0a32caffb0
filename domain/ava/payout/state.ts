import type { PayoutEvent, Share } from './events.ts'

export interface Attempt {
  readonly chainId: number
  readonly sender: string
  readonly nonce: number
  readonly txHash: string
  /** '' when it was read blank, or the batch has been paid. */
  readonly signed: string
  readonly status: 'signed' | 'sent' | 'failed' | 'confirmed'
}

export interface PayoutState {
  readonly status: 'none' | 'open' | 'paid' | 'emptied'
  readonly accountIds: readonly string[]
  /** As the first transaction had them: every other pays the same. Null before there was one. */
  readonly shares: readonly Share[] | null
  readonly attempts: readonly Attempt[]
}

export const initial: PayoutState = { status: 'none', accountIds: [], shares: null, attempts: [] }

export const evolve = (state: PayoutState, event: PayoutEvent): PayoutState => {
  switch (event.type) {
    case 'PayoutBatchPlanned':
      return { ...state, status: 'open', accountIds: event.data.accountIds }
    case 'PayoutTransactionSigned': {
      const { chainId, sender, nonce, txHash, signed, shares } = event.data
      const attempt: Attempt = { chainId, sender, nonce, txHash, signed, status: 'signed' }
      return { ...state, shares: state.shares ?? shares, attempts: [...state.attempts, attempt] }
    }
    case 'PayoutTransactionSent':
      return become(state, event.data.txHash, 'sent')
    case 'PayoutTransactionFailed':
      return become(state, event.data.txHash, 'failed')
    case 'PayoutBatchPaid':
      return { ...become(state, event.data.txHash, 'confirmed'), status: 'paid' }
    case 'PayoutBatchEmptied':
      return { ...state, status: 'emptied' }
  }
}

const become = (state: PayoutState, txHash: string, status: Attempt['status']): PayoutState => ({
  ...state,
  attempts: state.attempts.map((one) => (one.txHash === txHash ? { ...one, status } : one)),
})

/** The transaction that may still pay; there is one at a time. */
export const liveAttempt = ({ attempts }: PayoutState): Attempt | null =>
  attempts.find(({ status }) => status === 'signed' || status === 'sent') ?? null
