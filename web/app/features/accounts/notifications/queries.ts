import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api.ts'
import { apiQuery } from '../../../shared/queries.ts'

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'notifications', 'pages'] as const,
  queryFn: ({ pageParam, signal }) =>
    call('notifications', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  select: ({ pages }) => pages.flatMap(({ items }) => items),
})

export const notificationSettingsQuery = apiQuery('account', 'notificationSettings', {})
export const pushKeyQuery = apiQuery('notifications', 'pushKey', {})
