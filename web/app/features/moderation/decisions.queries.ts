import { apiInfiniteQuery, apiQuery } from '../../shared/queries.ts'

export const ownDecisionsQuery = apiInfiniteQuery('moderation', 'ownDecisions', { query: { limit: 20 } })

export const transparencyQuery = (year: string) => apiQuery('statistics', 'transparency', { params: { year } })

/** One's own, newest first. */
export const ownAppealsQuery = apiQuery('reviews', 'ownAppeals', {})
