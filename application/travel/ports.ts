import type { TE } from '../../domain/kernel/fp.ts'
import type { LookupFailure } from '../ports/lookups.ts'
import type { PlaceSearchRefusal } from './refusals.ts'

/** Where something is, as people write it in Italy. What nobody said and the source does not know is null. */
export interface Address {
  readonly street: string | null
  readonly city: string
  /** The province, as its two-letter sign. */
  readonly state: string
  readonly postalCode: string | null
  readonly country: string
  readonly fullAddress: string
  readonly coordinates: { readonly lat: number; readonly lng: number }
}

/** Knows places and answers at once. */
export interface Places {
  /** What somebody may mean who has typed so far, the likeliest first, at most so many. */
  readonly suggest: (typed: string, most: number) => readonly Address[]
  /** How the place of this id is called; null where there is no such place. */
  readonly nameOf: (placeId: string) => string | null
}

/** What a place may be searched as; of a place there may be several, and others we have no word for. */
export type PlaceType = 'lodging' | 'restaurant' | 'food' | 'tourist_attraction' | 'point_of_interest'

export interface PlaceQuery {
  readonly query: string
  /** The town, or wherever else it should be; null for anywhere. */
  readonly location: string | null
  readonly type: PlaceType | null
  readonly minRating: number | null
  readonly maxPrice: number | null
  readonly openNow: boolean
  /** What is near comes first. */
  readonly near: Address['coordinates'] | null
}

/** What the source does not know is null, and passes no filter that asks for it. */
export interface FoundPlace {
  readonly placeId: string
  readonly name: string
  readonly address: string
  readonly rating: number | null
  /** From 0, for nothing, to 4. */
  readonly priceLevel: number | null
  readonly types: readonly string[]
  /** Each names a picture for `photo`. */
  readonly photos: readonly string[]
  readonly openNow: boolean | null
  /** The account of the business it is; null where the source knows no accounts. */
  readonly businessId: string | null
}

/** Finds places by what people call them. */
export interface PlaceSearch {
  /** Who answers; of prices and opening hours only Google knows. */
  readonly source: 'google' | 'garbo'
  readonly search: (asked: PlaceQuery) => TE.TaskEither<PlaceSearchRefusal | LookupFailure, readonly FoundPlace[]>
  /** A JPEG at most 400 pixels wide; null where there is none. */
  readonly photo: (reference: string) => TE.TaskEither<PlaceSearchRefusal, Uint8Array | null>
}
