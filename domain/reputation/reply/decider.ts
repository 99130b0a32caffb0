import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import type { TargetType } from '../review/events.ts'
import { longerThan } from '../text.ts'
import { ReplyEvents, type ReplyEvent } from './events.ts'

type ReviewStatus = 'ACTIVE' | 'HIDDEN' | 'REMOVED' | 'PENDING_REVIEW'

interface Asked {
  readonly reviewId: string
  /** The account of the business that asks. */
  readonly businessId: string
  /** The review as it stands. */
  readonly review: { readonly targetType: TargetType; readonly targetId: string; readonly status: ReviewStatus }
  readonly at: Instant
}

export type ReplyCommand =
  /** Publishes a reply, or puts other words in its place. */
  | ({ readonly type: 'PublishReply'; readonly text: string } & Asked)
  | ({ readonly type: 'WithdrawReply' } & Asked)
  /** The review it answers was edited at that moment. */
  | { readonly type: 'NoteReviewEdited'; readonly at: Instant }

interface LiveReply {
  readonly reviewId: string
  readonly businessId: string
  /** A repeated request is compared with it, so it must have been read open. */
  readonly text: string
  readonly at: Instant
  /** The review was edited since. */
  readonly overtaken: boolean
}

/** Null while there is none. */
export type ReplyState = LiveReply | null

export type ReplyRejection =
  | { readonly type: 'NotTheReviewedBusiness' }
  | { readonly type: 'ReviewNotAnswerable'; readonly status: ReviewStatus }
  | { readonly type: 'ReplyLength'; readonly least: number; readonly most: number }

const least = 10
const most = 1000

const accept = (...events: readonly ReplyEvent[]) => E.right(events)
const reject = (rejection: ReplyRejection) => E.left(rejection)

const evolve = (state: ReplyState, { type, data }: ReplyEvent): ReplyState => {
  switch (type) {
    case 'ReplyPublished':
    case 'ReplyEdited':
      return { ...data, overtaken: false }
    case 'ReplyWithdrawn':
      return null
    case 'ReplyOvertaken':
      return state && { ...state, overtaken: true }
  }
}

const decide = (command: ReplyCommand, state: ReplyState): E.Either<ReplyRejection, readonly ReplyEvent[]> => {
  if (command.type === 'NoteReviewEdited') return accept(...overtaking(command.at, state))
  const { reviewId, businessId, review, at } = command
  if (review.targetType !== 'BUSINESS' || review.targetId !== businessId)
    return reject({ type: 'NotTheReviewedBusiness' })
  const whose = { reviewId, businessId }
  if (command.type === 'WithdrawReply')
    return state === null ? accept() : accept({ type: 'ReplyWithdrawn', data: { ...whose, at } })

  const text = command.text.trim()
  if (review.status === 'HIDDEN' || review.status === 'REMOVED')
    return reject({ type: 'ReviewNotAnswerable', status: review.status })
  if (text.length < least || longerThan(most, text)) return reject({ type: 'ReplyLength', least, most })
  if (state === null) return accept({ type: 'ReplyPublished', data: { ...whose, text, at } })
  return state.text === text && !state.overtaken
    ? accept()
    : accept({ type: 'ReplyEdited', data: { ...whose, text, at } })
}

/** Told late, or again, an edit the reply already answers changes nothing. */
const overtaking = (at: Instant, state: ReplyState): readonly ReplyEvent[] => {
  if (state === null || state.overtaken || !isBefore(state.at, at)) return []
  const { reviewId, businessId } = state
  return [{ type: 'ReplyOvertaken', data: { reviewId, businessId, at } }]
}

/** What the business a review is about answers in public; the stream's id is the review's. */
export const reply: Aggregate<ReplyCommand, ReplyEvent, ReplyState, ReplyRejection> = {
  category: 'reply',
  events: ReplyEvents,
  initial: null,
  evolve,
  decide,
}
