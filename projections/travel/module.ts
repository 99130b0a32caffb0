import { bookings } from './bookings.ts'

/** The read models of this context. */
export const travelProjections = { bookings } as const
