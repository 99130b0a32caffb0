import { z } from 'zod'
import { businessProfile } from './businesses.ts'
import { call } from './call.ts'
import { id } from './fields.ts'

const which = z.object({ businessId: id })

export const favouriteCalls = {
  favourites: call({
    method: 'GET',
    path: '/api/favorites',
    says: 'The businesses one has saved, the latest first',
    who: 'client',
    answer: z.array(businessProfile),
  }),
  saveFavourite: call({
    method: 'PUT',
    path: '/api/favorites/:businessId',
    says: 'Saves a business',
    who: 'client',
    params: which,
    answer: null,
    limit: 'write',
  }),
  dropFavourite: call({
    method: 'DELETE',
    path: '/api/favorites/:businessId',
    says: 'Takes a business off the list',
    who: 'client',
    params: which,
    answer: null,
    limit: 'write',
  }),
}
