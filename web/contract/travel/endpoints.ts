import { bookingEndpoints } from './bookings.ts'
import { placeEndpoints, placeSearchEndpoints } from './places.ts'

export const travel = { ...bookingEndpoints, ...placeEndpoints, ...placeSearchEndpoints }
