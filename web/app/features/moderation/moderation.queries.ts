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

/** What a decision is about, as the server suggests its reasons. */
export interface About {
  readonly reviewId: string
  readonly decision:
    | 'HIDDEN'
    | 'REMOVED'
    | 'RESTORED'
    | `FLAG_${'UPHELD' | 'DISMISSED' | 'REVIEWED'}`
    | `DISPUTE_${'UPHELD' | 'REJECTED'}`
  readonly flagId?: string
}

export const suggestedReasons = ({ reviewId, decision, flagId }: About) =>
  read('moderation', 'suggestReasons', {
    params: { id: reviewId },
    query: { decision, ...(flagId === undefined ? {} : { flagId }) },
  })

export const caseFile = (caseId: string) => read('moderation', 'caseFile', { params: { caseId } })

/** Reviews in one state, or in all. */
export const reviewsWith = (status: ModerationStatus | 'all') =>
  readPages('moderation', 'moderatedReviews', {
    query: { limit: page, ...(status === 'all' ? {} : { status }) },
  })

/** The appeals against one decision, as moderators read them. */
export const appealFile = (decisionId: string) => read('moderation', 'appealFile', { params: { decisionId } })
