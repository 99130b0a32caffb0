import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { Ava, Cents, Day, Id, Instant, Whole } from '../../kernel/primitives.ts'

const whose = { bookingId: clear(Id), accountId: clear(Id), at: clear(Instant) }

/** S-17: a booking begins confirmed, and is cancelled or completed once. */
export const BookingConfirmed = event('BookingConfirmed', {
  ...whose,
  /** Prefix, timestamp and a random part. */
  reference: clear(Id),
  hotelId: clear(Id),
  hotelName: clear(t.string),
  hotelPhoto: clear(t.string),
  /** Tenths of a star. */
  hotelRatingTenths: clear(Whole),
  destination: pii('accountId', t.string, ''),
  checkIn: clear(Day),
  checkOut: clear(Day),
  guests: clear(Whole),
  nights: clear(Whole),
  totalCents: clear(Cents),
  /** ⌊total in euro / 100⌋ (B-32). */
  avaEarned: clear(Ava),
  ruleVersion: clear(Whole),
})
export const BookingCancelled = event('BookingCancelled', { ...whose, avaEarned: clear(Ava) })
export const BookingCompleted = event('BookingCompleted', { ...whose, avaEarned: clear(Ava) })

export const BookingEvents = family(BookingConfirmed, BookingCancelled, BookingCompleted)
export type BookingEvent = EventIn<typeof BookingEvents>
