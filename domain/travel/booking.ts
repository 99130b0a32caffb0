import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, type DataOf, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Ava, Cents, Day, Id, Instant, nullable, Text, Whole } from '../kernel/primitives.ts'
import {
  bookingRules,
  type CancellationRejection,
  cancellationRejection,
  quoteStay,
  type StayRejection,
  validateStay,
} from './rules.ts'
import type { BookingStatus } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const bookingFields = { bookingId: clear(Id), accountId: clear(Id), at: clear(Instant) }

/** @rule S-17 a booking starts confirmed and is cancelled or completed once */
export const BookingConfirmed = event(
  'BookingConfirmed',
  {
    ...bookingFields,
    /** The partner's confirmation; null without one, and in version 1. @rule Q-126 */
    externalBookingId: clear(nullable(Id)),
    /** @rule Q-103 prefix, timestamp, random part */
    reference: clear(Id),
    hotelId: clear(Id),
    hotelName: clear(Text),
    hotelPhoto: clear(Text),
    /** Tenths of a star. */
    hotelRatingTenths: clear(Whole),
    destination: pii('accountId', Text, ''),
    checkIn: clear(Day),
    checkOut: clear(Day),
    guests: clear(Whole),
    nights: clear(Whole),
    totalCents: clear(Cents),
    /** @rule B-32 ⌊total in euro / 100⌋ */
    avaEarned: clear(Ava),
    ruleVersion: clear(Whole),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, externalBookingId: null }) } },
)
export const BookingCancelled = event('BookingCancelled', { ...bookingFields, avaEarned: clear(Ava) })
export const BookingCompleted = event('BookingCompleted', { ...bookingFields, avaEarned: clear(Ava) })

export const BookingEvents = family(BookingConfirmed, BookingCancelled, BookingCompleted)
export type BookingEvent = EventIn<typeof BookingEvents>

// --- State ------------------------------------------------------------------------------------------

type BookingData = DataOf<BookingEvent, 'BookingConfirmed'>

interface ExistingBooking {
  readonly status: BookingStatus
  /** Compared with repeated requests: its destination must be read decrypted. */
  readonly booking: BookingData
}

export type BookingState = { readonly status: 'none' } | ExistingBooking

const evolve = (state: BookingState, event: BookingEvent): BookingState => {
  if (event.type === 'BookingConfirmed') return { status: 'confirmed', booking: event.data }
  if (state.status === 'none') return state
  return { ...state, status: event.type === 'BookingCancelled' ? 'cancelled' : 'completed' }
}

// --- Decisions --------------------------------------------------------------------------------------

export interface BookStay {
  readonly type: 'BookStay'
  readonly bookingId: string
  readonly accountId: string
  readonly reference: string
  /** The partner's id of the booking; null if no partner confirmed it. @rule Q-126 */
  readonly externalBookingId: string | null
  /** @rule Q-72 from the server's list, never from the browser */
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

interface CancelBooking {
  readonly type: 'CancelBooking'
  /** Account that cancels. */
  readonly accountId: string
  readonly today: Day
  readonly at: Instant
}

interface CompleteBooking {
  readonly type: 'CompleteBooking'
  readonly today: Day
  readonly at: Instant
}

export type BookingCommand = BookStay | CancelBooking | CompleteBooking

export type BookingRejection =
  /** The id belongs to a different booking. */
  | { readonly type: 'BookingPlacedOtherwise'; readonly bookingId: string }
  /** The number of guests is not a whole number within the limits. */
  | { readonly type: 'GuestsOutOfRange'; readonly min: number; readonly max: number }
  | StayRejection
  /** Unknown, or of another account. */
  | { readonly type: 'BookingNotFound' }
  | CancellationRejection
  /** A booking is completed before the day after departure. */
  | { readonly type: 'StayNotOver'; readonly checkOut: Day }

type Decision = DecisionOf<BookingEvent, BookingRejection>

const decide = (command: BookingCommand, state: BookingState): Decision => {
  if (command.type === 'BookStay') return bookStay(command, state)
  if (state.status === 'none') return reject({ type: 'BookingNotFound' })
  return command.type === 'CancelBooking' ? cancelBooking(command, state) : completeBooking(command, state)
}

const bookStay = (command: BookStay, state: BookingState): Decision => {
  const { bookingId, guests, checkIn, checkOut, today } = command
  if (state.status !== 'none')
    return isRepeated(command, state.booking) ? nothing : reject({ type: 'BookingPlacedOtherwise', bookingId })

  const { min, max } = bookingRules.guests
  const isGuestCountAllowed = Number.isInteger(guests) && guests >= min && guests <= max
  if (!isGuestCountAllowed) return reject({ type: 'GuestsOutOfRange', min, max })
  const rejection = validateStay(checkIn, checkOut, today)
  return rejection === null ? accept({ type: 'BookingConfirmed', data: confirmedData(command) }) : reject(rejection)
}

/** Cancels the booking, before the stay begins. */
const cancelBooking = ({ accountId, today, at }: CancelBooking, { status, booking }: ExistingBooking): Decision => {
  const { checkIn } = booking
  if (accountId !== booking.accountId) return reject({ type: 'BookingNotFound' })
  const rejection = cancellationRejection(status, checkIn, today)
  if (rejection?.type === 'BookingAlreadyCancelled') return nothing
  if (rejection !== null) return reject(rejection)
  return accept({ type: 'BookingCancelled', data: { ...identityOf(booking), at } })
}

/** Completes the booking once the stay is over. */
const completeBooking = ({ today, at }: CompleteBooking, { status, booking }: ExistingBooking): Decision => {
  const { checkOut } = booking
  if (status === 'completed') return nothing
  if (status === 'cancelled') return reject({ type: 'BookingAlreadyCancelled' })
  if (today <= checkOut) return reject({ type: 'StayNotOver', checkOut })
  return accept({ type: 'BookingCompleted', data: { ...identityOf(booking), at } })
}

const identityOf = ({ bookingId, accountId, avaEarned }: BookingData) => ({ bookingId, accountId, avaEarned })

const confirmedData = ({ hotel, checkIn, checkOut, ...command }: BookStay): BookingData => {
  const { bookingId, accountId, reference, externalBookingId, destination, guests, at } = command
  return {
    bookingId,
    accountId,
    reference,
    externalBookingId,
    hotelId: hotel.id,
    hotelName: hotel.name,
    hotelPhoto: hotel.photo,
    hotelRatingTenths: hotel.ratingTenths,
    destination,
    checkIn,
    checkOut,
    guests,
    ...quoteStay(hotel.pricePerNightCents, checkIn, checkOut),
    ruleVersion: bookingRules.version,
    at,
  }
}

/** Compares the guest's choices. Reference, time and price are generated and may differ in a repeated request. */
const isRepeated = (command: BookStay, booking: BookingData): boolean =>
  command.hotel.id === booking.hotelId &&
  (['accountId', 'destination', 'checkIn', 'checkOut', 'guests'] as const).every(
    (name) => command[name] === booking[name],
  )

/** @rule Q-75 one stay at a demonstration hotel */
export const booking: Aggregate<BookingCommand, BookingEvent, BookingState, BookingRejection> = {
  category: 'booking',
  events: BookingEvents,
  initial: { status: 'none' },
  evolve,
  decide,
}
