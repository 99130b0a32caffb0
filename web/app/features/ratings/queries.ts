import { apiQuery } from '../../shared/queries.ts'

/** Five on the dashboard (C-19). */
export const recentRatingsQuery = apiQuery('ratings', 'ratingsGiven', { query: { limit: 5 } })

export const receivedRatingsQuery = apiQuery('ratings', 'ratingsReceived', {})
