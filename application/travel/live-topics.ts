import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { travelAggregates } from '../../domain/travel/aggregates.ts'
import type { LiveTopics } from '../live-topics.ts'

export const travelTopics: LiveTopics<EventsOf<typeof travelAggregates>> = {
  BookingConfirmed: ['bookings', 'accountId'],
  BookingCancelled: ['bookings', 'accountId'],
  BookingCompleted: ['bookings', 'accountId'],
  AllowanceUsed: null,
}
