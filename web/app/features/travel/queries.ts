import { queryOptions } from '@tanstack/react-query'
import { placesCacheSeconds } from '../../../contract/travel/places.ts'
import { call, type Input } from '../../shared/api.ts'
import { apiQuery } from '../../shared/queries.ts'

/** A stay looked for: days as `yyyy-mm-dd`. */
export interface StaySearch {
  readonly destination: string
  readonly checkIn: string
  readonly checkOut: string
  readonly guests: number
}

/** C-28 */
export const simulatedSearchMs = 1_500

/** A demonstration of a search, also in how long it takes (B-36, Q-75). */
export const hotelsQuery = (stay: StaySearch) =>
  queryOptions({
    queryKey: ['hotels', stay] as const,
    queryFn: async ({ signal }) => {
      const [found] = await Promise.all([call('hotels', { query: { ...stay } }, { signal }), simulatedDelay()])
      return found
    },
  })

const simulatedDelay = () => new Promise<void>((resolve) => setTimeout(resolve, simulatedSearchMs))

export const hotelPartnerQuery = apiQuery('places', 'hotelPartner', {})

export const ownBookingsQuery = apiQuery('bookings', 'bookings', {})

/** V-83, C-27: asked only for something, and not again for five minutes. */
export const placesQuery = (query: Input<'searchPlaces'>['query']) => ({
  ...apiQuery('places', 'searchPlaces', { query }),
  enabled: query.query !== '',
  staleTime: placesCacheSeconds * 1000,
})
