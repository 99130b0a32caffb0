import type { EventsOf } from '../kernel/aggregates.ts'
import type { NotificationRules } from '../kernel/notification.ts'
import type { travelAggregates } from './aggregates.ts'

export const travelNotifications = {
  BookingConfirmed: ({ accountId, hotelName, checkIn }) => [
    { kind: 'booking', to: accountId, values: { hotel: hotelName, day: checkIn } },
  ],
  BookingCancelled: ({ accountId }) => [{ kind: 'booking', to: accountId }],
} as const satisfies NotificationRules<EventsOf<typeof travelAggregates>>
