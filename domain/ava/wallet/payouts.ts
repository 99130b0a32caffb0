import { E } from '../../kernel/fp.ts'
import type { ConfirmPayout, PayoutCommand, ReleasePayout, ReservePayout } from './commands.ts'
import type { WalletEvent } from './events.ts'
import { sameAddress } from './rules.ts'
import type { WalletState } from './state.ts'

export type PayoutRejection =
  | { readonly type: 'PayoutAddressMissing' }
  /** The payout names another address than the wallet has. */
  | { readonly type: 'PayoutAddressMismatch' }
  | { readonly type: 'PayoutAlreadyOpen'; readonly payoutId: string }
  | { readonly type: 'BelowPayoutThreshold'; readonly available: number; readonly threshold: number }
  | { readonly type: 'PayoutUnknown'; readonly payoutId: string }
  /** It has ended the other way: confirmed (with this transaction), or released. */
  | { readonly type: 'PayoutEnded'; readonly payoutId: string; readonly txHash: string | null }

type Decision = E.Either<PayoutRejection, readonly WalletEvent[]>
const accept = (...events: readonly WalletEvent[]): Decision => E.right(events)
const reject = (rejection: PayoutRejection): Decision => E.left(rejection)

export const decidePayout = (command: PayoutCommand, state: WalletState): Decision => {
  switch (command.type) {
    case 'ReservePayout':
      return reserve(command, state)
    case 'ConfirmPayout':
      return confirm(command, state)
    case 'ReleasePayout':
      return release(command, state)
  }
}

/** All that is available, to the wallet's address, one payout at a time (B-34). */
const reserve = ({ accountId, payoutId, address, at }: ReservePayout, state: WalletState) => {
  const known = payoutIn(state, payoutId)
  if (known?.status === 'released') return reject({ type: 'PayoutEnded', payoutId, txHash: null })
  if (known !== undefined)
    return sameAddress(known.address, address) ? accept() : reject({ type: 'PayoutAddressMismatch' })

  if (state.address === null) return reject({ type: 'PayoutAddressMissing' })
  if (!sameAddress(state.address, address)) return reject({ type: 'PayoutAddressMismatch' })
  const open = state.payouts.find(({ status }) => status === 'open')
  if (open !== undefined) return reject({ type: 'PayoutAlreadyOpen', payoutId: open.payoutId })
  const { available, threshold } = state
  if (available < threshold) return reject({ type: 'BelowPayoutThreshold', available, threshold })
  return accept({
    type: 'PayoutReserved',
    data: { accountId, payoutId, amount: available, address: state.address, at },
  })
}

const confirm = ({ accountId, payoutId, txHash, at }: ConfirmPayout, state: WalletState) => {
  const known = payoutIn(state, payoutId)
  if (known === undefined) return reject({ type: 'PayoutUnknown', payoutId })
  if (known.status === 'open') return accept({ type: 'PayoutConfirmed', data: { accountId, payoutId, txHash, at } })
  return known.txHash === txHash ? accept() : reject({ type: 'PayoutEnded', payoutId, txHash: known.txHash })
}

/** What was never reserved is released all the same: whoever comes to reserve it by this name is too late. */
const release = ({ accountId, payoutId, at }: ReleasePayout, state: WalletState) => {
  const known = payoutIn(state, payoutId)
  if (known === undefined || known.status === 'open')
    return accept({ type: 'PayoutReleased', data: { accountId, payoutId, at } })
  return known.status === 'released' ? accept() : reject({ type: 'PayoutEnded', payoutId, txHash: known.txHash })
}

const payoutIn = (state: WalletState, payoutId: string) => state.payouts.find((one) => one.payoutId === payoutId)
