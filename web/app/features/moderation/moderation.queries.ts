import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Lane } from '../../../contract/queue.ts'
import type { ModerationStatus } from '../../../contract/reviews.ts'
import { call } from '../../shared/api.ts'
import { read, readPages } from '../../shared/read.ts'

const page = 30

export const queueIn = (lane: Lane) =>
  infiniteQueryOptions({
    queryKey: ['moderation', 'queue', lane] as const,
    queryFn: ({ pageParam, signal }) =>
      call('queue', { query: { lane, limit: page, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({ cases: pages.flatMap(({ items }) => items), counts: pages[0]?.counts ?? nobodyWaits }),
  })

const nobodyWaits = { flags: 0, disputes: 0, appeals: 0, held: 0, overdue: 0 }

export const caseFile = (caseId: string) => read('moderation', 'caseFile', { params: { caseId } })

/** The appeals against one decision. */
export const appealFile = (decisionId: string) => read('moderation', 'appealFile', { params: { decisionId } })

/** Reviews in one state, or in all. */
export const reviewsWith = (status: ModerationStatus | 'all') =>
  readPages('moderation', 'moderatedReviews', {
    query: { limit: page, ...(status === 'all' ? {} : { status }) },
  })
