import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { Id, Instant } from '../kernel/primitives.ts'
import { fitsLength } from '../kernel/text.ts'
import { isBefore } from '../kernel/time.ts'
import { type ReviewStatus, type TargetType, textLengths } from './vocabulary.ts'

/** A review has at most one reply, so the reply's id is the review's. */
const replyIdentityFields = { reviewId: clear(Id), businessId: clear(Id) }
const replyFields = { ...replyIdentityFields, text: pii('businessId', t.string, ''), at: clear(Instant) }

const ReplyPublished = event('ReplyPublished', replyFields)
const ReplyEdited = event('ReplyEdited', replyFields)
const ReplyWithdrawn = event('ReplyWithdrawn', { ...replyIdentityFields, at: clear(Instant) })
/** The review was edited after the reply. */
export const ReplyOutdated = event('ReplyOvertaken', { ...replyIdentityFields, at: clear(Instant) })

export const ReplyEvents = family(ReplyPublished, ReplyEdited, ReplyWithdrawn, ReplyOutdated)
export type ReplyEvent = EventIn<typeof ReplyEvents>

interface ReplyRequest {
  readonly reviewId: string
  /** Account of the requesting business. */
  readonly businessId: string
  /** Current state of the review. */
  readonly review: { readonly targetType: TargetType; readonly targetId: string; readonly status: ReviewStatus }
  readonly at: Instant
}

export type ReplyCommand =
  /** Publishes a reply or replaces it. */
  | ({ readonly type: 'PublishReply'; readonly text: string } & ReplyRequest)
  | ({ readonly type: 'WithdrawReply' } & ReplyRequest)
  /** The review was edited at `at`. */
  | { readonly type: 'MarkReplyOutdated'; readonly at: Instant }

interface LiveReply {
  readonly reviewId: string
  readonly businessId: string
  /** For comparison with a repeated request; requires open privacy. */
  readonly text: string
  readonly at: Instant
  /** The review was edited after the reply. */
  readonly outdated: boolean
}

/** Null without a reply. */
export type ReplyState = LiveReply | null

export type ReplyRejection =
  | { readonly type: 'NotTheReviewedBusiness' }
  | { readonly type: 'ReviewNotAnswerable'; readonly status: ReviewStatus }
  | { readonly type: 'ReplyLength'; readonly least: number; readonly most: number }

const evolve = (state: ReplyState, { type, data }: ReplyEvent): ReplyState => {
  switch (type) {
    case 'ReplyPublished':
    case 'ReplyEdited':
      return { ...data, outdated: false }
    case 'ReplyWithdrawn':
      return null
    case ReplyOutdated.type:
      return state && { ...state, outdated: true }
  }
}

const decide = (command: ReplyCommand, state: ReplyState): DecisionOf<ReplyEvent, ReplyRejection> => {
  if (command.type === 'MarkReplyOutdated') return accept(...outdatedReply(command.at, state))
  const { reviewId, businessId, review, at } = command
  if (review.targetType !== 'BUSINESS' || review.targetId !== businessId)
    return reject({ type: 'NotTheReviewedBusiness' })
  const ids = { reviewId, businessId }
  if (command.type === 'WithdrawReply')
    return state === null ? nothing : accept({ type: 'ReplyWithdrawn', data: { ...ids, at } })

  const text = command.text.trim()
  if (review.status === 'HIDDEN' || review.status === 'REMOVED')
    return reject({ type: 'ReviewNotAnswerable', status: review.status })
  const { min, max } = textLengths.reply
  if (!fitsLength(text, textLengths.reply)) return reject({ type: 'ReplyLength', least: min, most: max })
  if (state === null) return accept({ type: 'ReplyPublished', data: { ...ids, text, at } })
  return state.text === text && !state.outdated ? nothing : accept({ type: 'ReplyEdited', data: { ...ids, text, at } })
}

/** An edit from before the reply has no effect, even when delivered late or twice. */
const outdatedReply = (at: Instant, state: ReplyState): readonly ReplyEvent[] => {
  if (state === null || state.outdated || !isBefore(state.at, at)) return []
  const { reviewId, businessId } = state
  return [{ type: ReplyOutdated.type, data: { reviewId, businessId, at } }]
}

/** The public reply of the reviewed business; its stream id is the review's. */
export const reply: Aggregate<ReplyCommand, ReplyEvent, ReplyState, ReplyRejection> = {
  category: 'reply',
  events: ReplyEvents,
  initial: null,
  evolve,
  decide,
}
