import { type PayoutBatchState, payoutIdOf, type PayoutShare } from '../../domain/ava/payout-batch.ts'
import { isPayoutAddress } from '../../domain/ava/rules.ts'
import { wallet, type WalletState } from '../../domain/ava/wallet.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { loadPerson } from '../accounts/auth-services.ts'
import { load } from '../handle.ts'
import type { AnyRejection } from '../rejections.ts'
import type { Result } from '../use-case.ts'
import { executePayoutCommand, nothingToDo, type PayoutServices } from './payout-services.ts'

/** A share, and where it goes. */
export interface PayableShare extends PayoutShare {
  readonly to: string
}

/** What each account of the batch gets: as the first transaction had it, or as its wallet gives now. */
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
    TE.map((all) => all.flatMap((one) => (one === null ? [] : [one]))),
  )

const shareOf = (payoutServices: PayoutServices, batchId: string, accountId: string): Result<PayableShare | null> => {
  const seen = load(payoutServices)(wallet, accountId, 'open')
  const reserved = (state: WalletState) => reservedShare(state, accountId, payoutIdOf(batchId, accountId))
  return pipe(
    seen,
    TE.flatMap(({ state }) => {
      const mine = reserved(state)
      if (mine !== null) return TE.right(mine)
      return pipe(
        reservePayout(payoutServices, batchId, accountId, state.address),
        TE.flatMap(() => seen),
        TE.map((now) => reserved(now.state)),
      )
    }),
  )
}

/** Null for nothing reserved. */
const reservedShare = ({ payouts }: WalletState, accountId: string, payoutId: string): PayableShare | null => {
  const mine = payouts.find((one) => one.payoutId === payoutId)
  if (mine?.status !== 'open' || !isPayoutAddress(mine.address)) return null
  return { accountId, amount: mine.amount, to: mine.address }
}

/**
 * The list may lag; who is suspended waits, and so does whoever has an address the token refuses: what is theirs is held,
 * not lost, and the others are paid.
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
      person === null || person.suspension ? TE.right(false) : payoutServices.chain.acceptsAddress(address),
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
  'PayoutAlreadyOpen',
  'BelowPayoutThreshold',
  'PayoutEnded',
]
