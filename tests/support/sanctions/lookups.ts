import type { SanctionLookups } from '../../../application/sanctions/lookups.ts'
import type { EventLog } from '../event-log.ts'

export const sanctionLookups = ({ query }: EventLog): SanctionLookups => ({
  accountOfSanction: (sanctionId) =>
    query((dataOf) => {
      const sanctions = [
        ...dataOf('WarningIssued'),
        ...dataOf('SuspensionImposed'),
        ...dataOf('PermanentSuspensionImposed'),
      ]
      return sanctions.find((sanction) => sanction.sanctionId === sanctionId)?.accountId ?? null
    }),
  accountsWithExpiredSanctions: (now) =>
    query((dataOf) => dataOf('SuspensionImposed').flatMap(({ accountId, until }) => (until <= now ? [accountId] : []))),
})
