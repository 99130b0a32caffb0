import type { TE } from '../../domain/kernel/fp.ts'
import type { LookupFailure } from '../ports/lookups.ts'
import type { PlaceSearchRejection } from './rejections.ts'

/** @rule R-23 an Italian postal address; unknown parts are null */
export interface Address {
  readonly street: string | null
  readonly city: string
  /** Two-letter code of the province. */
  readonly state: string
  readonly postalCode: string | null
  readonly country: string
  readonly fullAddress: string
  readonly coordinates: { readonly lat: number; readonly lng: number }
}

/** Towns of Italy, in memory. */
export interface Gazetteer {
  /** At most `max` suggestions for a typed text, most likely first. */
  readonly suggest: (typed: string, max: number) => readonly Address[]
  /** @rule Q-113 name of the place with this id; null if unknown */
  readonly nameOf: (placeId: string) => string | null
}

/** Place types a search can ask for. Places may have several, and others besides. */
export type PlaceType = 'lodging' | 'restaurant' | 'food' | 'tourist_attraction' | 'point_of_interest'

export interface PlaceQuery {
  readonly query: string
  /** Town or other area; null for anywhere. */
  readonly location: string | null
  readonly type: PlaceType | null
  readonly minRating: number | null
  readonly maxPrice: number | null
  readonly openNow: boolean
  /** Sorts by distance from here. */
  readonly near: Address['coordinates'] | null
}

/** Values unknown to the source are null and match no filter. */
export interface FoundPlace {
  readonly placeId: string
  readonly name: string
  readonly address: string
  readonly rating: number | null
  /** From 0 (free) to 4. */
  readonly priceLevel: number | null
  readonly types: readonly string[]
  /** References for `photo`. */
  readonly photos: readonly string[]
  readonly openNow: boolean | null
  /** Business account at this place; null if the source has no accounts. */
  readonly businessId: string | null
}

/** Full-text search of places. */
export interface PlaceSearch {
  /** Source of the results; only Google knows prices and opening hours. */
  readonly source: 'google' | 'garbo'
  readonly search: (query: PlaceQuery) => TE.TaskEither<PlaceSearchRejection | LookupFailure, readonly FoundPlace[]>
  /** JPEG at most 400 pixels wide; null if there is none. */
  readonly photo: (reference: string) => TE.TaskEither<PlaceSearchRejection, Uint8Array | null>
}
