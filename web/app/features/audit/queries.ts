import { infiniteQueryOptions } from '@tanstack/react-query'
import type { AccessLogFilter } from '../../../contract/audit/audit.ts'
import { call } from '../../shared/api.ts'
import { apiInfiniteQuery } from '../../shared/queries.ts'

export const ownAccessLogQuery = apiInfiniteQuery('access-log', 'ownAccessLog', { query: {} })

export const accessLogQuery = (filter: AccessLogFilter) =>
  infiniteQueryOptions({
    queryKey: ['access-log', 'accessLog', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call('accessLog', { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    // entries are added all the time
    staleTime: 0,
  })
