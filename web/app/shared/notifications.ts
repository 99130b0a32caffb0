import { apiQuery } from './queries.ts'

/** For the number of unread notifications. */
export const unreadNotificationsQuery = apiQuery('notifications', 'notifications', { query: { limit: 1 } })
