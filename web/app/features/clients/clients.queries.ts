import { read } from '../../shared/read.ts'

export const ownClients = read('clients', 'clients', { query: {} })

export const rewardsOfClient = (clientId: string) => read('clients', 'rewardsOfClient', { params: { clientId } })

/** Three on the dashboard (C-19). */
export const topClients = read('clients', 'topClients', { query: { limit: 3 } })
