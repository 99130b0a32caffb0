import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Lane } from '../../../contract/moderation/cases.ts'
import type { IdentifierKind } from '../../../contract/moderation/connections.ts'
import type { ModerationStatus } from '../../../contract/reviews/reviews.ts'
import { call } from '../../shared/api.ts'
import { apiInfiniteQuery, apiQuery, pollEvery60Seconds } from '../../shared/queries.ts'

const pageSize = 30

export const caseQueueQuery = (lane: Lane) =>
  infiniteQueryOptions({
    queryKey: ['moderation', 'queue', lane] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'queue',
        { query: { lane, limit: pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({ cases: pages.flatMap(({ items }) => items), counts: pages[0]?.counts ?? emptyCounts }),
  })

const emptyCounts = { flags: 0, disputes: 0, appeals: 0, held: 0, overdue: 0 }

/** A decision that needs reasons, which the server suggests. */
export interface ReasonedDecision {
  readonly reviewId: string
  readonly decision:
    | 'HIDDEN'
    | 'REMOVED'
    | 'RESTORED'
    | `FLAG_${'UPHELD' | 'DISMISSED' | 'REVIEWED'}`
    | `DISPUTE_${'UPHELD' | 'REJECTED'}`
  readonly flagId?: string
}

export const suggestedReasonsQuery = ({ reviewId, decision, flagId }: ReasonedDecision) =>
  apiQuery('moderation', 'suggestReasons', {
    params: { id: reviewId },
    query: { decision, ...(flagId === undefined ? {} : { flagId }) },
  })

export const caseFileQuery = (caseId: string) => apiQuery('moderation', 'caseFile', { params: { caseId } })

export const appealFileQuery = (decisionId: string) => apiQuery('moderation', 'appealFile', { params: { decisionId } })

export const moderatedReviewsQuery = (status: ModerationStatus | 'all') =>
  apiInfiniteQuery('moderation', 'moderatedReviews', {
    query: { limit: pageSize, ...(status === 'all' ? {} : { status }) },
  })

const anomalyPageSize = 30

export const openAnomaliesQuery = apiInfiniteQuery('moderation', 'anomalies', { query: { limit: anomalyPageSize } })

export const exclusionsQuery = (businessId: string) =>
  apiQuery('moderation', 'exclusions', { params: { id: businessId } })

export const exclusionPreviewQuery = (businessId: string, from: string, to: string) =>
  apiQuery('moderation', 'exclusionPreview', { params: { id: businessId }, query: { from, to } })

export const businessSearchQuery = (query: string) => apiQuery('businesses', 'findBusinesses', { query: { query } })

/** Of the queue; changes too often for live updates. */
export const queueStatisticsQuery = { ...apiQuery('statistics', 'queueStatistics', {}), ...pollEvery60Seconds }

export const ownDecisionsQuery = apiInfiniteQuery('moderation', 'ownDecisions', { query: { limit: 20 } })

/** Newest first. */
export const ownAppealsQuery = apiQuery('reviews', 'ownAppeals', {})

export const transparencyQuery = (year: string) => apiQuery('statistics', 'transparency', { params: { year } })

export const caseReplayQuery = (caseId: string) => apiQuery('reviews', 'replayCase', { params: { caseId } })

export const connectionsQuery = (kind: IdentifierKind | 'all') =>
  apiInfiniteQuery('moderation', 'connections', { query: { limit: pageSize, ...(kind === 'all' ? {} : { kind }) } })

export const connectionGraphQuery = (accountId: string) =>
  apiQuery('moderation', 'connectionGraph', { params: { accountId } })
