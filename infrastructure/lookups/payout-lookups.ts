import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { openPayoutBatches } from '../../projections/payout-batches.ts'
import { walletsToPay } from '../../projections/wallets.ts'
import { asked } from './asked.ts'

const patienceMs = 10_000

export const payoutLookupsIn = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Pick<Lookups, 'walletsToPay' | 'openPayoutBatches'> => ({
  walletsToPay: (limit) => asked(() => walletsToPay(db, limit)),
  openPayoutBatches: () =>
    asked(async () => {
      const last = await head()
      const waited = last === null ? null : await projections.waitFor(['payout_batches'], last, patienceMs)
      if (waited?.type === 'Behind') throw new Error('The payouts have not come that far yet')
      return openPayoutBatches(db)
    }),
})
