import { queryOptions } from '@tanstack/react-query'
import { read } from '../../shared/read.ts'

export const outbox = queryOptions({
  ...read('outbox', 'devOutbox', { query: {} }),
  refetchInterval: ({ state }) => (state.error === null ? 3_000 : false),
})
