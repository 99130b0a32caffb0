import { holderOf } from '../../../application/access/doors.ts'
import type { Answer } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { accountById } from '../../../projections/accounts.ts'
import { businessesByName } from '../../../projections/businesses.queries.ts'
import { calls } from '../../contract/calls.ts'
import { nameOf } from '../answers/user.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

/** Clients are found by their whole address alone: nobody leafs through people. */
export const findAccountsRoute = (hall: Hall) =>
  reading(calls.findAccounts, ({ body: { query } }) =>
    query.includes('@') ? byAddress(hall, query) : byName(hall, query),
  )

const byName = (hall: Hall, name: string) =>
  asked(async () => {
    const found = await businessesByName(hall.db, name)
    return found.map(({ id, businessName, location }) => ({
      id,
      kind: 'business' as const,
      name: businessName,
      place: location,
    }))
  })

const byAddress = (hall: Hall, email: string) =>
  pipe(
    holderOf(hall.doors, 'email', hall.doors.names.email(email)),
    TE.flatMap((accountId): Answer<Awaited<ReturnType<typeof accountById>>> =>
      accountId === null ? TE.right(null) : asked(() => accountById(hall.db, accountId)),
    ),
    TE.map((account) =>
      account === null
        ? []
        : [{ id: account.accountId, kind: account.kind, name: nameOf(account), place: account.location }],
    ),
  )
