import type { AvaLookups } from '../../../application/ava/lookups.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { accounts } from '../../../projections/accounts/accounts.ts'
import { payoutBatches } from '../../../projections/ava/payouts.ts'
import { type WalletRow, wallets } from '../../../projections/ava/wallets.ts'
import { ratings } from '../../../projections/ratings/ratings.ts'
import type { EventLog } from '../event-log.ts'

/** What may leave. @rule Q-126 */
const payable = ({ ratingsPot, staysPot }: WalletRow) => ratingsPot + staysPot

export const avaLookups = ({ read }: EventLog): AvaLookups => ({
  walletsToPay: (limit, at) =>
    TE.fromTask(async () =>
      [...foldInMemory(wallets, await read()).values()]
        .filter(
          (wallet) =>
            wallet.walletAddress !== null &&
            (wallet.payableFrom ?? '') <= at &&
            wallet.reserved === 0 &&
            payable(wallet) >= wallet.payoutThreshold,
        )
        .sort((a, b) => payable(b) - payable(a))
        .slice(0, limit)
        .map(({ accountId }) => accountId),
    ),
  isAddressOfAnother: (address, owner) =>
    TE.fromTask(async () =>
      [...foldInMemory(wallets, await read()).values()].some(
        ({ accountId, walletAddress }) => accountId !== owner && walletAddress?.toLowerCase() === address.toLowerCase(),
      ),
    ),
  openPayoutBatches: () => TE.fromTask(async () => [...foldInMemory(payoutBatches, await read()).keys()]),
  staysOfClients: (after, limit) =>
    TE.fromTask(async () => {
      const events = await read()
      const confirmed = [...foldInMemory(accounts, events).values()].filter(({ emailConfirmed }) => emailConfirmed)
      const known = new Set(confirmed.flatMap(({ accountId, clientId }) => [accountId, clientId]))
      const stays = [...foldInMemory(ratings, events).values()]
      const ids = [...new Set(stays.map(({ clientId }) => clientId))].filter((id) => id > after).toSorted()
      const page = ids.slice(0, limit)
      const clients = page.map((id) =>
        stays.flatMap(({ shownAt, ...stay }) =>
          stay.clientId === id && shownAt !== null && known.has(id) && known.has(stay.businessId)
            ? [{ ...stay, countsAs: stay.businessId, since: shownAt as Instant }]
            : [],
        ),
      )
      return { clients, next: ids.length > limit ? (page.at(-1) ?? null) : null }
    }),
  totalAvaCredited: () =>
    TE.fromTask(async () => {
      const all = [...foldInMemory(wallets, await read()).values()]
      return all.reduce((sum, { totalEarned }) => sum + totalEarned, 0)
    }),
})
