import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { openPayoutBatches } from '../../projections/ava/payouts.ts'
import { totalAvaCredited, walletsToPay } from '../../projections/ava/wallets.ts'
import { countedStaysOf, ratedClients } from '../../projections/ratings/ratings.ts'
import { queryReadModel, requireShown } from '../read-models.ts'

/** Lookups of the payout job. */
export const payoutLookups = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Pick<Lookups, 'walletsToPay' | 'openPayoutBatches'> => ({
  walletsToPay: (limit) => queryReadModel(() => walletsToPay(db, limit)),
  openPayoutBatches: () =>
    queryReadModel(async () => {
      await requireShown(projections, ['payout_batches'], await head())
      return openPayoutBatches(db)
    }),
})

/** Lookups of a simulation. The first page waits until the read models show the current log. */
export const stayLookups = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Pick<Lookups, 'staysOfClients' | 'totalAvaCredited'> => ({
  staysOfClients: (after, limit) =>
    queryReadModel(async () => {
      if (after === '') await requireShown(projections, ['ratings', 'accounts', 'wallets'], await head())
      const page = await ratedClients(db, after, limit)
      const stays = await countedStaysOf(db, page)
      const clients = [...Map.groupBy(stays, ({ clientId }) => clientId).values()]
      return { clients, next: page.length < limit ? null : (page.at(-1) ?? null) }
    }),
  totalAvaCredited: () => queryReadModel(() => totalAvaCredited(db)),
})
