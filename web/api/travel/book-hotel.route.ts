import type { Day } from '../../../domain/kernel/primitives.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { bookingBack } from './booking-back.ts'

export const bookHotelRoute = (hall: Hall) =>
  route(calls.bookHotel, ({ body, intentId, asker }) => {
    const { hotelId, destination, guests } = body
    const stay = { hotelId, destination, guests, checkIn: body.checkIn as Day, checkOut: body.checkOut as Day }
    return pipe(
      hall.ask.bookHotel(asker, { bookingId: intentId, ...stay }),
      TE.flatMap(({ position }) => bookingBack(hall, intentId, position)),
    )
  })
