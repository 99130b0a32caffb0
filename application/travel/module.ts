import { confirmed, signedIn } from '../access.ts'
import { defineModule } from '../module.ts'
import { bookHotel, cancelBooking, completeDueBookings } from './bookings.ts'
import { travelTopics } from './live-topics.ts'

export const travel = defineModule({
  commands: {
    bookHotel: { access: confirmed, run: bookHotel },
    cancelBooking: { access: signedIn, run: cancelBooking },
  },
  policies: [],
  emails: {},
  liveTopics: travelTopics,
  schedule: { 'bookings-due': { cron: '10 0 * * *', run: ({ auth }) => completeDueBookings(auth) } },
})
