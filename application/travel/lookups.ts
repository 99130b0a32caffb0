import type { Day } from '../../domain/kernel/primitives.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface TravelLookups {
  /** Confirmed bookings whose check-out is over. */
  readonly bookingsToComplete: (today: Day, limit: number) => LookupResult<readonly string[]>
}
