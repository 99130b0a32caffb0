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
