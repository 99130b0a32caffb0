import type { AccountLookups } from '../../application/accounts/lookups.ts'
import { normalisePhone } from '../../domain/accounts/phone.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { accountOfClient, accountsWithPhone, confirmedBusinessesIn } from '../../projections/accounts/accounts.ts'
import { accountsUsing, type UsedIdentifiers } from '../../projections/accounts/identifiers.ts'
import { batchReads } from '../projections/projection-engine.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

/** Of those that share an identifier: more are examined by moderators. */
const maxAccountsFound = 100

/** Concurrent lookups by identifiers share a query. */
export const accountLookups = ({ db, find, queryRecent }: ReadModels): AccountLookups => {
  const usersOf = batchReads(['identifiers'], (wanted: readonly UsedIdentifiers[]) =>
    accountsUsing(db, wanted, maxAccountsFound),
  )
  return {
    accountOfClient: (clientId) =>
      find(['accounts'], async () => (await accountOfClient(db, clientId))?.accountId ?? null),
    accountsWithPhone: (kind, phone) => {
      const number = normalisePhone(phone)
      if (number === null) return TE.right([])
      return queryRecent(['phones'], async () =>
        (await accountsWithPhone(db, kind, number)).map(({ accountId }) => accountId),
      )
    },
    accountsUsing: (identifiers) =>
      identifiers.length === 0 ? TE.right([]) : queryReadModel(() => usersOf(identifiers)),
    confirmedBusinessesIn: (province) => queryReadModel(() => confirmedBusinessesIn(db, province)),
  }
}
