import { type QueryClient, queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import {
  createContext,
  createElement,
  type PropsWithChildren,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { User } from '../../contract/accounts/authentication.ts'
import { isApiError } from './api-error.ts'
import { call, forgetResponses } from './api.ts'
import { useNavigateAndWait } from './navigate.ts'
import { dropPushSubscription } from './push-subscription.ts'

export const sessionKey = ['account', 'currentUser'] as const

/** Fields of the user that local storage keeps. @rule Q-22 A-35 display fields only; guards ask the server */
const displayFields = [
  'businessName',
  'email',
  'role',
  'displayName',
  'profilePhoto',
  'totalRatingsGiven',
  'businessType',
  'businessPhoto',
  'location',
  'province',
  'theForkRating',
] as const satisfies readonly (keyof User)[]

/** The part of the stored user that the header shows until the server responds. */
export type SessionHint = Pick<User, 'displayName' | 'businessName' | 'role'>

const storageKey = 'garbo.user'

const saveSessionHint = (user: User) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(user, [...displayFields]))
  } catch {
    // storage may be blocked; the header then waits for the server
  }
}

const readStoredHint = (): string | null => {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const parseHint = (stored: string | null): SessionHint | null => {
  try {
    const hint: unknown = JSON.parse(stored ?? 'null')
    return isSessionHint(hint) ? hint : null
  } catch {
    return null
  }
}

const neverChanges = () => () => undefined

/** The last known user; null while a page rendered by the server, which does not know it, becomes interactive. */
export const useSessionHint = (): SessionHint | null => {
  const stored = useSyncExternalStore(neverChanges, readStoredHint, () => null)
  return useMemo(() => parseHint(stored), [stored])
}

/** Not a schema: those are loaded later, with the first call. */
const isSessionHint = (value: unknown): value is SessionHint => {
  if (typeof value !== 'object' || value === null) return false
  const { displayName, businessName, role } = value as Readonly<Partial<Record<keyof SessionHint, unknown>>>
  const isNamed = typeof displayName === 'string' && (businessName === null || typeof businessName === 'string')
  return isNamed && (role === 'CLIENTE' || role === 'ESERCENTE')
}

const clearSessionHint = () => {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // nothing was stored
  }
}

/** Set by the server with the session's cookie, which scripts cannot read. */
const markerCookie = 'garbo_signed_in'

/** Whether it is worth asking for the session; sessions from before the marker have a hint. */
export const mayHaveSession = () =>
  typeof document === 'undefined' ||
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${markerCookie}=`)) ||
  parseHint(readStoredHint()) !== null

const clearMarker = () => {
  document.cookie = `${markerCookie}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
}

/** Turns the user into a visitor, after the session has ended. */
export const clearSession = (client: QueryClient) => {
  clearSessionHint()
  clearMarker()
  forgetResponses()
  if (client.getQueryData(sessionKey) !== undefined) client.setQueryData(sessionKey, null)
}

const loadSession = async ({ signal }: { readonly signal: AbortSignal }): Promise<User | null> => {
  try {
    const user = await call('currentUser', {}, { signal })
    saveSessionHint(user)
    return user
  } catch (error) {
    clearSessionHint()
    if (!isApiError(error) || error.status !== 401) throw error
    clearMarker()
    return null
  }
}

/** @rule C-02 S-01 the session is reloaded after five minutes; null for visitors, for whom the server is not asked */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (context): Promise<User | null> => (mayHaveSession() ? loadSession(context) : null),
  staleTime: 5 * 60_000,
})

type Session = Pick<UseQueryResult<User | null>, 'data' | 'isPending' | 'error' | 'refetch'>

const SessionContext = createContext<Session | null>(null)

/** Provides one session to all components: guards and pages see its end in the same render. */
export function SessionProvider({ children }: PropsWithChildren) {
  const { data, isPending, error, refetch } = useQuery({
    ...sessionQuery,
    initialData: () => (mayHaveSession() ? undefined : null),
  })
  const session = useMemo(() => ({ data, isPending, error, refetch }), [data, isPending, error, refetch])
  return createElement(SessionContext, { value: session }, children)
}

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs a SessionProvider')
  return session
}

/** The signed-in user. Only for pages behind a guard. */
export const useUser = (): User => {
  const { data } = useSession()
  if (data === null || data === undefined) throw new Error('useUser is for pages behind a session guard')
  return data
}

/** Removes all data but the session, as another user of this browser may have loaded it. */
const clearOtherQueries = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== sessionKey[1] })

/** Pages that follow a sign-in. */
const startPages: ReadonlySet<string> = new Set(['/dashboard', '/client-dashboard', '/admin/reviews'])

/** @rule D-66 auditors begin with their own pages, whatever the kind of their account */
export const startPageOf = (user: User | null | undefined, to: string): string =>
  startPages.has(to) && user?.staffRoles.includes('REVISORE') === true ? '/admin/audit' : to

/** Loads the session after a login before it navigates, so that the page finds the user. */
export const useEnterSession = () => {
  const client = useQueryClient()
  const navigate = useNavigateAndWait()
  return async (to: string, user?: User) => {
    await client.cancelQueries({ queryKey: sessionKey })
    clearOtherQueries(client)
    if (user !== undefined) {
      saveSessionHint(user)
      client.setQueryData(sessionKey, user)
    } else await client.fetchQuery({ ...sessionQuery, queryFn: loadSession, staleTime: 0 }).catch(() => undefined)
    await navigate(startPageOf(client.getQueryData(sessionQuery.queryKey), to), { replace: true })
  }
}

/** @rule A-04 the local session ends even if the server is unreachable */
export const useSignOut = () => {
  const client = useQueryClient()
  const navigate = useNavigateAndWait()
  return async () => {
    await call('logout', {}).catch(() => undefined)
    dropPushSubscription()
    await navigate('/')
    clearSession(client)
    clearOtherQueries(client)
  }
}

/** Reloads the page when another tab signs in as somebody else, so that it never acts for an account it does not show. */
export const useSessionOfOtherTabs = () => {
  const client = useQueryClient()
  useEffect(() => {
    const onStorage = async ({ key }: StorageEvent) => {
      if (key !== storageKey) return
      const shown = client.getQueryData(sessionQuery.queryKey)?.id
      const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
      if (user && user.id !== shown) location.reload()
    }
    const listener = (event: StorageEvent) => void onStorage(event)
    addEventListener('storage', listener)
    return () => removeEventListener('storage', listener)
  }, [client])
}

/** Whether the user sees the moderation pages; the server authorises every call. */
export const isModerator = ({ permissions }: User) => permissions.includes('moderate')

/** Whether the user sees the pages for auditors. */
export const isAuditor = ({ permissions }: User) => permissions.includes('audit')

export const isAdmin = ({ permissions }: User) => permissions.includes('administer')
