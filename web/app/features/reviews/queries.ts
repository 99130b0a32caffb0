import { apiInfiniteQuery, apiQuery } from '../../shared/queries.ts'

const pageSize = 20

/** What the reader may see of a business's reviews. */
export const businessReviewsQuery = (businessId: string) =>
  apiInfiniteQuery('reviews', 'reviewsOfTarget', {
    params: { targetType: 'BUSINESS', targetId: businessId },
    query: { limit: pageSize },
  })

export const writtenReviewsQuery = apiInfiniteQuery('reviews', 'ownReviews', { query: { limit: pageSize } })

export const businessProfileQuery = (businessId: string) =>
  apiQuery('businesses', 'businessProfile', { params: { id: businessId } })

export const businessSearchQuery = (query: string) => apiQuery('businesses', 'findBusinesses', { query: { query } })

/** The newest first. */
export const ownDisputesQuery = apiQuery('reviews', 'disputes', {})

/** A dispute as the reader's side sees it. */
export const hearingQuery = (disputeId: string) => apiQuery('reviews', 'disputeThread', { params: { id: disputeId } })

export const ownFlagsQuery = apiInfiniteQuery('reviews', 'flagsRaised', { query: { limit: pageSize } })

/** What businesses wrote to a client alone. */
export const privateRemarksQuery = (clientId: string) =>
  apiInfiniteQuery('reviews', 'reviewsOfTarget', {
    params: { targetType: 'USER', targetId: clientId },
    query: { limit: pageSize },
  })
export const scoreExplanationQuery = (businessId: string) =>
  apiQuery('businesses', 'scoreWhy', { params: { id: businessId } })

/** Of one's own score only. */
export const scoreReviewsQuery = (businessId: string) =>
  apiInfiniteQuery('businesses', 'scoreReviews', { params: { id: businessId }, query: { limit: pageSize } })

export const ownExclusionsQuery = (businessId: string) =>
  apiQuery('businesses', 'scoreExclusions', { params: { id: businessId } })
