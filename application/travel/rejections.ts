/** Failures of the place search. */
export type PlaceSearchRejection =
  /** Google rejects the API key. */
  | { readonly type: 'PlacesUnauthorised' }
  /** The daily quota is used up. */
  | { readonly type: 'PlacesOverLimit' }
  /** The service is not enabled for this key. */
  | { readonly type: 'PlacesNotInitialised' }
  /** The connection to Google fails or times out. */
  | { readonly type: 'PlacesUnreachable' }
  /** Google reports any other error. */
  | { readonly type: 'PlacesFailed'; readonly status: string }

export type TravelRejection =
  /** The catalogue has no hotel with this id. */
  { readonly type: 'HotelUnknown' } | PlaceSearchRejection
