import { apiInfiniteQuery, apiQuery } from '../../shared/queries.ts'

const pageSize = 20

/** Reviews of a business that the viewer may see. */
export const businessReviewsQuery = (businessId: string) =>
  apiInfiniteQuery('reviews', 'reviewsOfTarget', {
    params: { targetType: 'BUSINESS', targetId: businessId },
    query: { limit: pageSize },
  })

export const writtenReviewsQuery = apiInfiniteQuery('reviews', 'ownReviews', { query: { limit: pageSize } })

export const businessProfileQuery = (businessId: string) =>
  apiQuery('businesses', 'businessProfile', { params: { id: businessId } })

export const businessSearchQuery = (query: string) =>
  apiQuery('businesses', 'findBusinesses', { query: { query, reviewable: 'true' } })

/** Newest first. */
export const ownDisputesQuery = apiQuery('reviews', 'disputes', {})

/** A dispute as the viewer's party sees it. */
export const disputeThreadQuery = (disputeId: string) =>
  apiQuery('reviews', 'disputeThread', { params: { id: disputeId } })

export const ownFlagsQuery = apiInfiniteQuery('reviews', 'ownFlags', { query: { limit: pageSize } })

/** Private remarks about a client, visible to the client only. */
export const privateRemarksQuery = (clientId: string) =>
  apiInfiniteQuery('reviews', 'reviewsOfTarget', {
    params: { targetType: 'USER', targetId: clientId },
    query: { limit: pageSize },
  })

export const scoreExplanationQuery = (businessId: string) =>
  apiQuery('businesses', 'scoreExplanation', { params: { id: businessId } })

/** Available for one's own score only. */
export const scoreReviewsQuery = (businessId: string) =>
  apiInfiniteQuery('businesses', 'scoreReviews', { params: { id: businessId }, query: { limit: pageSize } })

export const ownExclusionsQuery = (businessId: string) =>
  apiQuery('businesses', 'scoreExclusions', { params: { id: businessId } })
