import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { User } from '../../contract/user.ts'
import { call } from './api.ts'
import { isRefused } from './refused.ts'
import { forgetHint, forgetSession, rememberHint, sessionKey } from './session-memory.ts'

/** S-01, C-02: the session is asked again after five minutes; null is a visitor. */
export const session = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      const user = await call('currentUser', {}, { signal })
      rememberHint(user)
      return user
    } catch (error) {
      forgetHint()
      if (isRefused(error) && error.status === 401) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

export const useSession = () => useQuery(session)

/** For screens behind a guard, where there is always somebody. */
export const useUser = (): User => {
  const { data } = useSession()
  if (data === null || data === undefined) throw new Error('A guarded screen was shown to nobody')
  return data
}

/** What somebody else read in this browser is not for the one who comes now. */
const forgetOthers = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== sessionKey[1] })

/** After a login: first who it is, then the place to go, so that no screen meets a half-known session. */
export const useEnter = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (to: string, user?: User) => {
    await client.cancelQueries({ queryKey: sessionKey })
    forgetOthers(client)
    if (user !== undefined) {
      rememberHint(user)
      client.setQueryData(sessionKey, user)
    } else await client.fetchQuery({ ...session, staleTime: 0 }).catch(() => undefined)
    await navigate(to, { replace: true })
  }
}

/** The local session ends even when the server could not be told. */
export const useLeave = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await call('logout', {}).catch(() => undefined)
    await navigate('/', { flushSync: true })
    forgetSession(client)
    forgetOthers(client)
  }
}
