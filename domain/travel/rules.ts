import type { Day } from '../kernel/primitives.ts'
import { nightsBetween } from '../kernel/time.ts'

/** Booking rules (V-77, B-32, C-22); bookings record their version. Stays last at most one year. */
export const bookingRules = {
  version: 1,
  guests: { min: 1, max: 10 },
  maxNights: 365,
  centsPerAva: 100_00,
} as const

export type StayRejection =
  | { readonly type: 'CheckOutNotAfterCheckIn' }
  | { readonly type: 'StayTooLong'; readonly maxNights: number }
  | { readonly type: 'CheckInPast'; readonly today: Day }

/**
 * First fault of a stay's dates; null if valid. Used by search and booking.
 * @rule Q-76 valid dates
 */
export const validateStay = (checkIn: Day, checkOut: Day, today: Day): StayRejection | null => {
  const { maxNights } = bookingRules
  if (checkOut <= checkIn) return { type: 'CheckOutNotAfterCheckIn' }
  if (checkIn < today) return { type: 'CheckInPast', today }
  return nightsBetween(checkIn, checkOut) > maxNights ? { type: 'StayTooLong', maxNights } : null
}

/**
 * Price and AVA of a stay. Used by search and booking.
 * @rule B-32 AVA of a booking
 */
export const quoteStay = (pricePerNightCents: number, checkIn: Day, checkOut: Day) => {
  const nights = nightsBetween(checkIn, checkOut)
  const totalCents = pricePerNightCents * nights
  return { nights, totalCents, avaEarned: Math.floor(totalCents / bookingRules.centsPerAva) }
}
