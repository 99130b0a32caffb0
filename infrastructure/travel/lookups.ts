import type { TravelLookups } from '../../application/travel/lookups.ts'
import { bookingsToComplete } from '../../projections/travel/bookings.ts'
import { queryReadModel, type ReadModels } from '../read-models.ts'

export const travelLookups = ({ db }: ReadModels): TravelLookups => ({
  bookingsToComplete: (today, limit) => queryReadModel(() => bookingsToComplete(db, today, limit)),
})
