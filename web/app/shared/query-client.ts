import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefused, type Refused } from './refused.ts'
import { forgetSession, sessionKey } from './session-memory.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Refused
  }
}

/** C-01: nothing is read again by itself; what is old is said so by a write or by the live stream. */
export const newQueryClient = (): QueryClient => {
  const signedOut = (error: unknown) => {
    if (!isRefused(error)) return
    if (error.status === 401 && error.code !== 'BadCredentials') forgetSession(client)
    // suspended since: the guard leads on as soon as the session says so
    if (error.code === 'AccountSuspended') void client.invalidateQueries({ queryKey: sessionKey })
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
