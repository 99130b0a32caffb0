/**
 * The closed lists and limits of this context. Event codecs, read model rows, the API contract and the labels of the
 * screens derive from them.
 */

/** Statuses of a booking. A booking is confirmed at once, so `pending` never occurs. @rule S-17 */
export const bookingStatuses = ['pending', 'confirmed', 'cancelled', 'completed'] as const
/** Statuses that occur. */
export const occurringBookingStatuses = ['confirmed', 'cancelled', 'completed'] as const
export type BookingStatus = (typeof occurringBookingStatuses)[number]

/** Kinds of places to search for. @rule C-30 */
export const placeTypes = ['lodging', 'restaurant', 'food', 'tourist_attraction', 'point_of_interest'] as const
/** Where places come from: Google Maps, or the businesses of Garbo and the gazetteer. */
export const placeSources = ['google', 'garbo'] as const

/** Guests of a booking. @rule V-77 */
export const guestLimits = { min: 1, max: 10 } as const
/** Characters of a destination. */
export const destinationLength = { min: 1, max: 200 } as const
/** Travel party of the partner search. @rule V-78 */
export const partyLimits = {
  adults: { min: 1, max: 10 },
  children: { min: 0, max: 10 },
  ages: { min: 0, max: 17 },
} as const
