import { read } from '../../shared/read.ts'

/** Five on the dashboard (C-19). */
export const recentRatings = read('ratings', 'ratingsGiven', { query: { limit: 5 } })

export const receivedRatings = read('ratings', 'ratingsReceived', {})
