import { z } from 'zod'
import { placeSources, placeTypes as searchablePlaceTypes } from '../../../domain/travel/vocabulary.ts'
import { province } from '../accounts/businesses.ts'
import { isPremium } from '../accounts/businesses.ts'
import { endpoint } from '../endpoint.ts'
import { id, optionalText, text } from '../fields.ts'
import { placesCacheSeconds } from './caching.ts'

/** @rule R-23 address (E-35); unknown parts are null */
export const address = z
  .object({
    street: z.string().nullable(),
    city: z.string().nullable(),
    /** Province. */
    state: province.nullable(),
    postalCode: z.string().nullable(),
    country: z.string(),
    fullAddress: z.string(),
    coordinates: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof address>

/** @rule V-84 maximum suggestions (C-15) */
export const maxSuggestions = 5
/** Longer than any address; longer inputs find nothing. */
const maxInputLength = 200

/** @rule A-30 message of the address frame to its parent on the same origin */
export const addressSelected = z.object({ type: z.literal('address-selected'), address })

export const placeEndpoints = {
  placesAutocomplete: endpoint({
    method: 'GET',
    path: '/api/places/autocomplete',
    summary:
      'Suggests up to five Italian addresses for a partial input; the street stays as typed, the town is completed',
    access: 'anyone',
    query: z.object({ input: text(1, maxInputLength, 'Scrivi un indirizzo') }),
    response: z.array(address).max(maxSuggestions),
    rateLimit: 'search',
    cacheSeconds: 300,
  }),
  placesSource: endpoint({
    method: 'GET',
    path: '/api/places/source',
    summary: 'Returns the source of address suggestions: Google’s script if a key is configured, otherwise this server',
    access: 'anyone',
    response: z.object({
      /** Null if this server's gazetteer is used. */
      google: z.object({ key: z.string(), origin: z.url() }).nullable(),
    }),
  }),
}

/** @rule C-30 price levels by number */
export const priceLevels = ['Gratuito', 'Economico', 'Moderato', 'Costoso', 'Molto Costoso'] as const
export const placeTypes = ['all', ...searchablePlaceTypes] as const
export type PlaceType = (typeof placeTypes)[number]
/** @rule C-30 steps of the rating filter */
export const ratingSteps = { min: 0, max: 5, step: 0.5 } as const

const coordinate = (max: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(?:\.\d{1,15})?$/, 'Coordinate non valide')
    .refine((typed) => Math.abs(Number(typed)) <= max, 'Coordinate non valide')
    .optional()

export const placeQuery = z.object({
  query: text(1, 100, 'Scrivi che cosa cerchi'),
  location: optionalText(100),
  type: z.enum(placeTypes).optional(),
  minRating: z.coerce
    .number()
    .min(ratingSteps.min)
    .max(ratingSteps.max)
    .multipleOf(ratingSteps.step, 'Il punteggio minimo va a passi di mezzo punto')
    .optional(),
  maxPrice: z.coerce
    .number()
    .int()
    .min(0)
    .max(priceLevels.length - 1)
    .optional(),
  openNow: z.enum(['true', 'false']).optional(),
  /** Both or neither; sorts by distance. */
  lat: coordinate(90),
  lng: coordinate(180),
})

/** @rule E-37 place */
export const place = z
  .object({
    place_id: z.string(),
    name: z.string(),
    /** Rating of the source out of 5; null if unknown. */
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
    /** Garbo's data about the place, if it has a business account. */
    has_garbo_profile: z.boolean(),
    garbo_avg_score: z.number().nullable(),
    garbo_total_reviews: z.int().nullable(),
    garbo_business_id: id.nullable(),
    garbo_is_premium: isPremium,
  })
  .meta({ id: 'Place' })
export type Place = z.infer<typeof place>

export const placesFound = z.object({
  total_results: z.int(),
  results: z.array(place),
  /** Source of the results; only Google knows prices and opening hours. */
  source: z.enum(placeSources),
})

export const placeSearchEndpoints = {
  searchPlaces: endpoint({
    method: 'GET',
    path: '/api/search/places',
    summary: 'Searches places by name or kind; includes the Garbo profile of registered businesses',
    access: 'anyone',
    query: placeQuery,
    response: placesFound,
    rateLimit: 'search',
    cacheSeconds: placesCacheSeconds,
  }),
  placePhoto: endpoint({
    method: 'GET',
    path: '/api/search/places/photo',
    summary: 'Returns a picture of a place, at most 400 pixels wide',
    access: 'anyone',
    query: z.object({
      reference: z.string().regex(/^places\/[\w-]{1,300}\/photos\/[\w-]{1,1500}$/, 'Foto non valida'),
    }),
    response: z.string().meta({ description: 'JPEG', format: 'binary' }),
    rateLimit: 'search',
    respondsWithImage: true,
  }),
}

/** URL of a place's photo. */
export const placePhotoUrl = (reference: string) =>
  `${placeSearchEndpoints.placePhoto.path}?reference=${encodeURIComponent(reference)}`
