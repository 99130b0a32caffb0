import { confirmed, signedIn } from '../access.ts'
import { defineModule } from '../module.ts'
import { bookHotel, cancelBooking } from './bookings.ts'

export const travel = defineModule({
  commands: {
    bookHotel: { access: confirmed, run: bookHotel },
    cancelBooking: { access: signedIn, run: cancelBooking },
  },
  policies: [],
  emails: {},
})
