import type { DomainEvent } from '../../../application/event-registry.ts'
import type { Lookups } from '../../../application/ports/lookups.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { accounts } from '../../../projections/accounts/accounts.ts'
import { payoutBatches } from '../../../projections/ava/payouts.ts'
import { wallets } from '../../../projections/ava/wallets.ts'
import { ratings } from '../../../projections/ratings/ratings.ts'

type ReadLog = () => Promise<readonly EventEnvelope<DomainEvent>[]>

/** Lookups of the payout job, computed from the log. */
export const payoutLookups = (log: ReadLog): Pick<Lookups, 'walletsToPay' | 'openPayoutBatches'> => ({
  walletsToPay: (limit) =>
    TE.fromTask(async () =>
      [...foldInMemory(wallets, await log()).values()]
        .filter((one) => one.walletAddress && one.reserved === 0 && one.available >= one.payoutThreshold)
        .sort((a, b) => b.available - a.available)
        .slice(0, limit)
        .map(({ accountId }) => accountId),
    ),
  openPayoutBatches: () => TE.fromTask(async () => [...foldInMemory(payoutBatches, await log()).keys()]),
})

type ReadEventLog = () => Promise<readonly EventEnvelope<DomainEvent>[]>

/** Lookups of a rule set simulation, computed from the log. */
export const stayLookups = (log: ReadEventLog): Pick<Lookups, 'staysOfClients' | 'totalAvaCredited'> => ({
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
  totalAvaCredited: () =>
    TE.fromTask(async () => {
      const all = [...foldInMemory(wallets, await log()).values()]
      return all.reduce((sum, { totalEarned }) => sum + totalEarned, 0)
    }),
})
