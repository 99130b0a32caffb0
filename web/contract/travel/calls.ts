import { bookingCalls } from './bookings.ts'
import { placeCalls, placeSearchCalls } from './places.ts'

export const travel = { ...bookingCalls, ...placeCalls, ...placeSearchCalls }
