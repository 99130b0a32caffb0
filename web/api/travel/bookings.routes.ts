import { hotels } from '../../../application/travel/hotels.ts'
import { refuse } from '../../../application/use-case.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/rome.ts'
import { bookingById, bookingsOf } from '../../../projections/bookings.ts'
import { calls } from '../../contract/calls.ts'
import { bookingAnswer, hotelAnswer } from '../answers/bookings.ts'
import { asked, readBack, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

const mostBookings = 200

/** Demonstration hotels and bookings. */
export const bookingRoutes = (hall: Hall) => [
  reading(calls.hotels, ({ query }) => {
    const [checkIn, checkOut] = [query.checkIn as Day, query.checkOut as Day]
    const today = romeDay(hall.clock())
    if (checkOut <= checkIn) return TE.left(refuse({ type: 'CheckOutNotAfterCheckIn' }))
    if (checkIn < today) return TE.left(refuse({ type: 'CheckInPast', today }))
    return TE.right(hotels.map(hotelAnswer(checkIn, checkOut)))
  }),

  reading(calls.bookings, ({ person }) =>
    asked(async () => (await bookingsOf(hall.db, person.accountId, mostBookings)).map(bookingAnswer)),
  ),

  route(calls.bookHotel, ({ body, intentId, asker }) => {
    const { hotelId, destination, guests } = body
    const stay = { hotelId, destination, guests, checkIn: body.checkIn as Day, checkOut: body.checkOut as Day }
    return pipe(
      hall.ask.bookHotel(asker, { bookingId: intentId, ...stay }),
      TE.flatMap(({ position }) => bookingBack(hall, intentId, position)),
    )
  }),

  route(calls.cancelBooking, ({ params, asker }) =>
    pipe(
      hall.ask.cancelBooking(asker, { bookingId: params.id }),
      TE.flatMap(({ position }) => bookingBack(hall, params.id, position)),
    ),
  ),
]

const bookingBack = (hall: Hall, bookingId: string, position: string | null) =>
  pipe(
    readBack(hall, position, () => bookingById(hall.db, bookingId)),
    TE.map((booking) => ({ answer: bookingAnswer(booking), position })),
  )
