import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type BookingEvent, BookingEvents } from '../../domain/travel/booking.ts'
import { occurringBookingStatuses } from '../../domain/travel/vocabulary.ts'
import { instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const status = z.enum(occurringBookingStatuses)
const BookingRowSchema = z.object({
  bookingId: z.string(),
  accountId: z.string(),
  reference: z.string(),
  hotelId: z.string(),
  hotelName: z.string(),
  hotelPhoto: z.string(),
  hotelRatingTenths: z.number(),
  destination: z.string(),
  checkIn: z.string(),
  checkOut: z.string(),
  guests: z.number(),
  nights: z.number(),
  totalCents: z.number(),
  avaEarned: z.number(),
  status,
  bookedAt: z.string(),
})
export type BookingRow = z.infer<typeof BookingRowSchema>

/** @rule E-11 bookings with their status */
export const bookings: Projection<BookingRow, BookingEvent> = {
  name: 'bookings',
  version: 1,
  row: BookingRowSchema,
  columns: {
    bookingId: { type: 'text' },
    accountId: { type: 'text' },
    reference: { type: 'text' },
    hotelId: { type: 'text' },
    hotelName: { type: 'text' },
    hotelPhoto: { type: 'text' },
    hotelRatingTenths: { type: 'int' },
    destination: { type: 'text', pii: { of: 'accountId', erased: '' } },
    checkIn: { type: 'day' },
    checkOut: { type: 'day' },
    guests: { type: 'int' },
    nights: { type: 'int' },
    totalCents: { type: 'int' },
    avaEarned: { type: 'int' },
    status: { type: 'text' },
    bookedAt: { type: 'instant' },
  },
  erasedWith: 'accountId',
  indexes: ['account_id, booked_at desc, key desc', 'status, check_out'],
  events: BookingEvents,
  keys: ({ event }) => [event.data.bookingId],
  evolve: (row, { event }) => {
    switch (event.type) {
      case 'BookingConfirmed': {
        const { at, ruleVersion: _, ...booking } = event.data
        return { ...booking, status: 'confirmed', bookedAt: at }
      }
      case 'BookingCancelled':
        return row && { ...row, status: 'cancelled' }
      case 'BookingCompleted':
        return row && { ...row, status: 'completed' }
    }
  },
}

const Booking = z.object({
  id: z.string(),
  bookingReference: z.string(),
  hotelId: z.string(),
  hotelName: z.string(),
  hotelPhoto: z.string(),
  hotelRatingTenths: z.number(),
  destination: z.string(),
  checkIn: z.string(),
  checkOut: z.string(),
  guests: z.number(),
  nights: z.number(),
  totalCents: z.number(),
  avaEarned: z.number(),
  status,
  createdAt: instantColumn,
})
export type Booking = z.infer<typeof Booking>
const columns = sql.fragment`booking_id as id, reference as "bookingReference", hotel_id as "hotelId",
  hotel_name as "hotelName", hotel_photo as "hotelPhoto", hotel_rating_tenths as "hotelRatingTenths", destination,
  check_in::text as "checkIn", check_out::text as "checkOut", guests, nights, total_cents as "totalCents",
  ava_earned as "avaEarned", status, booked_at as "createdAt"`

export const bookingsOf = (db: CommonQueryMethods, accountId: string, limit: number) =>
  db.any(sql.type(Booking)`
    select ${columns} from read.bookings where account_id = ${accountId}
    order by booked_at desc, key desc limit ${limit}`)

export const bookingById = (db: CommonQueryMethods, id: string) =>
  db.maybeOne(sql.type(Booking)`select ${columns} from read.bookings where key = ${id}`)

/** Confirmed bookings past check-out. */
export const bookingsToComplete = (db: CommonQueryMethods, today: string, limit: number) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select booking_id as id from read.bookings where status = 'confirmed' and check_out < ${today}::date
    order by check_out, key limit ${limit}`)

/** Whether the account booked some of the same nights before, and did not cancel. */
export const hasEarlierBooking = (
  db: CommonQueryMethods,
  booking: Pick<BookingRow, 'bookingId' | 'accountId' | 'checkIn' | 'checkOut'>,
): Promise<boolean> => {
  const { bookingId, accountId, checkIn, checkOut } = booking
  return db.exists(sql.type(z.object({}))`
    select from read.bookings b join read.bookings earlier on earlier.account_id = b.account_id
    where b.key = ${bookingId} and b.account_id = ${accountId} and earlier.status <> 'cancelled'
      and (earlier.booked_at, earlier.key) < (b.booked_at, b.key)
      and earlier.check_in < ${checkOut}::date and ${checkIn}::date < earlier.check_out`)
}
