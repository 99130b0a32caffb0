import { read } from '../../shared/read.ts'

export const outbox = { ...read('outbox', 'devOutbox', { query: {} }), refetchInterval: 3_000 }
