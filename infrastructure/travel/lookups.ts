import type { TravelLookups } from '../../application/travel/lookups.ts'
import { bookingsToComplete, hasEarlierBooking } from '../../projections/travel/bookings.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

export const travelLookups = ({ db, queryCaughtUp }: ReadModels): TravelLookups => ({
  hasEarlierBooking: (booking, upTo) => queryCaughtUp(['bookings'], () => hasEarlierBooking(db, booking), upTo),
  bookingsToComplete: (today, limit) => queryReadModel(() => bookingsToComplete(db, today, limit)),
})
