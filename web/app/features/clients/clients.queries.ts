import { read } from '../../shared/read.ts'

export const ownClients = read('clients', 'clients', { query: {} })

/** Three on the dashboard (C-19). */
export const topClients = read('clients', 'topClients', { query: { limit: 3 } })
