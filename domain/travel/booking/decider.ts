import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Day, Instant } from '../../kernel/primitives.ts'
import { BookingEvents, type BookingEvent } from './events.ts'
import { bookingRules, faultOfStay, quote, type StayFault } from './rules.ts'

export interface PlaceBooking {
  readonly type: 'PlaceBooking'
  readonly bookingId: string
  readonly accountId: string
  readonly reference: string
  /** As the server's own list has it, never as the browser sent it. */
  readonly hotel: {
    readonly id: string
    readonly name: string
    readonly photo: string
    readonly ratingTenths: number
    readonly pricePerNightCents: number
  }
  readonly destination: string
  readonly checkIn: Day
  readonly checkOut: Day
  readonly guests: number
  readonly today: Day
  readonly at: Instant
}

export type BookingCommand =
  | PlaceBooking
  | {
      readonly type: 'CancelBooking'
      /** Who asks. */
      readonly accountId: string
      readonly today: Day
      readonly at: Instant
    }
  | { readonly type: 'CompleteBooking'; readonly today: Day; readonly at: Instant }

type Confirmed = Extract<BookingEvent, { readonly type: 'BookingConfirmed' }>['data']

export type BookingState =
  | { readonly status: 'none' }
  | {
      readonly status: 'confirmed' | 'cancelled' | 'completed'
      /** A booking sent again is compared with it, so its destination must have been read open. */
      readonly booking: Confirmed
    }

export type BookingRejection =
  /** This id is another booking's. */
  | { readonly type: 'BookingPlacedOtherwise'; readonly bookingId: string }
  | { readonly type: 'GuestsOutOfRange'; readonly least: number; readonly most: number }
  | StayFault
  /** There is none, or it is not this account's. */
  | { readonly type: 'BookingNotFound' }
  | { readonly type: 'StayAlreadyBegun'; readonly checkIn: Day }
  | { readonly type: 'StayNotOver'; readonly checkOut: Day }
  | { readonly type: 'BookingAlreadyCompleted' }
  | { readonly type: 'BookingAlreadyCancelled' }

type Decision = E.Either<BookingRejection, readonly BookingEvent[]>
const accept = (...events: readonly BookingEvent[]): Decision => E.right(events)
const reject = (rejection: BookingRejection): Decision => E.left(rejection)

const evolve = (state: BookingState, event: BookingEvent): BookingState => {
  if (event.type === 'BookingConfirmed') return { status: 'confirmed', booking: event.data }
  if (state.status === 'none') return state
  return { ...state, status: event.type === 'BookingCancelled' ? 'cancelled' : 'completed' }
}

const decide = (command: BookingCommand, state: BookingState): Decision => {
  if (command.type === 'PlaceBooking') return place(command, state)
  if (state.status === 'none') return reject({ type: 'BookingNotFound' })

  const { status, booking } = state
  const { today, at } = command
  const { bookingId, accountId, avaEarned, checkIn, checkOut } = booking
  const data = { bookingId, accountId, avaEarned, at }
  switch (command.type) {
    case 'CancelBooking':
      if (command.accountId !== accountId) return reject({ type: 'BookingNotFound' })
      if (status === 'cancelled') return accept()
      if (status === 'completed') return reject({ type: 'BookingAlreadyCompleted' })
      if (today >= checkIn) return reject({ type: 'StayAlreadyBegun', checkIn })
      return accept({ type: 'BookingCancelled', data })
    case 'CompleteBooking':
      if (status === 'completed') return accept()
      if (status === 'cancelled') return reject({ type: 'BookingAlreadyCancelled' })
      if (today <= checkOut) return reject({ type: 'StayNotOver', checkOut })
      return accept({ type: 'BookingCompleted', data })
  }
}

const place = (command: PlaceBooking, state: BookingState) => {
  const { bookingId, guests, checkIn, checkOut, today } = command
  if (state.status !== 'none')
    return sameContent(command, state.booking) ? accept() : reject({ type: 'BookingPlacedOtherwise', bookingId })

  const { least, most } = bookingRules.guests
  const guestsAllowed = Number.isInteger(guests) && guests >= least && guests <= most
  if (!guestsAllowed) return reject({ type: 'GuestsOutOfRange', least, most })
  const fault = faultOfStay(checkIn, checkOut, today)
  return fault === null ? accept({ type: 'BookingConfirmed', data: confirmed(command) }) : reject(fault)
}

const confirmed = ({ hotel, checkIn, checkOut, ...command }: PlaceBooking): Confirmed => {
  const { bookingId, accountId, reference, destination, guests, at } = command
  return {
    bookingId,
    accountId,
    reference,
    hotelId: hotel.id,
    hotelName: hotel.name,
    hotelPhoto: hotel.photo,
    hotelRatingTenths: hotel.ratingTenths,
    destination,
    checkIn,
    checkOut,
    guests,
    ...quote(hotel.pricePerNightCents, checkIn, checkOut),
    ruleVersion: bookingRules.version,
    at,
  }
}

/** What the guest chose; reference, time and price are ours and may differ when a request is sent again. */
const sameContent = (command: PlaceBooking, booking: Confirmed): boolean =>
  command.hotel.id === booking.hotelId &&
  (['accountId', 'destination', 'checkIn', 'checkOut', 'guests'] as const).every(
    (name) => command[name] === booking[name],
  )

/** One stay booked at a demonstration hotel. */
export const booking: Aggregate<BookingCommand, BookingEvent, BookingState, BookingRejection> = {
  category: 'booking',
  events: BookingEvents,
  initial: { status: 'none' },
  evolve,
  decide,
}
