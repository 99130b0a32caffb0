import { apiQuery } from './queries.ts'

/** The newest notifications and the number of unread ones. */
export const newestNotificationsQuery = apiQuery('notifications', 'notifications', { query: { limit: 5 } })
