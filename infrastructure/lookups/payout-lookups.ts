import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { openPayoutBatches } from '../../projections/payout-batches.ts'
import { walletsToPay } from '../../projections/wallets.ts'
import { asked } from './asked.ts'
import { mustShow } from './shown.ts'

export const payoutLookupsIn = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Pick<Lookups, 'walletsToPay' | 'openPayoutBatches'> => ({
  walletsToPay: (limit) => asked(() => walletsToPay(db, limit)),
  openPayoutBatches: () =>
    asked(async () => {
      await mustShow(projections, ['payout_batches'], await head())
      return openPayoutBatches(db)
    }),
})
