/** Why nobody answers about places. */
export type PlaceSearchRefusal =
  | { readonly type: 'PlacesUnauthorised' }
  /** The day’s share is used up. */
  | { readonly type: 'PlacesOverLimit' }
  /** The service was never switched on for this key. */
  | { readonly type: 'PlacesNotInitialised' }
  | { readonly type: 'PlacesUnreachable' }
  | { readonly type: 'PlacesFailed'; readonly status: string }

export type TravelRefusal = { readonly type: 'HotelUnknown' } | PlaceSearchRefusal
