import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { FavouriteRemoved, type FavouritesEvent, FavouritesEvents } from '../../domain/accounts/favourites.ts'
import type { Projection } from '../projection.ts'
import { isActiveBusiness, PublicBusiness, publicColumns, publicJoins } from './businesses.ts'

const FavouriteRowSchema = z.object({ accountId: z.string(), businessId: z.string(), savedAt: z.string() })
export type FavouriteRow = z.infer<typeof FavouriteRowSchema>

/** Businesses saved by clients. */
export const favourites: Projection<FavouriteRow, FavouritesEvent> = {
  name: 'favourites',
  version: 1,
  row: FavouriteRowSchema,
  columns: { accountId: { type: 'text' }, businessId: { type: 'text' }, savedAt: { type: 'instant' } },
  erasedWith: 'accountId',
  indexes: ['account_id, saved_at desc'],
  events: FavouritesEvents,
  keys: ({ event: { data } }) => [`${data.accountId}_${data.businessId}`],
  evolve: (_, { event: { type, data } }) => {
    if (type === FavouriteRemoved.type) return null
    const { accountId, businessId, at: savedAt } = data
    return { accountId, businessId, savedAt }
  },
}

/** Favourites of a client, most recently saved first. */
export const favouritesOf = (db: CommonQueryMethods, accountId: string) =>
  db.any(sql.type(PublicBusiness)`
    select ${publicColumns}
    from read.favourites f join read.accounts a on a.key = f.business_id and ${isActiveBusiness}
      ${publicJoins}
    where f.account_id = ${accountId}
    order by f.saved_at desc, f.business_id`)
