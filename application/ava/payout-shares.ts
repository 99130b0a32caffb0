import { type PayoutBatchState, payoutIdOf, type PayoutShare } from '../../domain/ava/payout-batch.ts'
import { isPayoutAddress } from '../../domain/ava/rules.ts'
import { wallet, type WalletState } from '../../domain/ava/wallet.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { loadPerson } from '../accounts/auth-services.ts'
import { load } from '../command-handler.ts'
import type { AnyRejection } from '../rejections.ts'
import type { Result } from '../use-case.ts'
import { executePayoutCommand, nothingToDo, type PayoutServices } from './payout-services.ts'

/** A share with its destination address. */
export interface PayableShare extends PayoutShare {
  readonly to: string
}

/** Shares of the first transaction of the batch; before it, the balances now reserved in the wallets. */
export const reserveShares = (
  payoutServices: PayoutServices,
  batchId: string,
  { accountIds, shares }: PayoutBatchState,
): Result<readonly PayableShare[]> =>
  pipe(
    (shares?.map(({ accountId }) => accountId) ?? accountIds).map((accountId) =>
      shareOf(payoutServices, batchId, accountId),
    ),
    TE.sequenceSeqArray,
    TE.map((reserved) => reserved.filter((share) => share !== null)),
  )

const shareOf = (payoutServices: PayoutServices, batchId: string, accountId: string): Result<PayableShare | null> => {
  const loadWallet = load(payoutServices)(wallet, accountId, 'decrypted')
  const shareIn = (state: WalletState) => reservedShare(state, accountId, payoutIdOf(batchId, accountId))
  return pipe(
    TE.Do,
    TE.bind('before', () => loadWallet),
    TE.tap(({ before: { state } }) =>
      shareIn(state) === null ? reservePayout(payoutServices, batchId, accountId, state.address) : nothingToDo,
    ),
    TE.bind('after', ({ before }) => (shareIn(before.state) === null ? loadWallet : TE.right(before))),
    TE.map(({ after }) => shareIn(after.state)),
  )
}

/** Null if nothing is reserved. */
const reservedShare = ({ payouts }: WalletState, accountId: string, payoutId: string): PayableShare | null => {
  const payout = payouts.find((other) => other.payoutId === payoutId)
  if (payout?.status !== 'pending' || !isPayoutAddress(payout.address)) return null
  return { accountId, amount: payout.amount, to: payout.address }
}

/**
 * Reserves a payout. Suspended accounts and addresses the token refuses are skipped and keep their balance, so that the
 * other accounts are paid.
 */
const reservePayout = (
  payoutServices: PayoutServices,
  batchId: string,
  accountId: string,
  address: string | null,
): Result<unknown> => {
  if (address === null || !isPayoutAddress(address)) return nothingToDo
  return pipe(
    loadPerson(payoutServices, accountId),
    TE.flatMap((person): Result<boolean> =>
      person === null || person.suspension !== null ? TE.right(false) : payoutServices.chain.acceptsAddress(address),
    ),
    TE.flatMap((payable): Result<unknown> => {
      if (!payable) return nothingToDo
      const payoutId = payoutIdOf(batchId, accountId)
      const command = { type: 'ReservePayout', accountId, payoutId, address, at: payoutServices.clock() } as const
      return executePayoutCommand(payoutServices)(wallet, accountId, command, deferredRejections)
    }),
  )
}

const deferredRejections: readonly AnyRejection['type'][] = [
  'PayoutAddressMissing',
  'PayoutAddressMismatch',
  'PayoutAddressOnHold',
  'PayoutAlreadyOpen',
  'BelowPayoutThreshold',
  'PayoutEnded',
  'WalletClosed',
]
