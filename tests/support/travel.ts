import * as fc from 'fast-check'
import type { BookingCommand, PlaceBooking } from '../../domain/travel/booking/decider.ts'
import type { BookingEvent } from '../../domain/travel/booking/events.ts'
import { at, day } from './samples/moments.ts'
import { bookingSamples } from './samples/travel.ts'

const sample = bookingSamples.BookingConfirmed

export const hotel: PlaceBooking['hotel'] = {
  id: sample.hotelId,
  name: sample.hotelName,
  photo: sample.hotelPhoto,
  ratingTenths: sample.hotelRatingTenths,
  pricePerNightCents: 120_00,
}

/** Three nights in April for two, asked for on 1 March. */
export const place = (command: Partial<PlaceBooking> = {}): PlaceBooking => ({
  type: 'PlaceBooking',
  bookingId: sample.bookingId,
  accountId: sample.accountId,
  reference: sample.reference,
  hotel,
  destination: sample.destination,
  checkIn: sample.checkIn,
  checkOut: sample.checkOut,
  guests: sample.guests,
  today: day('2026-03-01'),
  at: sample.at,
  ...command,
})
export const cancel = (on: string, accountId = sample.accountId): BookingCommand => ({
  type: 'CancelBooking',
  accountId,
  today: day(on),
  at: at(on),
})
export const complete = (on: string): BookingCommand => ({ type: 'CompleteBooking', today: day(on), at: at(on) })

export const confirmed = (data: Partial<typeof sample> = {}): BookingEvent => ({
  type: 'BookingConfirmed',
  data: { ...sample, ...data },
})
const ended = (on: string) => ({
  bookingId: sample.bookingId,
  accountId: sample.accountId,
  avaEarned: sample.avaEarned,
  at: at(on),
})
export const cancelled = (on: string): BookingEvent => ({ type: 'BookingCancelled', data: ended(on) })
export const completed = (on: string): BookingEvent => ({ type: 'BookingCompleted', data: ended(on) })

const someDay = fc.constantFrom('2026-03-01', '2026-04-10', '2026-04-13', '2026-04-14').map(day)
const someone = fc.constantFrom(sample.accountId, 'account-luca')

export const bookingCommand: fc.Arbitrary<BookingCommand> = fc.oneof(
  fc
    .record({
      accountId: someone,
      checkIn: someDay,
      checkOut: someDay,
      today: someDay,
      guests: fc.constantFrom(0, 1, 2, 10, 11, 1.5),
    })
    .map(place),
  fc.constant(place()),
  fc.record({ type: fc.constant('CancelBooking'), accountId: someone, today: someDay, at: fc.constant(sample.at) }),
  fc.record({ type: fc.constant('CompleteBooking'), today: someDay, at: fc.constant(sample.at) }),
)
