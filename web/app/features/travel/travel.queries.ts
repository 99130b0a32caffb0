import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { read } from '../../shared/read.ts'

/** A stay looked for: days as `yyyy-mm-dd`. */
export interface Stay {
  readonly destination: string
  readonly checkIn: string
  readonly checkOut: string
  readonly guests: number
}

/** C-28 */
export const searchMs = 1_500

/** A demonstration of a search, also in how long it takes (B-36, Q-75). */
export const hotelsFor = (stay: Stay) =>
  queryOptions({
    queryKey: ['hotels', stay] as const,
    queryFn: async ({ signal }) => {
      const [found] = await Promise.all([call('hotels', { query: { ...stay } }, { signal }), searched()])
      return found
    },
  })

const searched = () => new Promise<void>((resolve) => setTimeout(resolve, searchMs))

export const hotelPartner = read('places', 'hotelPartner', {})

export const ownBookings = read('bookings', 'bookings', {})
