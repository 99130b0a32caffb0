import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import type { User } from '../../contract/accounts/authentication.ts'
import { isApiError } from './api-error.ts'
import { call, forgetPosition } from './api.ts'

export const sessionKey = ['account', 'currentUser'] as const

/** Only what the header shows, so that it does not flicker; guards ask the server. */
const sessionHintSchema = z.object({
  displayName: z.string(),
  businessName: z.string().nullable(),
  role: z.enum(['CLIENTE', 'ESERCENTE']),
})
export type SessionHint = z.infer<typeof sessionHintSchema>

const storageKey = 'garbo.user'

export const saveSessionHint = (user: User) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(sessionHintSchema.parse(user)))
  } catch {
    // private windows refuse storage: the header then waits for the server
  }
}

export const readSessionHint = (): SessionHint | null => {
  try {
    return sessionHintSchema.parse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'))
  } catch {
    return null
  }
}

export const clearSessionHint = () => {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // nothing was kept
  }
}

/** The server no longer knows us: whoever asks now is a visitor. */
export const clearSession = (client: QueryClient) => {
  clearSessionHint()
  forgetPosition()
  if (client.getQueryData(sessionKey) !== undefined) client.setQueryData(sessionKey, null)
}

/** S-01, C-02: the session is asked again after five minutes; null is a visitor. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      const user = await call('currentUser', {}, { signal })
      saveSessionHint(user)
      return user
    } catch (error) {
      clearSessionHint()
      if (isApiError(error) && error.status === 401) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

export const useSession = () => useQuery(sessionQuery)

/** For screens behind a guard, where there is always somebody. */
export const useUser = (): User => {
  const { data } = useSession()
  if (data === null || data === undefined) throw new Error('A guarded screen was shown to nobody')
  return data
}

/** What somebody else read in this browser is not for the one who comes now. */
const clearOtherQueries = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== sessionKey[1] })

/** After a login: first who it is, then the place to go, so that no screen meets a half-known session. */
export const useSignIn = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (to: string, user?: User) => {
    await client.cancelQueries({ queryKey: sessionKey })
    clearOtherQueries(client)
    if (user !== undefined) {
      saveSessionHint(user)
      client.setQueryData(sessionKey, user)
    } else await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
    await navigate(to, { replace: true })
  }
}

/** The local session ends even when the server could not be told. */
export const useSignOut = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await call('logout', {}).catch(() => undefined)
    await navigate('/', { flushSync: true })
    clearSession(client)
    clearOtherQueries(client)
  }
}

/** Who may open the moderators' console; the server asks again at every call. */
export const isModerator = (user: User) => user.staffRoles.includes('MODERATORE') || isAdmin(user)

export const isAdmin = ({ staffRoles }: User) => staffRoles.includes('ADMIN')
