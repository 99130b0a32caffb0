import * as fc from 'fast-check'
import type { BookingCommand, BookingEvent, BookStay } from '../../../domain/travel/booking.ts'
import { at, day } from '../sample-values.ts'
import { bookingSamples } from './event-samples.ts'

const sample = bookingSamples.BookingConfirmed

export const hotel: BookStay['hotel'] = {
  id: sample.hotelId,
  name: sample.hotelName,
  photo: sample.hotelPhoto,
  ratingTenths: sample.hotelRatingTenths,
  pricePerNightCents: 120_00,
}

/** Three nights in April for two guests, booked on 1 March. */
export const bookStay = (command: Partial<BookStay> = {}): BookStay => ({
  type: 'BookStay',
  bookingId: sample.bookingId,
  accountId: sample.accountId,
  reference: sample.reference,
  externalBookingId: sample.externalBookingId,
  hotel,
  destination: sample.destination,
  checkIn: sample.checkIn,
  checkOut: sample.checkOut,
  guests: sample.guests,
  today: day('2026-03-01'),
  at: sample.at,
  ...command,
})
export const cancelBooking = (on: string, accountId = sample.accountId): BookingCommand => ({
  type: 'CancelBooking',
  accountId,
  today: day(on),
  at: at(on),
})
export const completeBooking = (on: string): BookingCommand => ({ type: 'CompleteBooking', today: day(on), at: at(on) })

export const bookingConfirmed = (data: Partial<typeof sample> = {}): BookingEvent => ({
  type: 'BookingConfirmed',
  data: { ...sample, ...data },
})
const endedFields = (on: string) => ({
  bookingId: sample.bookingId,
  accountId: sample.accountId,
  avaEarned: sample.avaEarned,
  at: at(on),
})
export const bookingCancelled = (on: string): BookingEvent => ({ type: 'BookingCancelled', data: endedFields(on) })
export const bookingCompleted = (on: string): BookingEvent => ({ type: 'BookingCompleted', data: endedFields(on) })

export const anyBookingDay = fc.constantFrom('2026-03-01', '2026-04-10', '2026-04-13', '2026-04-14').map(day)
const anyAccountId = fc.constantFrom(sample.accountId, 'account-luca')

export const anyBookingCommand: fc.Arbitrary<BookingCommand> = fc.oneof(
  fc
    .record({
      accountId: anyAccountId,
      checkIn: anyBookingDay,
      checkOut: anyBookingDay,
      today: anyBookingDay,
      guests: fc.constantFrom(0, 1, 2, 10, 11, 1.5),
    })
    .map(bookStay),
  fc.constant(bookStay()),
  fc.record({
    type: fc.constant('CancelBooking'),
    accountId: anyAccountId,
    today: anyBookingDay,
    at: fc.constant(sample.at),
  }),
  fc.record({ type: fc.constant('CompleteBooking'), today: anyBookingDay, at: fc.constant(sample.at) }),
)
