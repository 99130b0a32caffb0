import { bookingsOf } from '../../../projections/bookings.ts'
import { calls } from '../../contract/calls.ts'
import { bookingAnswer } from '../answers/bookings.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { mostBookings } from './booking-back.ts'

export const bookingsRoute = (hall: Hall) =>
  reading(calls.bookings, ({ person }) =>
    asked(async () => (await bookingsOf(hall.db, person.accountId, mostBookings)).map(bookingAnswer)),
  )
