import { read, readPages } from '../../shared/read.ts'

const page = 20

/** What the reader may see of a business's reviews. */
export const reviewsOf = (businessId: string) =>
  readPages('reviews', 'reviewsOfTarget', {
    params: { targetType: 'BUSINESS', targetId: businessId },
    query: { limit: page },
  })

export const writtenReviews = readPages('reviews', 'ownReviews', { query: { limit: page } })

export const profileOf = (businessId: string) => read('businesses', 'businessProfile', { params: { id: businessId } })

export const businessesNamed = (query: string) => read('businesses', 'findBusinesses', { query: { query } })

/** The newest first. */
export const ownDisputes = read('reviews', 'disputes', {})

/** A dispute as the reader's side sees it. */
export const hearingOf = (disputeId: string) => read('reviews', 'hearing', { params: { id: disputeId } })

export const flagsRaised = readPages('reviews', 'flagsRaised', { query: { limit: page } })

/** What businesses wrote to a client alone. */
export const remarksOn = (clientId: string) =>
  readPages('reviews', 'reviewsOfTarget', {
    params: { targetType: 'USER', targetId: clientId },
    query: { limit: page },
  })
export const scoreWhyOf = (businessId: string) => read('businesses', 'scoreWhy', { params: { id: businessId } })

/** Of one's own score only. */
export const scoreReviewsOf = (businessId: string) =>
  readPages('businesses', 'scoreReviews', { params: { id: businessId }, query: { limit: page } })

export const ownExclusionsOf = (businessId: string) =>
  read('businesses', 'scoreExclusions', { params: { id: businessId } })
