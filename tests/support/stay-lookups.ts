import type { DomainEvent } from '../../application/catalogue.ts'
import type { Lookups } from '../../application/ports/lookups.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { foldInMemory } from '../../infrastructure/projections/in-memory.ts'
import { accounts } from '../../projections/accounts.ts'
import { ratings } from '../../projections/ratings.ts'
import { wallets } from '../../projections/wallets.ts'

type Log = () => Promise<readonly Recorded<DomainEvent>[]>

/** What a simulation of the AVA rules goes through, answered from the log itself. */
export const stayLookups = (log: Log): Pick<Lookups, 'staysOfClients' | 'avaCredited'> => ({
  staysOfClients: (after, limit) =>
    TE.fromTask(async () => {
      const events = await log()
      const confirmed = [...foldInMemory(accounts, events).values()].filter(({ emailConfirmed }) => emailConfirmed)
      const known = new Set(confirmed.flatMap(({ accountId, clientId }) => [accountId, clientId]))
      const stays = [...foldInMemory(ratings, events).values()]
      const ids = [...new Set(stays.map(({ clientId }) => clientId))].filter((id) => id > after).toSorted()
      const page = ids.slice(0, limit)
      const clients = page.map((id) =>
        stays.flatMap(({ shownAt, ...stay }) =>
          stay.clientId === id && shownAt !== null && known.has(id) && known.has(stay.businessId)
            ? [{ ...stay, since: shownAt as Instant }]
            : [],
        ),
      )
      return { clients, next: ids.length > limit ? (page.at(-1) ?? null) : null }
    }),
  avaCredited: () =>
    TE.fromTask(async () => {
      const all = [...foldInMemory(wallets, await log()).values()]
      return all.reduce((sum, { totalEarned }) => sum + totalEarned, 0)
    }),
})
