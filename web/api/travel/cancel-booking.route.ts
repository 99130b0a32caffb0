import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { route } from '../route.ts'
import { bookingBack } from './booking-back.ts'

export const cancelBookingRoute = (hall: Hall) =>
  route(calls.cancelBooking, ({ params, asker }) =>
    pipe(
      hall.ask.cancelBooking(asker, { bookingId: params.id }),
      TE.flatMap(({ position }) => bookingBack(hall, params.id, position)),
    ),
  )
