import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import { booking } from '../../domain/travel/booking/decider.ts'
import { refuse, type UseCase } from '../use-case.ts'
import { hotelById } from './hotels.ts'

export interface BookHotel {
  /** One an intent: the same booking sent again keeps it. */
  readonly bookingId: string
  readonly hotelId: string
  readonly destination: string
  readonly checkIn: Day
  readonly checkOut: Day
  readonly guests: number
}

export interface Booked {
  readonly bookingId: string
  readonly avaEarned: number
  readonly position: Position | null
}

/** price, nights and AVA come from the server's own list; whatever else the browser sent has been dropped. */
export const bookHotel: UseCase<BookHotel, Booked> =
  (context) =>
  ({ bookingId, hotelId, ...stay }) => {
    const { person, at, limits, lookups } = context
    const hotel = hotelById(hotelId)
    if (hotel === undefined) return TE.left(refuse({ type: 'HotelUnknown' }))
    return pipe(
      lookups.bookingsSince(person.accountId, plusDays(at, -1)),
      TE.flatMap((placedToday) => {
        const whose = { bookingId, accountId: person.accountId, reference: referenceOf(bookingId, at) }
        const limit = { today: romeDay(at), placedToday, dailyLimit: limits.bookingsPerDay, at }
        return context.run(
          booking,
          bookingId,
          { type: 'PlaceBooking', ...whose, hotel, ...stay, ...limit },
          { privacy: 'open' },
        )
      }),
      TE.map(({ state, position }) => ({
        bookingId,
        avaEarned: state.status === 'none' ? 0 : state.booking.avaEarned,
        position,
      })),
    )
  }

/** Prefix, timestamp, random part. */
const referenceOf = (bookingId: string, at: string) =>
  `GRB-${at.slice(0, 19).replaceAll(/\D/g, '')}-${bookingId.replaceAll('-', '').slice(-6).toUpperCase()}`
