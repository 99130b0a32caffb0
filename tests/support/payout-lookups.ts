import type { DomainEvent } from '../../application/catalogue.ts'
import type { Lookups } from '../../application/ports/lookups.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { foldInMemory } from '../../infrastructure/projections/in-memory.ts'
import { payoutBatches } from '../../projections/payout-batches.ts'
import { wallets } from '../../projections/wallets.ts'

type Log = () => Promise<readonly Recorded<DomainEvent>[]>

/** Whom to pay and what is being paid, answered from the log itself. */
export const payoutLookups = (log: Log): Pick<Lookups, 'walletsToPay' | 'openPayoutBatches'> => ({
  walletsToPay: (limit) =>
    TE.fromTask(async () =>
      [...foldInMemory(wallets, await log()).values()]
        .filter((one) => one.walletAddress && one.reserved === 0 && one.available >= one.payoutThreshold)
        .sort((a, b) => b.available - a.available)
        .slice(0, limit)
        .map(({ accountId }) => accountId),
    ),
  openPayoutBatches: () => TE.fromTask(async () => [...foldInMemory(payoutBatches, await log()).keys()]),
})
