import { E } from '../../kernel/fp.ts'
import { Id, Stars, type Instant } from '../../kernel/primitives.ts'
import { longerThan } from '../text.ts'
import type { ReasonCode, ReviewEvent } from './events.ts'
import {
  submissionOf,
  wordsOf,
  type ModerationStatus,
  type ReviewState,
  type Submission,
  type Words,
  type WrittenReview,
} from './state.ts'

/** For a USER, a client, the account behind it must be known: nobody reviews himself. */
type Target =
  | { readonly targetType: 'BUSINESS' | 'PLACE'; readonly targetId: string }
  | { readonly targetType: 'USER'; readonly targetId: string; readonly targetAccountId: string }

export type SubmitReview = { readonly type: 'SubmitReview' } & Omit<Submission, 'targetType' | 'targetId'> & Target

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

export type WritingRejection =
  | { readonly type: 'ReviewExists' }
  | { readonly type: 'SelfReview' }
  | { readonly type: 'ReviewTargetInvalid' }
  /** A remark on a client is a business's, and for that client's eyes only. */
  | { readonly type: 'RemarkNotPrivate' }
  | { readonly type: 'ReviewStarsInvalid' }
  | { readonly type: 'ReviewCommentTooLong'; readonly most: number }
  | { readonly type: 'ReviewTagsInvalid'; readonly mostTags: number; readonly mostCharacters: number }
  | { readonly type: 'NotYourReview' }
  | { readonly type: 'NothingToEdit' }
  | { readonly type: 'ReviewNotEditable'; readonly status: ModerationStatus }
  | { readonly type: 'ReviewUnderDispute' }

/** Characters; the dialogs stop at 500 (V-35, C-24, Q-49). */
const longestComment = 2000
/** V-40, C-24. */
const [mostTags, longestTag] = [10, 50]

const accept = (...events: readonly ReviewEvent[]) => E.right(events)
const reject = (rejection: WritingRejection) => E.left(rejection)

export const submit = (command: SubmitReview, state: ReviewState) => {
  const submission = submissionOf(command)
  if (state.status !== 'NONE')
    return same({ ...submission, at: null }, { ...state.submitted, at: null })
      ? accept()
      : reject({ type: 'ReviewExists' })

  const flaw = flawOfTarget(command) ?? flawOf(submission)
  return flaw === null ? accept({ type: 'ReviewSubmitted', data: submission }) : reject(flaw)
}

/** The author's own words only, and not while somebody judges them or has done so (Q-48, V-42). */
export const edit = ({ by, changes, disputeOpen, at }: EditReview, review: WrittenReview) => {
  const { whose, status, words } = review
  if (by !== whose.authorId) return reject({ type: 'NotYourReview' })
  const { rating, comment, reasonCode } = changes
  if (rating === undefined && comment === undefined && reasonCode === undefined)
    return reject({ type: 'NothingToEdit' })
  if (status !== 'ACTIVE') return reject({ type: 'ReviewNotEditable', status })
  if (disputeOpen) return reject({ type: 'ReviewUnderDispute' })

  const edited = wordsOf({
    rating: rating ?? words.rating,
    comment: comment === undefined ? words.comment : comment,
    reasonCode: reasonCode ?? words.reasonCode,
    reasonTags: words.reasonTags,
  })
  const flaw = flawOf(edited)
  if (flaw !== null) return reject(flaw)
  return same(edited, words) ? accept() : accept({ type: 'ReviewEdited', data: { ...whose, ...edited, at } })
}

const flawOfTarget = (command: SubmitReview): WritingRejection | null => {
  const targetId = command.targetId.trim()
  if (!Id.is(targetId)) return { type: 'ReviewTargetInvalid' }
  if (command.targetType === 'PLACE') return null
  const account = command.targetType === 'USER' ? command.targetAccountId : targetId
  if (account === command.authorId) return { type: 'SelfReview' }
  const remark = command.authorType === 'user' && command.visibility === 'PRIVATE_TO_BUSINESS'
  return command.targetType === 'USER' && !remark ? { type: 'RemarkNotPrivate' } : null
}

const flawOf = ({ rating, comment, reasonTags }: Words): WritingRejection | null => {
  if (!Stars.is(rating)) return { type: 'ReviewStarsInvalid' }
  if (longerThan(longestComment, comment)) return { type: 'ReviewCommentTooLong', most: longestComment }
  const tagsFit = reasonTags.length <= mostTags && reasonTags.every((tag) => tag !== '' && !longerThan(longestTag, tag))
  return tagsFit ? null : { type: 'ReviewTagsInvalid', mostTags, mostCharacters: longestTag }
}

/** Both sides come out of the same hand, their fields in the same order. */
const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
