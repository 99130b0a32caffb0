import { E } from '../kernel/fp.ts'
import { Id, type Instant, Stars } from '../kernel/primitives.ts'
import { exceeds } from '../kernel/text.ts'
import type { ReasonCode, ReviewEvent } from './review-events.ts'
import {
  contentOf,
  type ExistingReview,
  type ReviewContent,
  type ReviewState,
  type ReviewStatus,
  type Submission,
  submissionOf,
} from './review-state.ts'

/** For a USER, a client, the account behind it must be known: nobody reviews himself. */
type ReviewTarget =
  | { readonly targetType: 'BUSINESS' | 'PLACE'; readonly targetId: string }
  | { readonly targetType: 'USER'; readonly targetId: string; readonly targetAccountId: string }

export type SubmitReview = { readonly type: 'SubmitReview' } & Omit<Submission, 'targetType' | 'targetId'> &
  ReviewTarget

export interface EditReview {
  readonly type: 'EditReview'
  readonly by: string
  /** What is left out stays; a null comment is taken away. */
  readonly changes: {
    readonly rating?: number | undefined
    readonly comment?: string | null | undefined
    readonly reasonCode?: ReasonCode | undefined
  }
  /** The review's dispute waits for an answer. */
  readonly disputeOpen: boolean
  readonly at: Instant
}

export type SubmissionRejection =
  | { readonly type: 'ReviewExists' }
  | { readonly type: 'SelfReview' }
  | { readonly type: 'ReviewTargetInvalid' }
  /** A remark on a client is a business's, and for that client's eyes only. */
  | { readonly type: 'RemarkNotPrivate' }
  | { readonly type: 'ReviewStarsInvalid' }
  | { readonly type: 'ReviewCommentTooLong'; readonly most: number }
  | { readonly type: 'ReviewTagsInvalid'; readonly maxTags: number; readonly maxCharacters: number }
  | { readonly type: 'NotYourReview' }
  | { readonly type: 'NothingToEdit' }
  | { readonly type: 'ReviewNotEditable'; readonly status: ReviewStatus }
  | { readonly type: 'ReviewUnderDispute' }

/** Characters; the dialogs stop at 500 (V-35, C-24, Q-49). */
const maxCommentLength = 2000
/** V-40, C-24. */
const [mostTags, longestTag] = [10, 50]

const accept = (...events: readonly ReviewEvent[]) => E.right(events)
const reject = (rejection: SubmissionRejection) => E.left(rejection)

export const submitReview = (command: SubmitReview, state: ReviewState) => {
  const submission = submissionOf(command)
  if (state.status !== 'NONE')
    return sameContent({ ...submission, at: null }, { ...state.submitted, at: null })
      ? accept()
      : reject({ type: 'ReviewExists' })

  const rejection = validateTarget(command) ?? validateContent(submission)
  return rejection === null ? accept({ type: 'ReviewSubmitted', data: submission }) : reject(rejection)
}

/** The author's own words only, and not while somebody judges them or has done so (Q-48, V-42). */
export const editReview = ({ by, changes, disputeOpen, at }: EditReview, review: ExistingReview) => {
  const { identity, status, content } = review
  if (by !== identity.authorId) return reject({ type: 'NotYourReview' })
  const { rating, comment, reasonCode } = changes
  if (rating === undefined && comment === undefined && reasonCode === undefined)
    return reject({ type: 'NothingToEdit' })
  if (status !== 'ACTIVE') return reject({ type: 'ReviewNotEditable', status })
  if (disputeOpen) return reject({ type: 'ReviewUnderDispute' })

  const edited = contentOf({
    rating: rating ?? content.rating,
    comment: comment === undefined ? content.comment : comment,
    reasonCode: reasonCode ?? content.reasonCode,
    reasonTags: content.reasonTags,
  })
  const rejection = validateContent(edited)
  if (rejection !== null) return reject(rejection)
  return sameContent(edited, content)
    ? accept()
    : accept({ type: 'ReviewEdited', data: { ...identity, ...edited, at } })
}

const validateTarget = (command: SubmitReview): SubmissionRejection | null => {
  const targetId = command.targetId.trim()
  if (!Id.is(targetId)) return { type: 'ReviewTargetInvalid' }
  if (command.targetType === 'PLACE') return null
  const account = command.targetType === 'USER' ? command.targetAccountId : targetId
  if (account === command.authorId) return { type: 'SelfReview' }
  const remark = command.authorType === 'user' && command.visibility === 'PRIVATE_TO_BUSINESS'
  return command.targetType === 'USER' && !remark ? { type: 'RemarkNotPrivate' } : null
}

const validateContent = ({ rating, comment, reasonTags }: ReviewContent): SubmissionRejection | null => {
  if (!Stars.is(rating)) return { type: 'ReviewStarsInvalid' }
  if (exceeds(maxCommentLength, comment)) return { type: 'ReviewCommentTooLong', most: maxCommentLength }
  const tagsFit = reasonTags.length <= mostTags && reasonTags.every((tag) => tag !== '' && !exceeds(longestTag, tag))
  return tagsFit ? null : { type: 'ReviewTagsInvalid', maxTags: mostTags, maxCharacters: longestTag }
}

/** Both sides come out of the same hand, their fields in the same order. */
const sameContent = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
