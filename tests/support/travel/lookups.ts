import type { TravelLookups } from '../../../application/travel/lookups.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { EventLog } from '../event-log.ts'

export const travelLookups = ({ query }: EventLog): TravelLookups => ({
  hasEarlierBooking: ({ bookingId, accountId, checkIn, checkOut }) =>
    query((dataOf) => {
      const cancelled = new Set(dataOf('BookingCancelled').map((one) => one.bookingId))
      const own = dataOf('BookingConfirmed').filter((one) => one.accountId === accountId)
      return own
        .slice(
          0,
          own.findIndex((one) => one.bookingId === bookingId),
        )
        .some((one) => !cancelled.has(one.bookingId) && one.checkIn < checkOut && checkIn < one.checkOut)
    }),
  bookingsToComplete: () => TE.right([]),
})
