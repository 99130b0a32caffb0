import type { AvaLookups } from '../../application/ava/lookups.ts'
import { openPayoutBatches } from '../../projections/ava/payouts.ts'
import { isAddressOfAnother, totalAvaCredited, walletsToPay } from '../../projections/ava/wallets.ts'
import { countedStaysOf, ratedClients } from '../../projections/ratings/ratings.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

export const avaLookups = ({ db, queryCaughtUp }: ReadModels): AvaLookups => {
  const staysPage = async (after: string, limit: number) => {
    const clientIds = await ratedClients(db, after, limit)
    // the read model does not know which venues are connected or new, so that a simulation counts each by itself
    const stays = (await countedStaysOf(db, clientIds)).map((stay) => ({ ...stay, countsAs: stay.businessId }))
    const clients = [...Map.groupBy(stays, ({ clientId }) => clientId).values()]
    return { clients, next: clientIds.length < limit ? null : (clientIds.at(-1) ?? null) }
  }
  return {
    walletsToPay: (limit, at) => queryReadModel(() => walletsToPay(db, limit, at)),
    isAddressOfAnother: (address, accountId) =>
      queryCaughtUp(['wallets'], () => isAddressOfAnother(db, address, accountId)),
    openPayoutBatches: () => queryCaughtUp(['payout_batches'], () => openPayoutBatches(db)),
    /** The first page waits until the read models show the current log. */
    staysOfClients: (after, limit) =>
      after === ''
        ? queryCaughtUp(['ratings', 'accounts', 'wallets'], () => staysPage(after, limit))
        : queryReadModel(() => staysPage(after, limit)),
    totalAvaCredited: () => queryReadModel(() => totalAvaCredited(db)),
  }
}
