import type { EventsOf } from '../../domain/kernel/aggregates.ts'
import type { travelAggregates } from '../../domain/travel/aggregates.ts'
import { confirmed, signedIn } from '../access.ts'
import type { LiveTopics } from '../live-topics.ts'
import { defineModule } from '../module.ts'
import { bookHotel, cancelBooking, completeDueBookings } from './bookings.ts'
import { travelNotificationTexts } from './notifications.it.ts'

export const travel = defineModule({
  useCases: {
    bookHotel: { access: confirmed, run: bookHotel },
    cancelBooking: { access: signedIn, run: cancelBooking },
  },
  policies: [],
  emails: {},
  notificationTexts: travelNotificationTexts,
  liveTopics: {
    BookingConfirmed: ['bookings', 'accountId'],
    BookingCancelled: ['bookings', 'accountId'],
    BookingCompleted: ['bookings', 'accountId'],
    AllowanceUsed: null,
  } satisfies LiveTopics<EventsOf<typeof travelAggregates>>,
  schedule: {
    'bookings-due': { cron: '10 0 * * *', atStart: true, run: ({ services }) => completeDueBookings(services) },
  },
})
