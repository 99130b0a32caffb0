import type { SanctionLookups } from '../../application/sanctions/lookups.ts'
import { accountOfSanction, accountsWithExpiredSanctions } from '../../projections/sanctions/sanctions.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

export const sanctionLookups = ({ db, find }: ReadModels): SanctionLookups => ({
  accountOfSanction: (sanctionId) => find(['sanctions'], () => accountOfSanction(db, sanctionId)),
  accountsWithExpiredSanctions: (now, limit) => queryReadModel(() => accountsWithExpiredSanctions(db, now, limit)),
})
