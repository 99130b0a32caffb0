import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AccessLogFilter } from '../../../contract/audit/audit.ts'
import { call, type Input, type ResponseOf } from '../../shared/api.ts'
import { apiInfiniteQuery, apiQuery, pollEvery10Seconds, pollEvery60Seconds } from '../../shared/queries.ts'
import { apiError } from '../../shared/api-error.ts'
import { checkProof, cosignedAt, type InclusionProof, placeOf, type ProofCheck } from './log-proof.ts'
import { eventLogTexts } from './texts.ts'

export const ownAccessLogQuery = apiInfiniteQuery('access-log', 'ownAccessLog', { query: {} })

export const accessLogQuery = (filter: AccessLogFilter) =>
  infiniteQueryOptions({
    queryKey: ['access-log', 'accessLog', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call('accessLog', { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    // entries are added all the time
    staleTime: 0,
  })

type EventFilter = Omit<Input<'searchEvents'>['query'], 'limit' | 'cursor'>

/** A page may have fewer events than others although another follows. */
export const eventSearchQuery = (filter: EventFilter) =>
  infiniteQueryOptions({
    queryKey: ['event-log', 'searchEvents', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call('searchEvents', { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    staleTime: 0,
  })

/** All events of a stream. */
export const streamQuery = (stream: string) =>
  infiniteQueryOptions({
    queryKey: ['event-log', 'auditedStream', stream] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { cursor: pageParam }
      return call('auditedStream', { params: { stream }, query }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({
      lastVersion: pages[0]?.lastVersion ?? 0,
      events: pages.flatMap(({ events }) => events),
    }),
    staleTime: 0,
  })

/** A moment of a stream: after one of its events, or at an instant or a position of the log. */
export type StreamMoment = { readonly version: number } | { readonly at: string }

/** The state of a stream at a moment, with the last event up to then; null before the first one. */
export const streamMomentQuery = (stream: string, moment: StreamMoment) =>
  queryOptions({
    queryKey: ['event-log', 'auditedStream', stream, 'moment', moment] as const,
    queryFn: async ({ signal }) => {
      const read = (query: Input<'auditedStream'>['query']) =>
        call('auditedStream', { params: { stream }, query: { ...query, limit: 1 } }, { signal })
      const from = 'version' in moment ? { from: moment.version } : {}
      const { lastVersion, events, ...shown } = await read({ ...moment, ...from })
      const known = events.find(({ version }) => version === lastVersion)
      const needsEvent = known === undefined && lastVersion > 0
      const [event = known ?? null] = needsEvent ? (await read({ version: lastVersion, from: lastVersion })).events : []
      return { event, state: shown.state, omitted: shown.omitted }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What changed between two positions of the log, in the order of the events. */
export const streamChangesQuery = (stream: string, from: string, to: string) =>
  infiniteQueryOptions({
    queryKey: ['event-log', 'streamChanges', stream, from, to] as const,
    queryFn: ({ pageParam, signal }) =>
      call('streamChanges', { params: { stream }, query: { from: pageParam, to } }, { signal }),
    initialPageParam: from,
    getNextPageParam: ({ continuesAfter }) => continuesAfter,
    select: ({ pages }) => pages.flatMap(({ changes }) => changes),
    staleTime: 0,
  })

const shownCheckpoints = 10

export const checkpointsQuery = {
  ...apiQuery('event-log', 'checkpoints', { query: { limit: shownCheckpoints } }),
  ...pollEvery10Seconds,
  staleTime: 0,
}

/** Read anew each time: keys are rotated. */
const keysQuery = { ...apiQuery('event-log', 'checkpointKeys', {}), staleTime: 0 }

/** Each known witness with the newest checkpoint that it cosigned, verified here; null if it cosigned none of the newest. */
export const witnessesQuery = (client: QueryClient) =>
  queryOptions({
    queryKey: ['event-log', 'witnesses'] as const,
    queryFn: async ({ signal }) => {
      const [checkpoints, [key]] = await Promise.all([
        call('checkpoints', { query: { limit: shownCheckpoints } }, { signal }),
        client.fetchQuery(keysQuery),
      ])
      return Promise.all(
        (key?.witnesses ?? []).map(async ({ name, keyId, publicKey }) => {
          for (const [n, checkpoint] of checkpoints.entries()) {
            const at = await cosignedAt(checkpoint, { name, publicKey })
            if (at !== null) return { name, keyId, latest: { treeSize: checkpoint.treeSize, at, isNewest: n === 0 } }
          }
          return { name, keyId, latest: null }
        }),
      )
    },
    ...pollEvery10Seconds,
    staleTime: 0,
  })

export const readModelsQuery = {
  ...apiQuery('event-log', 'readModelChecks', {}),
  ...pollEvery60Seconds,
  staleTime: 0,
}

export const openingsQuery = queryOptions({
  queryKey: ['event-log', 'searchEvents', 'openings'] as const,
  queryFn: async ({ signal }) =>
    (await call('searchEvents', { query: { type: 'StreamOpened', limit: 5 } }, { signal })).items,
  staleTime: 0,
})

/** An event with its proof, and what became of it here; null if this browser cannot compute it. */
export interface CheckedEvent {
  readonly stream: string
  readonly event: ResponseOf<'auditedStream'>['events'][number]
  readonly proof: InclusionProof
  readonly check: ProofCheck | null
}

/** The proof says in which stream the event is. */
export const eventQuery = (eventId: string, client: QueryClient) =>
  queryOptions({
    queryKey: ['event-log', 'inclusionProof', eventId] as const,
    queryFn: async ({ signal }): Promise<CheckedEvent> => {
      const [proof, keys] = await Promise.all([
        call('inclusionProof', { params: { eventId }, query: {} }, { signal }),
        client.fetchQuery(keysQuery),
      ])
      const { stream, version } = placeOf(proof.leaf) ?? { stream: '', version: 1 }
      const found = await call('auditedStream', { params: { stream }, query: { from: version, limit: 1 } }, { signal })
      const [event] = found.events
      if (event === undefined) throw apiError(eventLogTexts.notThere)
      const shown = { ...event, id: eventId, stream, actor: event.actor.id }
      return { stream, event, proof, check: await checkProof(proof, shown, keys).catch(() => null) }
    },
    staleTime: 0,
  })

export const correlationQuery = (correlationId: string) => ({
  ...apiQuery('event-log', 'correlation', { params: { correlationId } }),
  staleTime: 0,
})
