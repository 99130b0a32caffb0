import type { CommonQueryMethods } from 'slonik'
import type { Lookups } from '../../application/ports/lookups.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { ratedClients, staysOf } from '../../projections/ratings.ts'
import { avaCredited } from '../../projections/wallets.ts'
import { asked } from './asked.ts'
import { mustShow } from './shown.ts'

/** What a simulation of the AVA rules goes through: begun, it waits for the read models to show the log as it then is. */
export const stayLookupsIn = (
  db: CommonQueryMethods,
  projections: Projections,
  head: () => Promise<Position | null>,
): Pick<Lookups, 'staysOfClients' | 'avaCredited'> => ({
  staysOfClients: (after, limit) =>
    asked(async () => {
      if (after === '') await mustShow(projections, ['ratings', 'accounts', 'wallets'], await head())
      const page = await ratedClients(db, after, limit)
      const stays = await staysOf(db, page)
      const clients = [...Map.groupBy(stays, ({ clientId }) => clientId).values()]
      return { clients, next: page.length < limit ? null : (page.at(-1) ?? null) }
    }),
  avaCredited: () => asked(() => avaCredited(db)),
})
