import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefused, type Refused } from './refused.ts'
import { forgetSession } from './session-memory.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Refused
  }
}

/** C-01: nothing is read again by itself; what is old is said so by a write or by the live stream. */
export const newQueryClient = (): QueryClient => {
  const signedOut = (error: unknown) => {
    if (isRefused(error) && error.status === 401 && error.code !== 'BadCredentials') forgetSession(client)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: signedOut }),
    mutationCache: new MutationCache({ onError: signedOut }),
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  })
  return client
}
