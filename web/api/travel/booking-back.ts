import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { bookingById } from '../../../projections/bookings.ts'
import { bookingAnswer } from '../answers/bookings.ts'
import { readBack, type Hall } from '../hall.ts'

export const mostBookings = 200

export const bookingBack = (hall: Hall, bookingId: string, position: string | null) =>
  pipe(
    readBack(hall, position, () => bookingById(hall.db, bookingId)),
    TE.map((booking) => ({ answer: bookingAnswer(booking), position })),
  )
