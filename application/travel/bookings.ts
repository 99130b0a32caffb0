import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { bookingAllowance, bookingAllowanceId } from '../../domain/travel/booking-allowance.ts'
import { booking, type PlaceBooking } from '../../domain/travel/booking.ts'
import { type CommandContext, refuse, type Result, type UseCase } from '../use-case.ts'
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
    const { person, at } = context
    const hotel = hotelById(hotelId)
    if (hotel === undefined) return TE.left(refuse({ type: 'HotelUnknown' }))
    const whose = { bookingId, accountId: person.accountId, reference: bookingReference(bookingId, at) }
    const command: PlaceBooking = { type: 'PlaceBooking', ...whose, hotel, ...stay, today: romeDay(at), at }
    return pipe(
      isNewBooking(context, command),
      TE.flatMap((fresh) => (fresh ? useDailyAllowance(context, command) : TE.right(undefined))),
      TE.flatMap(() => context.execute(booking, bookingId, command, { privacy: 'open' })),
      TE.map(({ state, position }) => ({
        bookingId,
        avaEarned: state.status === 'none' ? 0 : state.booking.avaEarned,
        position,
      })),
    )
  }

/** What is refused anyway, or has been placed before, takes no share of the day. */
const isNewBooking = ({ load }: CommandContext, command: PlaceBooking): Result<boolean> =>
  pipe(
    load(booking, command.bookingId, 'open'),
    TE.flatMap(({ state }) =>
      TE.fromEither(
        pipe(
          booking.decide(command, state),
          E.bimap(refuse, (events) => events.length > 0),
        ),
      ),
    ),
  )

/** Cancelling gives nothing back of it. */
const useDailyAllowance = (
  { execute, limits }: CommandContext,
  { accountId, bookingId, today, at }: PlaceBooking,
): Result<unknown> =>
  execute(bookingAllowance, bookingAllowanceId(accountId, today), {
    type: 'UseAllowance',
    accountId,
    day: today,
    bookingId,
    dailyLimit: limits.bookingsPerDay,
    at,
  })

/** Prefix, timestamp, random part. */
const bookingReference = (bookingId: string, at: string) =>
  `GRB-${at.slice(0, 19).replaceAll(/\D/g, '')}-${bookingId.replaceAll('-', '').slice(-6).toUpperCase()}`

/** before check-in; the AVA in maturation is taken back. */
export const cancelBooking: UseCase<{ readonly bookingId: string }, { readonly position: Position | null }> =
  (context) =>
  ({ bookingId }) => {
    const { person, at } = context
    const command = { type: 'CancelBooking', accountId: person.accountId, today: romeDay(at), at } as const
    return pipe(
      context.execute(booking, bookingId, command),
      TE.map(({ position }) => ({ position })),
    )
  }
