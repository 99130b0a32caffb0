import type { Day } from '../kernel/primitives.ts'
import { nightsBetween } from '../kernel/time.ts'

/** V-77, B-32 and C-22; what they give rise to names their version. Nobody stays longer than a year. */
export const bookingRules = {
  version: 1,
  guests: { least: 1, most: 10 },
  maxNights: 365,
  centsPerAva: 100_00,
} as const

export type StayRejection =
  | { readonly type: 'CheckOutNotAfterCheckIn' }
  | { readonly type: 'StayTooLong'; readonly maxNights: number }
  | { readonly type: 'CheckInPast'; readonly today: Day }

/** What is wrong with these days; null when nothing is: the search asks it, and the booking holds to it. */
export const validateStay = (checkIn: Day, checkOut: Day, today: Day): StayRejection | null => {
  const { maxNights } = bookingRules
  if (checkOut <= checkIn) return { type: 'CheckOutNotAfterCheckIn' }
  if (checkIn < today) return { type: 'CheckInPast', today }
  return nightsBetween(checkIn, checkOut) > maxNights ? { type: 'StayTooLong', maxNights } : null
}

/** What a stay costs and earns (B-32): the search shows it, the booking holds to it. */
export const quoteStay = (pricePerNightCents: number, checkIn: Day, checkOut: Day) => {
  const nights = nightsBetween(checkIn, checkOut)
  const totalCents = pricePerNightCents * nights
  return { nights, totalCents, avaEarned: Math.floor(totalCents / bookingRules.centsPerAva) }
}
