import type { Person } from '../../../application/person.ts'
import type { Hotel as DemoHotel } from '../../../application/travel/hotels.ts'
import { travel } from '../../../application/travel/module.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { cancellationRejection, quoteStay } from '../../../domain/travel/rules.ts'
import type { Booking as BookingRow } from '../../../projections/travel/bookings.ts'
import type { Booking, Hotel } from '../../contract/travel/bookings.ts'
import { actionResponse } from '../actions.ts'

/** @rule E-11 money in euro */
export const bookingResponse = ({
  hotelRatingTenths,
  totalCents,
  ...booking
}: BookingRow): Omit<Booking, 'actions'> => ({
  ...booking,
  hotelRating: hotelRatingTenths / 10,
  totalPrice: totalCents / 100,
})

/** A booking with what its guest may do with it. */
export const bookingWithActions =
  (guest: Person, today: Day) =>
  (row: BookingRow): Booking => {
    const rejection = cancellationRejection(row.status, row.checkIn as Day, today)
    return {
      ...bookingResponse(row),
      actions: { cancel: actionResponse(travel.useCases.cancelBooking, guest, rejection) },
    }
  }

/** @rule E-42 a hotel with price and AVA of the stay (B-32) */
export const hotelResponse =
  (checkIn: Day, checkOut: Day) =>
  ({ ratingTenths, pricePerNightCents, ...hotel }: DemoHotel): Hotel => {
    const { nights, totalCents, avaEarned } = quoteStay(pricePerNightCents, checkIn, checkOut)
    return {
      ...hotel,
      amenities: [...hotel.amenities],
      rating: ratingTenths / 10,
      pricePerNight: pricePerNightCents / 100,
      currency: 'EUR',
      nights,
      totalPrice: totalCents / 100,
      avaEarned,
    }
  }
