import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant } from '../kernel/primitives.ts'
import { exceeds } from '../kernel/text.ts'
import { isBefore } from '../kernel/time.ts'
import type { TargetType } from './review-events.ts'

/** A review has one live reply at most, so the reply's id is the review's. */
const replyIdentityFields = { reviewId: clear(Id), businessId: clear(Id) }
const replyFields = { ...replyIdentityFields, text: pii('businessId', t.string, ''), at: clear(Instant) }

export const ReplyPublished = event('ReplyPublished', replyFields)
export const ReplyEdited = event('ReplyEdited', replyFields)
export const ReplyWithdrawn = event('ReplyWithdrawn', { ...replyIdentityFields, at: clear(Instant) })
/** The review was edited after the reply, which may no longer answer it. */
export const ReplyOvertaken = event('ReplyOvertaken', { ...replyIdentityFields, at: clear(Instant) })

export const ReplyEvents = family(ReplyPublished, ReplyEdited, ReplyWithdrawn, ReplyOvertaken)
export type ReplyEvent = EventIn<typeof ReplyEvents>

type ReviewStatus = 'ACTIVE' | 'HIDDEN' | 'REMOVED' | 'PENDING_REVIEW'

interface ReplyRequest {
  readonly reviewId: string
  /** The account of the business that asks. */
  readonly businessId: string
  /** The review as it stands. */
  readonly review: { readonly targetType: TargetType; readonly targetId: string; readonly status: ReviewStatus }
  readonly at: Instant
}

export type ReplyCommand =
  /** Publishes a reply, or puts other words in its place. */
  | ({ readonly type: 'PublishReply'; readonly text: string } & ReplyRequest)
  | ({ readonly type: 'WithdrawReply' } & ReplyRequest)
  /** The review it answers was edited at that moment. */
  | { readonly type: 'MarkReplyOutdated'; readonly at: Instant }

interface LiveReply {
  readonly reviewId: string
  readonly businessId: string
  /** A repeated request is compared with it, so it must have been read open. */
  readonly text: string
  readonly at: Instant
  /** The review was edited since. */
  readonly outdated: boolean
}

/** Null while there is none. */
export type ReplyState = LiveReply | null

export type ReplyRejection =
  | { readonly type: 'NotTheReviewedBusiness' }
  | { readonly type: 'ReviewNotAnswerable'; readonly status: ReviewStatus }
  | { readonly type: 'ReplyLength'; readonly least: number; readonly most: number }

const minReplyLength = 10
const maxReplyLength = 1000

const accept = (...events: readonly ReplyEvent[]) => E.right(events)
const reject = (rejection: ReplyRejection) => E.left(rejection)

const evolve = (state: ReplyState, { type, data }: ReplyEvent): ReplyState => {
  switch (type) {
    case 'ReplyPublished':
    case 'ReplyEdited':
      return { ...data, outdated: false }
    case 'ReplyWithdrawn':
      return null
    case 'ReplyOvertaken':
      return state && { ...state, outdated: true }
  }
}

const decide = (command: ReplyCommand, state: ReplyState): E.Either<ReplyRejection, readonly ReplyEvent[]> => {
  if (command.type === 'MarkReplyOutdated') return accept(...outdatedReply(command.at, state))
  const { reviewId, businessId, review, at } = command
  if (review.targetType !== 'BUSINESS' || review.targetId !== businessId)
    return reject({ type: 'NotTheReviewedBusiness' })
  const whose = { reviewId, businessId }
  if (command.type === 'WithdrawReply')
    return state === null ? accept() : accept({ type: 'ReplyWithdrawn', data: { ...whose, at } })

  const text = command.text.trim()
  if (review.status === 'HIDDEN' || review.status === 'REMOVED')
    return reject({ type: 'ReviewNotAnswerable', status: review.status })
  if (text.length < minReplyLength || exceeds(maxReplyLength, text))
    return reject({ type: 'ReplyLength', least: minReplyLength, most: maxReplyLength })
  if (state === null) return accept({ type: 'ReplyPublished', data: { ...whose, text, at } })
  return state.text === text && !state.outdated
    ? accept()
    : accept({ type: 'ReplyEdited', data: { ...whose, text, at } })
}

/** Told late, or again, an edit the reply already answers changes nothing. */
const outdatedReply = (at: Instant, state: ReplyState): readonly ReplyEvent[] => {
  if (state === null || state.outdated || !isBefore(state.at, at)) return []
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
