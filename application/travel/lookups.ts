import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface BookedNights {
  readonly bookingId: string
  readonly accountId: string
  readonly checkIn: Day
  readonly checkOut: Day
}

export interface TravelLookups {
  /** Whether the account booked some of the same nights before, and did not cancel. Waits for the read model. */
  readonly hasEarlierBooking: (booking: BookedNights, upTo: Position) => LookupResult<boolean>
  /** Confirmed bookings whose check-out is over. */
  readonly bookingsToComplete: (today: Day, limit: number) => LookupResult<readonly string[]>
}
