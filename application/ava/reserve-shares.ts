import { payoutIdOf, type PayoutState } from '../../domain/ava/payout/decider.ts'
import type { Share } from '../../domain/ava/payout/events.ts'
import { wallet, type WalletState } from '../../domain/ava/wallet/decider.ts'
import { isPayoutAddress } from '../../domain/ava/wallet/rules.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { personIn } from '../access/doors.ts'
import { load } from '../handle.ts'
import type { AnyRejection } from '../rejections.ts'
import type { Answer } from '../use-case.ts'
import { inTheNameOfPayouts, nothingToDo, type Cashier } from './cashier.ts'

/** A share, and where it goes. */
export interface Shared extends Share {
  readonly to: string
}

/** What each account of the batch gets: as the first transaction had it, or as its wallet gives now. */
export const reserveShares = (
  cashier: Cashier,
  batchId: string,
  { accountIds, shares }: PayoutState,
): Answer<readonly Shared[]> =>
  pipe(
    (shares?.map(({ accountId }) => accountId) ?? accountIds).map((accountId) => shareOf(cashier, batchId, accountId)),
    TE.sequenceSeqArray,
    TE.map((all) => all.flatMap((one) => (one === null ? [] : [one]))),
  )

const shareOf = (cashier: Cashier, batchId: string, accountId: string): Answer<Shared | null> => {
  const seen = load(cashier)(wallet, accountId, 'open')
  const reserved = (state: WalletState) => reservedShare(state, accountId, payoutIdOf(batchId, accountId))
  return pipe(
    seen,
    TE.flatMap(({ state }) => {
      const mine = reserved(state)
      if (mine !== null) return TE.right(mine)
      return pipe(
        reserve(cashier, batchId, accountId, state.address),
        TE.flatMap(() => seen),
        TE.map((now) => reserved(now.state)),
      )
    }),
  )
}

/** Null for nothing reserved. */
const reservedShare = ({ payouts }: WalletState, accountId: string, payoutId: string): Shared | null => {
  const mine = payouts.find((one) => one.payoutId === payoutId)
  if (mine?.status !== 'open' || !isPayoutAddress(mine.address)) return null
  return { accountId, amount: mine.amount, to: mine.address }
}

/**
 * The list may lag; who is suspended waits, and so does whoever has an address the token refuses: what is theirs is held,
 * not lost, and the others are paid.
 */
const reserve = (cashier: Cashier, batchId: string, accountId: string, address: string | null): Answer<unknown> => {
  if (address === null || !isPayoutAddress(address)) return nothingToDo
  return pipe(
    personIn(cashier, accountId),
    TE.flatMap((person): Answer<boolean> =>
      person === null || person.suspension ? TE.right(false) : cashier.chain.reaches(address),
    ),
    TE.flatMap((payable): Answer<unknown> => {
      if (!payable) return nothingToDo
      const payoutId = payoutIdOf(batchId, accountId)
      const command = { type: 'ReservePayout', accountId, payoutId, address, at: cashier.clock() } as const
      return inTheNameOfPayouts(cashier)(wallet, accountId, command, notNow)
    }),
  )
}

const notNow: readonly AnyRejection['type'][] = [
  'PayoutAddressMissing',
  'PayoutAddressMismatch',
  'PayoutAlreadyOpen',
  'BelowPayoutThreshold',
  'PayoutEnded',
]
