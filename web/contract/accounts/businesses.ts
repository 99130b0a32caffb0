import { z } from 'zod'
import { call } from '../call.ts'
import { id, text } from '../fields.ts'
import { scores } from '../reviews/scores.ts'
import { type Province, provinces } from './provinces.ts'

/** The 17 names of the full select and Ostello; they travel as their code. */
export const businessTypes = {
  hotel: 'Hotel',
  bnb: 'B&B',
  casa_vacanze: 'Casa Vacanze',
  agriturismo: 'Agriturismo',
  hostel: 'Ostello',
  restaurant: 'Ristorante',
  pizzeria: 'Pizzeria',
  bar: 'Bar',
  caffe: 'Caffè',
  trattoria: 'Trattoria',
  osteria: 'Osteria',
  pub: 'Pub',
  gelateria: 'Gelateria',
  pasticceria: 'Pasticceria',
  spa: 'Spa',
  centro_benessere: 'Centro Benessere',
  attivita_turistica: 'Attività Turistica',
  altro: 'Altro',
} as const
export type BusinessType = keyof typeof businessTypes

export const businessType = z.enum(Object.keys(businessTypes) as [BusinessType, ...BusinessType[]], {
  error: 'Seleziona il tipo di attività',
})
export const province = z.enum(Object.keys(provinces) as [Province, ...Province[]], {
  error: 'Seleziona una provincia',
})

/** what anyone may know of a business. */
export const businessProfile = z
  .object({
    id,
    businessName: z.string(),
    businessType,
    location: z.string(),
    province: province.nullable(),
    provinceName: z.string().nullable(),
    businessPhoto: z.string().nullable(),
    /** Declared by the business itself, never mixed into its score. */
    theForkRating: z.number().nullable(),
    /** The one in force, without the periods left out; 0 while nobody has reviewed it. */
    avgScore: z.number(),
    totalReviews: z.int(),
  })
  .meta({ id: 'BusinessProfile' })
export type BusinessProfile = z.infer<typeof businessProfile>

/** How often a business disputes what is said of it, and how that ended. */
export const disputeRecord = z.object({
  /** Ever received. */
  reviews: z.int(),
  opened: z.int(),
  won: z.int(),
  lost: z.int(),
  /** Not decided yet. */
  waiting: z.int(),
})
export type DisputeRecord = z.infer<typeof disputeRecord>

/** With the score in force, the full one, and how the business disputes. */
export const publicProfile = businessProfile.extend({ scores, disputes: disputeRecord }).meta({ id: 'PublicProfile' })
export type PublicProfile = z.infer<typeof publicProfile>

export const foundBusiness = z.object({ id, businessName: z.string(), location: z.string() })
export type FoundBusiness = z.infer<typeof foundBusiness>

export const businessCalls = {
  businessProfile: call({
    method: 'GET',
    path: '/api/businesses/:id',
    summary: 'The public profile of a business, and how often it disputes reviews',
    access: 'anyone',
    params: z.object({ id }),
    response: publicProfile,
  }),
  findBusinesses: call({
    method: 'GET',
    path: '/api/businesses',
    summary: 'Up to ten businesses whose name begins with the words given',
    access: 'signed-in',
    query: z.object({ query: text(2, 80) }),
    response: z.array(foundBusiness),
    rateLimit: 'search',
  }),
}

const businessParams = z.object({ businessId: id })

export const favouriteCalls = {
  favourites: call({
    method: 'GET',
    path: '/api/favorites',
    summary: 'The businesses one has saved, the latest first',
    access: 'client',
    response: z.array(businessProfile),
  }),
  saveFavourite: call({
    method: 'PUT',
    path: '/api/favorites/:businessId',
    summary: 'Saves a business',
    access: 'client',
    params: businessParams,
    response: null,
    rateLimit: 'write',
  }),
  dropFavourite: call({
    method: 'DELETE',
    path: '/api/favorites/:businessId',
    summary: 'Takes a business off the list',
    access: 'client',
    params: businessParams,
    response: null,
    rateLimit: 'write',
  }),
}
