import { payoutIdOf, type PayoutState } from '../../domain/ava/payout/decider.ts'
import type { Share } from '../../domain/ava/payout/events.ts'
import { wallet } from '../../domain/ava/wallet/decider.ts'
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

const shareOf = (cashier: Cashier, batchId: string, accountId: string): Answer<Shared | null> =>
  pipe(
    reservedShare(cashier, batchId, accountId),
    TE.flatMap((reserved) =>
      reserved === null
        ? pipe(
            reserve(cashier, batchId, accountId),
            TE.flatMap(() => reservedShare(cashier, batchId, accountId)),
          )
        : TE.right(reserved),
    ),
  )

/** Null for nothing reserved. */
const reservedShare = (cashier: Cashier, batchId: string, accountId: string): Answer<Shared | null> =>
  pipe(
    load(cashier)(wallet, accountId, 'open'),
    TE.map(({ state: { payouts } }) => {
      const mine = payouts.find(({ payoutId }) => payoutId === payoutIdOf(batchId, accountId))
      if (mine?.status !== 'open' || !isPayoutAddress(mine.address)) return null
      return { accountId, amount: mine.amount, to: mine.address }
    }),
  )

/** The list may lag, and who is suspended waits: what is theirs is held, not lost. */
const reserve = (cashier: Cashier, batchId: string, accountId: string): Answer<unknown> =>
  pipe(
    personIn(cashier, accountId),
    TE.flatMap((person) => (person === null || person.suspension ? TE.right(null) : addressOf(cashier, accountId))),
    TE.flatMap((address): Answer<unknown> => {
      if (address === null) return nothingToDo
      const payoutId = payoutIdOf(batchId, accountId)
      const command = { type: 'ReservePayout', accountId, payoutId, address, at: cashier.clock() } as const
      return inTheNameOfPayouts(cashier)(wallet, accountId, command, notNow)
    }),
  )

const addressOf = (cashier: Cashier, accountId: string): Answer<string | null> =>
  pipe(
    load(cashier)(wallet, accountId, 'open'),
    TE.map(({ state }) => state.address),
  )

const notNow: readonly AnyRejection['type'][] = [
  'PayoutAddressMissing',
  'PayoutAddressMismatch',
  'PayoutAlreadyOpen',
  'BelowPayoutThreshold',
  'PayoutEnded',
]
