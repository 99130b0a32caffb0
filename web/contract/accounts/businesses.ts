import { z } from 'zod'
import type { BusinessType } from '../../../domain/accounts/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { id, text } from '../fields.ts'
import { scores } from '../reviews/scores.ts'
import { type Province, provinces } from './provinces.ts'
import { businessTypes, minQueryLength } from './venues.ts'

export { businessTypes, type BusinessType }

export const businessType = z.enum(Object.keys(businessTypes) as [BusinessType, ...BusinessType[]], {
  error: 'Seleziona il tipo di attività',
})
export const province = z.enum(Object.keys(provinces) as [Province, ...Province[]], {
  error: 'Seleziona una provincia',
})

/** Whether the account shows the Premium badge next to its name. @rule D-35 */
export const isPremium = z.boolean()

/** Public data of a business. @rule Q-32 */
export const businessProfile = z
  .object({
    id,
    businessName: z.string(),
    businessType,
    location: z.string(),
    province: province.nullable(),
    provinceName: z.string().nullable(),
    businessPhoto: z.string().nullable(),
    /** Declared by the business, independent of its score. @rule Q-102 */
    theForkRating: z.number().nullable(),
    /** The current score, without excluded periods; 0 without reviews. */
    avgScore: z.number(),
    totalReviews: z.int(),
    isPremium,
  })
  .meta({ id: 'BusinessProfile' })
export type BusinessProfile = z.infer<typeof businessProfile>

/** Number and current outcome of a business's disputes, after appeals. */
export const disputeRecord = z.object({
  /** All reviews received. */
  reviews: z.int(),
  opened: z.int(),
  won: z.int(),
  lost: z.int(),
  /** Undecided. */
  waiting: z.int(),
})
export type DisputeRecord = z.infer<typeof disputeRecord>

/** With current and full score, and the record of disputes. */
export const publicProfile = businessProfile.extend({ scores, disputes: disputeRecord }).meta({ id: 'PublicProfile' })
export type PublicProfile = z.infer<typeof publicProfile>

const foundBusiness = z.object({ id, businessName: z.string(), location: z.string(), isPremium })

export const businessEndpoints = {
  businessProfile: endpoint({
    method: 'GET',
    path: '/api/businesses/:id',
    summary: 'Returns the public profile of a business, with its record of disputes',
    access: 'anyone',
    params: z.object({ id }),
    response: publicProfile,
  }),
  findBusinesses: endpoint({
    method: 'GET',
    path: '/api/businesses',
    summary: 'Finds up to ten businesses by the beginnings of any words of their names',
    access: 'signed-in',
    query: z.object({
      query: text(minQueryLength, 80),
      /** Leaves out the caller’s own business, which it cannot review. @rule Q-47 */
      reviewable: z.literal('true').optional(),
    }),
    response: z.array(foundBusiness),
    rateLimit: 'search',
  }),
}

const businessParams = z.object({ businessId: id })

export const favouriteEndpoints = {
  favourites: endpoint({
    method: 'GET',
    path: '/api/favorites',
    summary: 'Lists the caller’s favourite businesses, most recently saved first',
    access: 'client',
    response: z.array(businessProfile),
  }),
  saveFavourite: endpoint({
    method: 'PUT',
    path: '/api/favorites/:businessId',
    summary: 'Adds a business to the caller’s favourites',
    access: 'client',
    params: businessParams,
    response: null,
    rateLimit: 'write',
  }),
  removeFavourite: endpoint({
    method: 'DELETE',
    path: '/api/favorites/:businessId',
    summary: 'Removes a business from the caller’s favourites',
    access: 'client',
    params: businessParams,
    response: null,
    rateLimit: 'write',
  }),
}
