import { randomUUID } from 'node:crypto'

/** A review of a business as its author submits it. */
export const reviewOf = (targetId: string) => ({
  reviewId: randomUUID(),
  targetType: 'BUSINESS' as const,
  targetId,
  rating: 4,
  comment: 'Tutto bene',
  reasonCode: 'SERVICE' as const,
  reasonTags: [],
  visibility: 'PUBLIC_ANONYMOUS' as const,
})
