import { apiQuery } from '../../shared/queries.ts'

export const ownClientsQuery = apiQuery('clients', 'clients', { query: {} })

export const clientRewardsQuery = (clientId: string) => apiQuery('clients', 'rewardsOfClient', { params: { clientId } })

/** Three on the dashboard (C-19). */
export const topClientsQuery = apiQuery('clients', 'topClients', { query: { limit: 3 } })
