import type { DataOf } from '../kernel/event.ts'
import { trimToNull } from '../kernel/text.ts'
import { FlagReversed, type ReviewEvent } from './review-events.ts'
import type { FlagOutcome, FlagReason, ReviewStatus } from './vocabulary.ts'

// --- State ------------------------------------------------------------------------------------------

export type Submission = DataOf<ReviewEvent, 'ReviewSubmitted'>
export type ReviewIdentity = Pick<
  Submission,
  'reviewId' | 'authorId' | 'authorType' | 'targetType' | 'targetId' | 'visibility'
>
export type ReviewContent = Pick<Submission, 'rating' | 'comment' | 'reasonCode' | 'reasonTags'>

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
  /** As first submitted, for comparison with a repeated submission. Requires open privacy, like `content`. */
  readonly submitted: Submission
  /** Current content; an edit replaces all of it. */
  readonly content: ReviewContent
  readonly flags: readonly Flag[]
  /** The latest case; 0 before the first flag. */
  readonly caseNumber: number
  /** A review has at most one dispute, and the dispute removes the review at most once. */
  readonly removedByDispute: boolean
  /** Ids of the appeal decisions applied so far. */
  readonly rulings: readonly string[]
}

export type ReviewState = { readonly status: 'NONE' } | ExistingReview

// --- Evolve -----------------------------------------------------------------------------------------

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
    case FlagReversed.type:
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

const pendingFlag = ({
  flagId,
  reporterId,
  reason,
  note,
  weight,
  caseNumber,
}: DataOf<ReviewEvent, 'ReviewFlagged'>): Flag => ({
  flagId,
  reporterId,
  reason,
  note,
  weight,
  caseNumber,
  status: 'PENDING',
})

const withFlagStatus = (state: ExistingReview, flagId: string, status: FlagOutcome): ExistingReview => ({
  ...state,
  flags: state.flags.map((flag) => (flag.flagId === flagId ? { ...flag, status } : flag)),
})

// --- Predicates -------------------------------------------------------------------------------------

/** Neither hidden nor removed: nobody has decided against a held review yet. */
export const isActiveOrHeld = <R extends { readonly status: ReviewState['status'] }>(
  review: R,
): review is R & { readonly status: 'ACTIVE' | 'PENDING_REVIEW' } =>
  review.status === 'ACTIVE' || review.status === 'PENDING_REVIEW'

export const pendingFlags = <F extends Pick<Flag, 'status'>>({
  flags,
}: {
  readonly flags: readonly F[]
}): readonly F[] => flags.filter(({ status }) => status === 'PENDING')

/** What tells the parties to a review. */
export interface ReviewParties {
  readonly identity: Pick<ReviewIdentity, 'authorId' | 'targetType' | 'targetId'>
  readonly flags: readonly Pick<Flag, 'reporterId' | 'status'>[]
}

/** The author and the reporters of pending flags. */
export const authorAndReporters = (review: ReviewParties): readonly string[] => [
  review.identity.authorId,
  ...pendingFlags(review).map(({ reporterId }) => reporterId),
]

/** Whether the account is the author, a reporter of a pending flag, or the target. */
export const isParty = (review: ReviewParties, accountId: string, targetAccountId: string | null): boolean =>
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

/** @rule V-38 the target id is trimmed */
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
