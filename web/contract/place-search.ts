import { z } from 'zod'
import { call } from './call.ts'
import { id, optionalText, text } from './fields.ts'

/** C-30; each travels by its number. */
export const priceLevels = ['Gratuito', 'Economico', 'Moderato', 'Costoso', 'Molto Costoso'] as const
export const placeTypes = ['all', 'lodging', 'restaurant', 'food', 'tourist_attraction', 'point_of_interest'] as const
export type PlaceType = (typeof placeTypes)[number]
/** C-30 */
export const ratingSteps = { least: 0, most: 5, step: 0.5 } as const
/** C-27 */
export const placesKeptSeconds = 300

const numeral = (most: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(?:\.\d{1,15})?$/, 'Coordinate non valide')
    .refine((typed) => Math.abs(Number(typed)) <= most, 'Coordinate non valide')
    .optional()

export const placeQuery = z.object({
  query: text(1, 100, 'Scrivi che cosa cerchi'),
  location: optionalText(100),
  type: z.enum(placeTypes).optional(),
  minRating: z.coerce
    .number()
    .min(ratingSteps.least)
    .max(ratingSteps.most)
    .multipleOf(ratingSteps.step, 'La valutazione minima va di mezzo punto in mezzo punto')
    .optional(),
  maxPrice: z.coerce
    .number()
    .int()
    .min(0)
    .max(priceLevels.length - 1)
    .optional(),
  openNow: z.enum(['true', 'false']).optional(),
  /** Both or neither: what is near comes first. */
  lat: numeral(90),
  lng: numeral(180),
})

/** E-37 */
export const place = z
  .object({
    place_id: z.string(),
    name: z.string(),
    /** As the source tells it, out of 5; null where it does not know. */
    rating: z.number().nullable(),
    price_level: z
      .int()
      .min(0)
      .max(priceLevels.length - 1)
      .nullable(),
    formatted_address: z.string(),
    types: z.array(z.string()),
    photos: z.array(z.object({ photo_reference: z.string() })),
    opening_hours: z.object({ open_now: z.boolean() }).nullable(),
    /** What follows is what Garbo knows of it, if it has a profile here; never mixed with the rating. */
    has_garbo_profile: z.boolean(),
    garbo_avg_score: z.number().nullable(),
    garbo_total_reviews: z.int().nullable(),
    garbo_business_id: id.nullable(),
  })
  .meta({ id: 'Place' })
export type Place = z.infer<typeof place>

export const placesFound = z.object({
  total_results: z.int(),
  results: z.array(place),
  /** Who was asked: of prices and opening hours only Google knows. */
  source: z.enum(['google', 'garbo']),
})

export const placeSearchCalls = {
  searchPlaces: call({
    method: 'GET',
    path: '/api/search/places',
    says: 'Places by what people call them; those with a profile here say so',
    who: 'anyone',
    query: placeQuery,
    answer: placesFound,
    limit: 'search',
    cacheSeconds: placesKeptSeconds,
  }),
  placePhoto: call({
    method: 'GET',
    path: '/api/search/places/photo',
    says: 'A picture of a place, at most 400 pixels wide',
    who: 'anyone',
    query: z.object({
      reference: z.string().regex(/^places\/[\w-]{1,300}\/photos\/[\w-]{1,1500}$/, 'Foto non valida'),
    }),
    answer: z.string().meta({ description: 'JPEG', format: 'binary' }),
    limit: 'search',
    jpeg: true,
  }),
}

/** Where a picture of a place lies. */
export const placePhotoAddress = (reference: string) =>
  `${placeSearchCalls.placePhoto.path}?reference=${encodeURIComponent(reference)}`
