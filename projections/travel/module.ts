import { bookings } from './bookings.ts'

export const travelProjections = { bookings } as const
