import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { sameContent } from '../kernel/equality.ts'
import { Id, type Instant, Stars } from '../kernel/primitives.ts'
import { exceeds } from '../kernel/text.ts'
import type { ReviewEvent } from './review-events.ts'
import {
  contentOf,
  type ExistingReview,
  type ReviewContent,
  type ReviewState,
  type Submission,
  submissionOf,
} from './review-state.ts'
import { maxTags, type ReasonCode, type ReviewStatus, textLengths } from './vocabulary.ts'

/** For a USER (a client) the account must be known, so that authors cannot review themselves. */
type ReviewTarget =
  | { readonly targetType: 'BUSINESS' | 'PLACE'; readonly targetId: string }
  | { readonly targetType: 'USER'; readonly targetId: string; readonly targetAccountId: string }

export type SubmitReview = { readonly type: 'SubmitReview' } & Omit<Submission, 'targetType' | 'targetId'> &
  ReviewTarget

export interface EditReview {
  readonly type: 'EditReview'
  readonly by: string
  /** Omitted fields stay unchanged; null removes the comment. */
  readonly changes: {
    readonly rating?: number | undefined
    readonly comment?: string | null | undefined
    readonly reasonCode?: ReasonCode | undefined
  }
  /** The review has an undecided dispute. */
  readonly disputeOpen: boolean
  readonly at: Instant
}

export type SubmissionRejection =
  | { readonly type: 'ReviewExists' }
  | { readonly type: 'SelfReview' }
  | { readonly type: 'ReviewTargetInvalid' }
  /** Only businesses review clients, and only in private. @rule Q-113 @rule Q-46 */
  | { readonly type: 'RemarkNotPrivate' }
  | { readonly type: 'ReviewStarsInvalid' }
  | { readonly type: 'ReviewCommentTooLong'; readonly most: number }
  | { readonly type: 'ReviewTagsInvalid'; readonly maxTags: number; readonly maxCharacters: number }
  | { readonly type: 'NotYourReview' }
  | { readonly type: 'NothingToEdit' }
  | { readonly type: 'ReviewNotEditable'; readonly status: ReviewStatus }
  | { readonly type: 'ReviewUnderDispute' }

/** A repeated submission with the same content changes nothing. */
export const submitReview = (
  command: SubmitReview,
  state: ReviewState,
): DecisionOf<ReviewEvent, SubmissionRejection> => {
  const submission = submissionOf(command)
  if (state.status !== 'NONE')
    return sameContent({ ...submission, at: null }, { ...state.submitted, at: null })
      ? nothing
      : reject({ type: 'ReviewExists' })

  const rejection = validateSubmission(command)
  return rejection === null ? accept({ type: 'ReviewSubmitted', data: submission }) : reject(rejection)
}

/** @rule Q-48 only the author edits, and only an active, undisputed review @rule V-42 at least one field */
export const editReview = (
  { by, changes, disputeOpen, at }: EditReview,
  review: ExistingReview,
): DecisionOf<ReviewEvent, SubmissionRejection> => {
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
  return sameContent(edited, content) ? nothing : accept({ type: 'ReviewEdited', data: { ...identity, ...edited, at } })
}

/** Rules of a submission that do not depend on the state of the review. */
export const validateSubmission = (command: SubmitReview): SubmissionRejection | null =>
  validateTarget(command) ?? validateContent(submissionOf(command))

const validateTarget = (command: SubmitReview): SubmissionRejection | null => {
  const targetId = command.targetId.trim()
  if (!Id.is(targetId)) return { type: 'ReviewTargetInvalid' }
  if (command.targetType === 'PLACE') return null
  const account = command.targetType === 'USER' ? command.targetAccountId : targetId
  if (account === command.authorId) return { type: 'SelfReview' }
  const isPrivateRemark = command.authorType === 'user' && command.visibility === 'PRIVATE_TO_BUSINESS'
  return command.targetType === 'USER' && !isPrivateRemark ? { type: 'RemarkNotPrivate' } : null
}

/** @rule V-35 @rule V-40 @rule C-24 @rule Q-49 */
const validateContent = ({ rating, comment, reasonTags }: ReviewContent): SubmissionRejection | null => {
  if (!Stars.is(rating)) return { type: 'ReviewStarsInvalid' }
  const { comment: commentLength, tag: tagLength } = textLengths
  if (exceeds(comment, commentLength.max)) return { type: 'ReviewCommentTooLong', most: commentLength.max }
  const tagsFit = reasonTags.length <= maxTags && reasonTags.every((tag) => tag !== '' && !exceeds(tag, tagLength.max))
  return tagsFit ? null : { type: 'ReviewTagsInvalid', maxTags, maxCharacters: tagLength.max }
}
