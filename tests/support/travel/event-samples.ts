import type { AllowanceEvent } from '../../../domain/travel/booking-allowance.ts'
import type { BookingEvent } from '../../../domain/travel/booking.ts'
import { at, day, type SamplesOf } from '../sample-values.ts'

const booking = { bookingId: 'booking-1', accountId: 'account-giulia', avaEarned: 3 }

export const bookingSamples: SamplesOf<BookingEvent> = {
  BookingConfirmed: {
    ...booking,
    reference: 'GRB-1772355600000-7KQ2',
    externalBookingId: null,
    hotelId: 'hotel-1',
    hotelName: 'Grand Hotel Roma',
    hotelPhoto: '/hotels/roma.jpg',
    hotelRatingTenths: 45,
    destination: 'Roma',
    checkIn: day('2026-04-10'),
    checkOut: day('2026-04-13'),
    guests: 2,
    nights: 3,
    totalCents: 360_00,
    ruleVersion: 1,
    at: at('2026-03-01'),
  },
  BookingCancelled: { ...booking, at: at('2026-03-20') },
  BookingCompleted: { ...booking, at: at('2026-04-14') },
}

export const allowanceSamples: SamplesOf<AllowanceEvent> = {
  AllowanceUsed: {
    accountId: booking.accountId,
    day: day('2026-03-01'),
    bookingId: booking.bookingId,
    at: at('2026-03-01'),
  },
}
