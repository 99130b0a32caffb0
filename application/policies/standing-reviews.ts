import type { ReviewState } from '../../domain/reputation/review/decider.ts'

/** A review counts for what it earns until somebody has decided against it: being held is no decision. */
export const earns = (status: ReviewState['status']): boolean => status === 'ACTIVE' || status === 'PENDING_REVIEW'
