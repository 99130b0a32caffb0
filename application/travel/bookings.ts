import { dailyId } from '../../domain/kernel/daily-allowance.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { bookingAllowance } from '../../domain/travel/booking-allowance.ts'
import { booking, type BookStay } from '../../domain/travel/booking.ts'
import { batchSize, executeAsTimer, forEachId } from '../jobs.ts'
import {
  decisionResult,
  type UseCaseContext,
  rejectedWith,
  type Result,
  type Services,
  type UseCase,
} from '../use-case.ts'
import { hotelById } from './hotels.ts'

export interface BookHotel {
  /** Id chosen by the caller; a retry sends the same one. */
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

/**
 * Price, nights and AVA are calculated on the server; values from the browser are ignored.
 * @rule Q-72 booking
 */
export const bookHotel: UseCase<BookHotel, Booked> =
  (context) =>
  ({ bookingId, hotelId, ...stay }) => {
    const { person, at } = context
    const hotel = hotelById(hotelId)
    if (hotel === undefined) return TE.left(rejectedWith({ type: 'HotelUnknown' }))
    const ids = { bookingId, accountId: person.accountId, reference: bookingReference(bookingId, at) }
    const command: BookStay = {
      type: 'BookStay',
      ...ids,
      externalBookingId: noPartner,
      hotel,
      ...stay,
      today: romeDay(at),
      at,
    }
    return pipe(
      isNewBooking(context, command),
      TE.flatMap((isNew) => (isNew ? spendDailyAllowance(context, command) : TE.right(undefined))),
      TE.flatMap(() => context.execute(booking, bookingId, command, { personalData: 'decrypted' })),
      TE.map(({ state, position }) => ({
        bookingId,
        avaEarned: state.status === 'none' ? 0 : state.booking.avaEarned,
        position,
      })),
    )
  }

/** The demonstration hotels confirm nothing. @rule Q-75 @rule Q-126 */
const noPartner = null

/** Whether the booking is new. Rejected and repeated bookings do not use the daily allowance. */
const isNewBooking = ({ load }: UseCaseContext, command: BookStay): Result<boolean> =>
  pipe(
    load(booking, command.bookingId, 'decrypted'),
    TE.flatMap(({ state }) => decisionResult(booking.decide(command, state))),
    TE.map((events) => events.length > 0),
  )

/** Cancelling does not give the allowance back. */
const spendDailyAllowance = (
  { execute, ruleSettings }: UseCaseContext,
  { accountId, bookingId, today, at }: BookStay,
): Result<unknown> =>
  execute(bookingAllowance, dailyId(accountId, today), {
    type: 'UseAllowance',
    accountId,
    day: today,
    bookingId,
    dailyLimit: ruleSettings.travel.bookingsPerDay,
    at,
  })

/** @rule Q-103 prefix, timestamp, random part */
const bookingReference = (bookingId: string, at: string) =>
  `GRB-${at.slice(0, 19).replaceAll(/\D/g, '')}-${bookingId.replaceAll('-', '').slice(-6).toUpperCase()}`

/** @rule Q-72 cancellable before check-in; its maturing AVA are taken back */
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

/**
 * Completes bookings past check-out, which lets their AVA mature; returns their number.
 * @rule Q-72 stays are completed after check-out, every night and at startup
 */
export const completeDueBookings = (services: Services): Result<number> => {
  const at = services.clock()
  const today = romeDay(at)
  const complete = (bookingId: string) =>
    executeAsTimer(services, booking, bookingId, { type: 'CompleteBooking', today, at }, alreadyOver)
  return pipe(
    services.lookups.travel.bookingsToComplete(today, batchSize),
    TE.flatMap((bookingIds) => forEachId(bookingIds, complete)),
  )
}

/** The lookup may lag behind cancellations and completions. */
const alreadyOver = ['BookingAlreadyCancelled', 'BookingAlreadyCompleted'] as const
