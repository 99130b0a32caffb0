import type { Day } from '../kernel/primitives.ts'
import { nightsBetween } from '../kernel/time.ts'
import { type BookingStatus, guestLimits } from './vocabulary.ts'

/** Booking rules; bookings record their version. Stays last at most one year. @rule V-77 B-32 C-22 */
export const bookingRules = {
  version: 1,
  guests: guestLimits,
  maxNights: 365,
  centsPerAva: 100_00,
} as const

export type StayRejection =
  /** The stay has no night. */
  | { readonly type: 'CheckOutNotAfterCheckIn' }
  /** The stay has more nights than allowed. */
  | { readonly type: 'StayTooLong'; readonly maxNights: number }
  /** The stay begins before today. */
  | { readonly type: 'CheckInPast'; readonly today: Day }

/**
 * First reason to reject the dates of a stay; null if valid. Used by search and booking.
 * @rule Q-76 valid dates
 */
export const validateStay = (checkIn: Day, checkOut: Day, today: Day): StayRejection | null => {
  const { maxNights } = bookingRules
  if (checkOut <= checkIn) return { type: 'CheckOutNotAfterCheckIn' }
  if (checkIn < today) return { type: 'CheckInPast', today }
  return nightsBetween(checkIn, checkOut) > maxNights ? { type: 'StayTooLong', maxNights } : null
}

export type CancellationRejection =
  /** The booking to cancel, or to complete, was cancelled before. */
  | { readonly type: 'BookingAlreadyCancelled' }
  /** A booking is cancelled after it was completed. */
  | { readonly type: 'BookingAlreadyCompleted' }
  /** A booking is cancelled on or after the day of arrival. */
  | { readonly type: 'StayAlreadyBegun'; readonly checkIn: Day }

/** Why a booking can no longer be cancelled; null if it can. @rule Q-72 until the day before check-in */
export const cancellationRejection = (
  status: BookingStatus,
  checkIn: Day,
  today: Day,
): CancellationRejection | null => {
  if (status === 'cancelled') return { type: 'BookingAlreadyCancelled' }
  if (status === 'completed') return { type: 'BookingAlreadyCompleted' }
  return today >= checkIn ? { type: 'StayAlreadyBegun', checkIn } : null
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
