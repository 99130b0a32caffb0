import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { sameContent } from '../kernel/equality.ts'
import { Id, type Instant, Stars } from '../kernel/primitives.ts'
import { exceeds, fitsLength } from '../kernel/text.ts'
import {
  contentOf,
  evolve,
  type ExistingReview,
  type ReviewContent,
  type ReviewEvent,
  ReviewEvents,
  type ReviewState,
  storedContentOf,
  type Submission,
  submissionOf,
} from './review-state.ts'
import { decideFlag, type DecideFlag, type FlagRejection, flagReview, type FlagReview } from './review-flags.ts'
import {
  applyRuling,
  type ApplyRuling,
  type HoldReview,
  holdReview,
  moderateReview,
  type ModerateReview,
  type ModerationRejection,
  removeByDispute,
  type RemoveByDispute,
} from './review-moderation.ts'
import { maxTags, type ReasonCode, remarkVisibility, type ReviewStatus, textLengths } from './vocabulary.ts'
export type { ReviewState } from './review-state.ts'

// --- Commands and rejections ------------------------------------------------------------------------

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
  readonly disputeUndecided: boolean
  readonly at: Instant
}

export type ReviewCommand =
  SubmitReview | EditReview | FlagReview | DecideFlag | HoldReview | ModerateReview | RemoveByDispute | ApplyRuling

export type ReviewRejection =
  | FlagRejection
  | ModerationRejection
  /** Unknown, or private and the caller is neither its author nor its target. */
  | { readonly type: 'ReviewNotFound' }
  /** The id belongs to a review with different content. */
  | { readonly type: 'ReviewExists' }
  /** The author is the reviewed account. */
  | { readonly type: 'SelfReview' }
  /** The target's id is malformed. */
  | { readonly type: 'ReviewTargetInvalid' }
  /** Only businesses review clients, and only in private. @rule Q-113 @rule Q-46 */
  | { readonly type: 'RemarkNotPrivate' }
  /** The stars of a review are not a whole number within the limits. */
  | { readonly type: 'ReviewStarsInvalid' }
  /** The comment of a review exceeds the limit. */
  | { readonly type: 'ReviewCommentTooLong'; readonly max: number }
  /** There are too many tags, or one is empty or too long. */
  | { readonly type: 'ReviewTagsInvalid'; readonly maxTags: number; readonly maxCharacters: number }
  /** Somebody other than the author edits the review. */
  | { readonly type: 'NotYourReview' }
  /** The edit changes no field. */
  | { readonly type: 'NothingToEdit' }
  /** The review is held, hidden or removed. */
  | { readonly type: 'ReviewNotEditable'; readonly status: ReviewStatus }
  /** The author edits a review with an undecided dispute. */
  | { readonly type: 'ReviewUnderDispute' }

type Decision = DecisionOf<ReviewEvent, ReviewRejection>

// --- Decisions --------------------------------------------------------------------------------------

const decide = (command: ReviewCommand, review: ReviewState): Decision => {
  if (command.type === 'SubmitReview') return submitReview(command, review)
  if (review.status === 'NONE') return reject({ type: 'ReviewNotFound' })
  switch (command.type) {
    case 'EditReview':
      return editReview(command, review)
    case 'FlagReview':
      return flagReview(command, review)
    case 'DecideFlag':
      return decideFlag(command, review)
    case 'HoldReview':
      return holdReview(command, review)
    case 'ModerateReview':
      return moderateReview(command, review)
    case 'RemoveByDispute':
      return removeByDispute(command, review)
    case 'ApplyRuling':
      return applyRuling(command, review)
  }
}

/** Publishes the review. Repeating the submission with the same content changes nothing. */
const submitReview = (command: SubmitReview, review: ReviewState): Decision => {
  const submission = submissionOf(command)
  if (review.status !== 'NONE') return isRepeated(submission, review) ? nothing : reject({ type: 'ReviewExists' })
  const rejection = validateSubmission(command)
  return rejection === null ? accept({ type: 'ReviewSubmitted', data: submission }) : reject(rejection)
}

/** A retried request differs from the first one in its time only. */
const isRepeated = (submission: Submission, { submitted }: ExistingReview): boolean =>
  sameContent({ ...submission, at: null }, { ...submitted, at: null })

/** What an edit depends on besides the changes. */
interface EditableReview {
  readonly isAuthor: boolean
  readonly status: ReviewStatus
  readonly disputeUndecided: boolean
}

/**
 * Why the review cannot be edited now, whatever the changes.
 * @rule Q-48 only by its author while active and without an undecided dispute
 */
export const editRejection = ({ isAuthor, status, disputeUndecided }: EditableReview): ReviewRejection | null => {
  if (!isAuthor) return { type: 'NotYourReview' }
  if (status !== 'ACTIVE') return { type: 'ReviewNotEditable', status }
  return disputeUndecided ? { type: 'ReviewUnderDispute' } : null
}

/**
 * Replaces the content of the review.
 * @rule V-42 at least one field
 */
const editReview = ({ by, changes, disputeUndecided, at }: EditReview, review: ExistingReview): Decision => {
  const { identity, status, content, submitted } = review
  const notEditable = editRejection({ isAuthor: by === identity.authorId, status, disputeUndecided })
  if (notEditable !== null) return reject(notEditable)
  if (Object.values(changes).every((value) => value === undefined)) return reject({ type: 'NothingToEdit' })

  const edited = withChanges(content, changes)
  const rejection = validateContent(edited)
  if (rejection !== null) return reject(rejection)
  return sameContent(edited, content)
    ? nothing
    : accept({
        type: 'ReviewEdited',
        data: {
          ...identity,
          ...storedContentOf(edited),
          formerReasonCode: content.reasonCode,
          submittedAt: submitted.at,
          at,
        },
      })
}

const withChanges = (
  content: ReviewContent,
  { rating = content.stars, comment = content.comment, reasonCode = content.reasonCode }: EditReview['changes'],
): ReviewContent => contentOf({ rating, comment, reasonCode, reasonTags: content.reasonTags })

// --- Validation -------------------------------------------------------------------------------------

/** Checks everything about a submission that does not depend on earlier events. */
export const validateSubmission = (command: SubmitReview): ReviewRejection | null =>
  validateTarget(command) ?? validateContent(contentOf(command))

const validateTarget = (command: SubmitReview): ReviewRejection | null => {
  const targetId = command.targetId.trim()
  if (!Id.is(targetId)) return { type: 'ReviewTargetInvalid' }
  if (command.targetType === 'PLACE') return null
  const reviewedAccount = command.targetType === 'USER' ? command.targetAccountId : targetId
  if (reviewedAccount === command.authorId) return { type: 'SelfReview' }
  return command.targetType === 'USER' && !isPrivateRemark(command) ? { type: 'RemarkNotPrivate' } : null
}

const isPrivateRemark = ({ authorType, visibility }: SubmitReview): boolean =>
  authorType === 'user' && visibility === remarkVisibility

/**
 * @rule V-34 stars
 * @rule V-35 comment
 * @rule V-40 number of tags
 * @rule C-24 @rule Q-49 length of the comment
 */
const validateContent = ({ stars, comment, reasonTags }: ReviewContent): ReviewRejection | null => {
  if (!Stars.is(stars)) return { type: 'ReviewStarsInvalid' }
  const { comment: commentLength, tag: tagLength } = textLengths
  if (exceeds(comment, commentLength.max)) return { type: 'ReviewCommentTooLong', max: commentLength.max }
  const areTagsValid = reasonTags.length <= maxTags && reasonTags.every((tag) => fitsLength(tag, tagLength))
  return areTagsValid ? null : { type: 'ReviewTagsInvalid', maxTags, maxCharacters: tagLength.max }
}

/**
 * A review of a business, place or client. Its events and state are in `review-state.ts`; `review-flags.ts` and
 * `review-moderation.ts` decide on flags, and on moderation, disputes and appeals.
 */
export const review: Aggregate<ReviewCommand, ReviewEvent, ReviewState, ReviewRejection> = {
  category: 'review',
  events: ReviewEvents,
  initial: { status: 'NONE' },
  evolve,
  decide,
}
