import { read } from '../../shared/read.ts'

/** A stay looked for: days as `yyyy-mm-dd`. */
export interface Stay {
  readonly destination: string
  readonly checkIn: string
  readonly checkOut: string
  readonly guests: number
}

export const hotelsFor = (stay: Stay) => read('bookings', 'hotels', { query: { ...stay } })

export const ownBookings = read('bookings', 'bookings', {})
