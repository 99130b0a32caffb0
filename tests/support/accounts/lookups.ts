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
  accountsUsing: (identifiers) =>
    query((dataOf) => {
      const added = dataOf('IdentifierAdded').filter(({ kind, hash }) =>
        identifiers.some((one) => one.kind === kind && one.hash === hash),
      )
      return [...new Set(added.map(({ accountId }) => accountId))]
    }),
  confirmedBusinessesIn: (province) =>
    query((dataOf) => {
      const confirmed = new Set(dataOf('EmailConfirmed').map(({ accountId }) => accountId))
      return dataOf('BusinessRegistered').filter((one) => one.province === province && confirmed.has(one.accountId))
        .length
    }),
})
