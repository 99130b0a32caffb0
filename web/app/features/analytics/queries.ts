import { keepPreviousData } from '@tanstack/react-query'
import type { Input } from '../../shared/api.ts'
import { apiInfiniteQuery, apiQuery } from '../../shared/queries.ts'

/** Shows the figures of the former period until those of the next one arrive. */
export const analyticsQuery = (from: string, to: string, compare: boolean) => ({
  ...apiQuery('analytics', 'analytics', { query: { from, to, ...(compare && { compare: 'previous' as const }) } }),
  placeholderData: keepPreviousData,
})

export const analyticsRowsQuery = (query: Input<'analyticsRows'>['query']) =>
  apiInfiniteQuery('analytics', 'analyticsRows', { query })
