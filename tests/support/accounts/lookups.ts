import type { AccountLookups } from '../../../application/accounts/lookups.ts'
import type { EventLog } from '../event-log.ts'

export const accountLookups = ({ query }: EventLog): AccountLookups => ({
  accountOfClient: (clientId) =>
    query(
      (dataOf) => dataOf('ClientRegistered').find((registered) => registered.clientId === clientId)?.accountId ?? null,
    ),
  accountsWithPhone: (kind, phone) =>
    query((dataOf) =>
      dataOf(kind === 'client' ? 'ClientRegistered' : 'BusinessRegistered').flatMap((registered) =>
        registered.phone === phone ? [registered.accountId] : [],
      ),
    ),
})
