/** Failures of the place search. */
export type PlaceSearchRejection =
  | { readonly type: 'PlacesUnauthorised' }
  /** The daily quota is used up. */
  | { readonly type: 'PlacesOverLimit' }
  /** The service is not enabled for this key. */
  | { readonly type: 'PlacesNotInitialised' }
  | { readonly type: 'PlacesUnreachable' }
  | { readonly type: 'PlacesFailed'; readonly status: string }

export type TravelRejection = { readonly type: 'HotelUnknown' } | PlaceSearchRejection
