import type { AccountLookups } from '../../application/accounts/lookups.ts'
import { normalisePhone } from '../../domain/accounts/phone.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { accountOfClient, accountsWithPhone } from '../../projections/accounts/accounts.ts'
import type { ReadModels } from '../read-models.ts'

export const accountLookups = ({ db, find, queryRecent }: ReadModels): AccountLookups => ({
  accountOfClient: (clientId) =>
    find(['accounts'], async () => (await accountOfClient(db, clientId))?.accountId ?? null),
  accountsWithPhone: (kind, phone) => {
    const number = normalisePhone(phone)
    if (number === null) return TE.right([])
    return queryRecent(['phones'], async () =>
      (await accountsWithPhone(db, kind, number)).map(({ accountId }) => accountId),
    )
  },
})
