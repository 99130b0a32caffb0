import { trimToNull } from '../kernel/text.ts'
import type { FlagReason, ReviewEvent } from './review-events.ts'

export type DataOf<T extends ReviewEvent['type']> = Extract<ReviewEvent, { readonly type: T }>['data']
export type Submission = DataOf<'ReviewSubmitted'>
export type ReviewIdentity = Pick<
  Submission,
  'reviewId' | 'authorId' | 'authorType' | 'targetType' | 'targetId' | 'visibility'
>
export type ReviewContent = Pick<Submission, 'rating' | 'comment' | 'reasonCode' | 'reasonTags'>
export type ReviewStatus = 'ACTIVE' | 'HIDDEN' | 'REMOVED' | 'PENDING_REVIEW'
export type FlagOutcome = 'REVIEWED' | 'DISMISSED' | 'UPHELD'

export interface Flag {
  readonly flagId: string
  readonly reporterId: string
  readonly reason: FlagReason
  readonly note: string | null
  readonly weight: number
  readonly caseNumber: number
  readonly status: 'PENDING' | FlagOutcome
}

export interface ExistingReview {
  readonly status: ReviewStatus
  readonly identity: ReviewIdentity
  /** As first written: a repeated submission is compared with it. It and `words` must have been read open. */
  readonly submitted: Submission
  /** As they stand: an edit writes them all again. */
  readonly content: ReviewContent
  readonly flags: readonly Flag[]
  /** The review's latest case; 0 before the first flag. */
  readonly caseNumber: number
  /** A review has one dispute at most: once it has removed the review it never does again. */
  readonly removedByDispute: boolean
  /** The decisions of appeals that have reached it. */
  readonly rulings: readonly string[]
}

interface LiveReview extends ExistingReview {
  readonly status: 'ACTIVE' | 'PENDING_REVIEW'
}

export type ReviewState = { readonly status: 'NONE' } | ExistingReview

export const evolve = (state: ReviewState, event: ReviewEvent): ReviewState => {
  if (event.type === 'ReviewSubmitted') return submittedReview(event.data)
  if (state.status === 'NONE') return state
  switch (event.type) {
    case 'ReviewEdited':
      return { ...state, content: contentOf(event.data) }
    case 'ReviewFlagged':
      return { ...state, flags: [...state.flags, pendingFlag(event.data)], caseNumber: event.data.caseNumber }
    case 'FlagReviewed':
      return withFlagStatus(state, event.data.flagId, 'REVIEWED')
    case 'FlagDismissed':
      return withFlagStatus(state, event.data.flagId, 'DISMISSED')
    case 'FlagUpheld':
      return withFlagStatus(state, event.data.flagId, 'UPHELD')
    case 'FlagTurned':
      return withFlagStatus(state, event.data.flagId, event.data.outcome)
    case 'AppealApplied':
      return { ...state, rulings: [...state.rulings, event.data.rulingId] }
    case 'ReviewHeld':
      return { ...state, status: 'PENDING_REVIEW' }
    case 'ReviewHidden':
      return { ...state, status: 'HIDDEN' }
    case 'ReviewRestored':
      return { ...state, status: 'ACTIVE' }
    case 'ReviewRemoved':
      return {
        ...state,
        status: 'REMOVED',
        removedByDispute: state.removedByDispute || event.data.cause === 'dispute',
      }
  }
}

const submittedReview = (data: Submission): ExistingReview => ({
  status: 'ACTIVE',
  identity: identityOf(data),
  submitted: submissionOf(data),
  content: contentOf(data),
  flags: [],
  caseNumber: 0,
  removedByDispute: false,
  rulings: [],
})

const pendingFlag = ({ flagId, reporterId, reason, note, weight, caseNumber }: DataOf<'ReviewFlagged'>): Flag => {
  const status = 'PENDING'
  return { flagId, reporterId, reason, note, weight, caseNumber, status }
}

const withFlagStatus = (state: ExistingReview, flagId: string, status: FlagOutcome): ExistingReview => ({
  ...state,
  flags: state.flags.map((flag) => (flag.flagId === flagId ? { ...flag, status } : flag)),
})

/** It counts until somebody has decided against it: being held is no decision. */
export const isLive = (state: ReviewState): state is LiveReview =>
  state.status === 'ACTIVE' || state.status === 'PENDING_REVIEW'

export const pendingFlags = ({ flags }: ExistingReview): readonly Flag[] =>
  flags.filter(({ status }) => status === 'PENDING')

/** Who wrote it, and who reported it and still waits for an answer. */
export const authorAndReporters = (review: ExistingReview): readonly string[] => [
  review.identity.authorId,
  ...pendingFlags(review).map(({ reporterId }) => reporterId),
]

/** One of these, or whom it is about. */
export const isParty = (review: ExistingReview, accountId: string, targetAccountId: string | null): boolean =>
  accountId === targetAccountId ||
  (review.identity.targetType === 'BUSINESS' && accountId === review.identity.targetId) ||
  authorAndReporters(review).includes(accountId)

export const contentOf = ({ rating, comment, reasonCode, reasonTags }: ReviewContent): ReviewContent => {
  const tags = reasonTags.map((tag) => tag.trim())
  return { rating, comment: trimToNull(comment), reasonCode, reasonTags: tags }
}

export const submissionOf = (data: Submission): Submission => ({
  ...identityOf(data),
  ...contentOf(data),
  at: data.at,
})

/** The target's id is trimmed (V-38). */
const identityOf = ({
  reviewId,
  authorId,
  authorType,
  targetType,
  targetId,
  visibility,
}: ReviewIdentity): ReviewIdentity => {
  const trimmed = targetId.trim()
  return { reviewId, authorId, authorType, targetType, targetId: trimmed, visibility }
}
