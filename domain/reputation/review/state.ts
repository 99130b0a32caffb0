import { tidy } from '../text.ts'
import type { FlagReason, ReviewEvent } from './events.ts'

export type DataOf<T extends ReviewEvent['type']> = Extract<ReviewEvent, { readonly type: T }>['data']
export type Submission = DataOf<'ReviewSubmitted'>
export type Whose = Pick<Submission, 'reviewId' | 'authorId' | 'authorType' | 'targetType' | 'targetId' | 'visibility'>
export type Words = Pick<Submission, 'rating' | 'comment' | 'reasonCode' | 'reasonTags'>
export type ModerationStatus = 'ACTIVE' | 'HIDDEN' | 'REMOVED' | 'PENDING_REVIEW'
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

export interface WrittenReview {
  readonly status: ModerationStatus
  readonly whose: Whose
  /** As first written: a repeated submission is compared with it. It and `words` must have been read open. */
  readonly submitted: Submission
  /** As they stand: an edit writes them all again. */
  readonly words: Words
  readonly flags: readonly Flag[]
  /** The review's latest case; 0 before the first flag. */
  readonly caseNumber: number
  /** A review has one dispute at most: once it has removed the review it never does again. */
  readonly removedByDispute: boolean
  /** The decisions of appeals that have reached it. */
  readonly rulings: readonly string[]
}

interface StandingReview extends WrittenReview {
  readonly status: 'ACTIVE' | 'PENDING_REVIEW'
}

export type ReviewState = { readonly status: 'NONE' } | WrittenReview

export const evolve = (state: ReviewState, event: ReviewEvent): ReviewState => {
  if (event.type === 'ReviewSubmitted') return written(event.data)
  if (state.status === 'NONE') return state
  switch (event.type) {
    case 'ReviewEdited':
      return { ...state, words: wordsOf(event.data) }
    case 'ReviewFlagged':
      return { ...state, flags: [...state.flags, pending(event.data)], caseNumber: event.data.caseNumber }
    case 'FlagReviewed':
      return decided(state, event.data.flagId, 'REVIEWED')
    case 'FlagDismissed':
      return decided(state, event.data.flagId, 'DISMISSED')
    case 'FlagUpheld':
      return decided(state, event.data.flagId, 'UPHELD')
    case 'FlagTurned':
      return decided(state, event.data.flagId, event.data.outcome)
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

const written = (data: Submission): WrittenReview => ({
  status: 'ACTIVE',
  whose: whoseOf(data),
  submitted: submissionOf(data),
  words: wordsOf(data),
  flags: [],
  caseNumber: 0,
  removedByDispute: false,
  rulings: [],
})

const pending = ({ flagId, reporterId, reason, note, weight, caseNumber }: DataOf<'ReviewFlagged'>): Flag => {
  const status = 'PENDING'
  return { flagId, reporterId, reason, note, weight, caseNumber, status }
}

const decided = (state: WrittenReview, flagId: string, status: FlagOutcome): WrittenReview => ({
  ...state,
  flags: state.flags.map((flag) => (flag.flagId === flagId ? { ...flag, status } : flag)),
})

/** It counts until somebody has decided against it: being held is no decision. */
export const stands = (state: ReviewState): state is StandingReview =>
  state.status === 'ACTIVE' || state.status === 'PENDING_REVIEW'

export const pendingFlags = ({ flags }: WrittenReview): readonly Flag[] =>
  flags.filter(({ status }) => status === 'PENDING')

/** Who wrote it, and who reported it and still waits for an answer. */
export const voicesIn = (review: WrittenReview): readonly string[] => [
  review.whose.authorId,
  ...pendingFlags(review).map(({ reporterId }) => reporterId),
]

/** One of these, or whom it is about. */
export const isParty = (review: WrittenReview, accountId: string, targetAccountId: string | null): boolean =>
  accountId === targetAccountId ||
  (review.whose.targetType === 'BUSINESS' && accountId === review.whose.targetId) ||
  voicesIn(review).includes(accountId)

export const wordsOf = ({ rating, comment, reasonCode, reasonTags }: Words): Words => {
  const tags = reasonTags.map((tag) => tag.trim())
  return { rating, comment: tidy(comment), reasonCode, reasonTags: tags }
}

export const submissionOf = (data: Submission): Submission => ({
  ...whoseOf(data),
  ...wordsOf(data),
  at: data.at,
})

/** The target's id is trimmed (V-38). */
const whoseOf = ({ reviewId, authorId, authorType, targetType, targetId, visibility }: Whose): Whose => {
  const trimmed = targetId.trim()
  return { reviewId, authorId, authorType, targetType, targetId: trimmed, visibility }
}
