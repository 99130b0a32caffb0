import { infiniteQueryOptions, MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { LiveTopic } from '../../contract/live.ts'
import { type ApiError, isApiError } from './api-error.ts'
import {
  type ResponseOf,
  type ApiResponse,
  call,
  type Endpoints,
  callWithCursor,
  type Input,
  type ReadName,
} from './api.ts'
import { clearSession, sessionKey } from './session.ts'

/** First element of every query key; queries of a scope are invalidated together. */
export type QueryScope =
  | 'account'
  | 'businesses'
  | 'reviews'
  | 'ratings'
  | 'clients'
  | 'statistics'
  | 'rewards'
  | 'ava'
  | 'bookings'
  | 'moderation'
  | 'dev-mailbox'
  | 'passkeys'
  | 'favourites'
  | 'sessions'
  | 'places'
  | 'social'
  | 'sanctions'
  | 'advertisements'
  | 'affiliate'
  | 'company-wallet'
  | 'rule-sets'
  | 'rule-settings'
  | 'notifications'
  | 'support'
  | 'analytics'
  | 'access-log'
  | 'event-log'

/** Scopes to invalidate when a topic changes. */
export const scopesByTopic: Readonly<Record<LiveTopic, readonly QueryScope[]>> = {
  account: ['account', 'sanctions'],
  reviews: ['reviews', 'businesses', 'clients', 'analytics'],
  ratings: ['ratings', 'clients', 'statistics', 'rewards', 'analytics'],
  rewards: ['rewards', 'clients', 'ratings', 'analytics'],
  ava: ['ava', 'account', 'analytics'],
  bookings: ['bookings', 'ava'],
  favourites: ['favourites'],
  notifications: ['notifications'],
  support: ['support'],
}

/**
 * Invalidates the queries of some scopes: mounted ones reload at once, others on their next use. First loads in progress
 * are cancelled, because they may return data from before the change.
 */
export const invalidate = async (client: QueryClient, scopes: readonly QueryScope[]): Promise<void> => {
  const invalidateScope = async (scope: QueryScope) => {
    const queryKey = [scope]
    await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
    await client.invalidateQueries({ queryKey })
  }
  await Promise.all(scopes.map(invalidateScope))
}

/** Loads the queries of some calls again if they are mounted. @rule Q-94 */
export const refetchReads = (client: QueryClient, names: readonly string[]): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: ({ queryKey: [, name] }) => names.includes(String(name)) })

/** Query options of a call. The key consists of scope, call and input. */
export const apiQuery = <N extends ReadName>(scope: QueryScope, name: N, input: Input<N>) =>
  queryOptions({
    queryKey: [scope, name, input] as const,
    queryFn: ({ signal }) => call(name, input, { signal }) as Promise<Exclude<ResponseOf<N>, undefined>>,
  })

type PagedName = { [N in ReadName]: Endpoints[N] extends { readonly paginated: true } ? N : never }[ReadName]

type ItemOf<N extends PagedName> = ResponseOf<N> extends readonly (infer Item)[] ? Item : never

/** Query options of a paginated list; its loaded pages appear as one list. */
export const apiInfiniteQuery = <N extends PagedName>(scope: QueryScope, name: N, input: Input<N>) =>
  infiniteQueryOptions({
    queryKey: [scope, name, input, 'pages'] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? input.query : { ...input.query, cursor: pageParam }
      const { body, nextCursor }: ApiResponse<unknown> = await callWithCursor(name, { ...input, query }, { signal })
      return { items: body as readonly ItemOf<N>[], nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })

/** Polls while the window is visible, until the session ends. */
const pollEvery = (ms: number) => ({
  refetchInterval: ({ state }: { readonly state: { readonly error: ApiError | null } }) =>
    state.error?.status === 401 ? (false as const) : ms,
  refetchIntervalInBackground: false,
})

/** @rule C-26 Q-94 every 30 s */
export const pollEvery30Seconds = pollEvery(30_000)

/** @rule C-26 Q-94 every 60 s */
export const pollEvery60Seconds = pollEvery(60_000)

/** @rule C-26 every 10 s */
export const pollEvery10Seconds = pollEvery(10_000)

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/** @rule C-01 queries do not become stale by themselves; mutations and live updates invalidate them */
export const newQueryClient = (): QueryClient => {
  const handleSessionError = (error: unknown) => {
    if (!isApiError(error)) return
    if (error.status === 401 && error.code !== 'BadCredentials') clearSession(client)
    // reloads the session; the guard then redirects a suspended account
    if (error.code === 'AccountSuspended') void client.invalidateQueries({ queryKey: sessionKey })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: handleSessionError }),
    mutationCache: new MutationCache({ onError: handleSessionError }),
    defaultOptions: {
      // `always`: without a connection requests fail at once; the default would send them later, unexpectedly.
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
