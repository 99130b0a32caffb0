import { apiQuery, pollEvery30Seconds } from '../../shared/queries.ts'

/** Five on the dashboard. @rule C-19 */
export const recentRatingsQuery = apiQuery('ratings', 'ratingsGiven', { query: { limit: 5 } })

/** Ratings given whose contest is undecided. */
export const contestedRatingsQuery = apiQuery('ratings', 'ratingsGiven', { query: { contest: 'OPEN' } })

export const receivedRatingsQuery = { ...apiQuery('ratings', 'ratingsReceived', {}), ...pollEvery30Seconds }

export const ownClientsQuery = apiQuery('clients', 'clients', { query: {} })

export const clientRewardsQuery = (clientId: string) => apiQuery('clients', 'rewardsOfClient', { params: { clientId } })

/** Three on the dashboard. @rule C-19 */
export const topClientsQuery = apiQuery('clients', 'topClients', { query: { limit: 3 } })
