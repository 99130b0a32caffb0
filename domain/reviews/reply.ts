import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import { Id, Instant, nullable, Text } from '../kernel/primitives.ts'
import { fitsLength } from '../kernel/text.ts'
import { isBefore } from '../kernel/time.ts'
import { isActiveOrHeld } from './review-state.ts'
import { type ReviewStatus, type TargetType, textLengths } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** A review has at most one reply, so the reply's id is the review's. */
const replyIdentityFields = { reviewId: clear(Id), businessId: clear(Id) }
const replyFields = { ...replyIdentityFields, text: pii('businessId', Text, ''), at: clear(Instant) }

export const ReplyPublished = event(
  'ReplyPublished',
  {
    ...replyFields,
    /** The review's author; null if not notified. Like the time of the review, null in events of version 1. */
    authorId: clear(nullable(Id)),
    reviewedAt: clear(nullable(Instant)),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, authorId: null, reviewedAt: null }) } },
)
export const ReplyEdited = event('ReplyEdited', replyFields)
export const ReplyWithdrawn = event(
  'ReplyWithdrawn',
  {
    ...replyIdentityFields,
    /** When the reply was published and the review submitted; null in events of version 1, or if unknown. */
    publishedAt: clear(nullable(Instant)),
    reviewedAt: clear(nullable(Instant)),
    at: clear(Instant),
  },
  { version: 2, upcast: { 1: (data) => ({ ...data, publishedAt: null, reviewedAt: null }) } },
)
/** The review was edited after the reply. */
export const ReplyOutdated = event('ReplyOvertaken' /* stored name */, { ...replyIdentityFields, at: clear(Instant) })

export const ReplyEvents = family(ReplyPublished, ReplyEdited, ReplyWithdrawn, ReplyOutdated)
export type ReplyEvent = EventIn<typeof ReplyEvents>

// --- State ------------------------------------------------------------------------------------------

interface PublishedReply {
  readonly reviewId: string
  readonly businessId: string
  /** For comparison with a repeated request; requires decrypted personal data. */
  readonly text: string
  readonly at: Instant
  /** When it was first published. */
  readonly publishedAt: Instant
  /** When the review was submitted; null if unknown. */
  readonly reviewedAt: Instant | null
  /** The review was edited after the reply. */
  readonly outdated: boolean
}

export interface ReplyState {
  /** Null without a reply. */
  readonly current: PublishedReply | null
  /** When a reply last notified the review's author; null if none has. */
  readonly authorNotifiedAt: Instant | null
}

const evolve = (state: ReplyState, { type, data }: ReplyEvent): ReplyState => {
  const { current, authorNotifiedAt } = state
  switch (type) {
    case ReplyPublished.type: {
      const { reviewId, businessId, authorId, text, reviewedAt, at } = data
      return {
        current: { reviewId, businessId, text, at, publishedAt: at, reviewedAt, outdated: false },
        authorNotifiedAt: authorId === null ? authorNotifiedAt : at,
      }
    }
    case ReplyEdited.type:
      return { ...state, current: current && { ...current, text: data.text, at: data.at, outdated: false } }
    case ReplyWithdrawn.type:
      return { ...state, current: null }
    case ReplyOutdated.type:
      return { ...state, current: current && { ...current, outdated: true } }
  }
}

// --- Decisions --------------------------------------------------------------------------------------

interface ReplyRequest {
  readonly reviewId: string
  /** Account of the requesting business. */
  readonly businessId: string
  /** Current state of the review. */
  readonly review: { readonly targetType: TargetType; readonly targetId: string; readonly status: ReviewStatus }
  readonly at: Instant
}

type ReplyFacts = Pick<ReplyRequest, 'businessId' | 'review'>

interface PublishReply extends ReplyRequest {
  readonly type: 'PublishReply'
  readonly authorId: string
  /** When the review was submitted. */
  readonly reviewedAt: Instant
  readonly text: string
}

interface WithdrawReply extends ReplyRequest {
  readonly type: 'WithdrawReply'
}

export type ReplyCommand =
  | PublishReply
  | WithdrawReply
  /** The review was edited at `at`. */
  | { readonly type: 'MarkReplyOutdated'; readonly at: Instant }

export type ReplyRejection =
  /** A business replies to a review that is not about it. */
  | { readonly type: 'NotTheReviewedBusiness' }
  /** A business replies to a hidden or removed review. */
  | { readonly type: 'ReviewNotAnswerable'; readonly status: ReviewStatus }
  /** The text of the reply is too short or too long. */
  | { readonly type: 'ReplyLength'; readonly min: number; readonly max: number }

type Decision = DecisionOf<ReplyEvent, ReplyRejection>

const decide = (command: ReplyCommand, state: ReplyState): Decision => {
  switch (command.type) {
    case 'PublishReply':
      return publishReply(command, state)
    case 'WithdrawReply':
      return withdrawReply(command, state.current)
    case 'MarkReplyOutdated':
      return markReplyOutdated(command.at, state.current)
  }
}

/** Why the business cannot publish or replace a reply to the review; null if it can. @rule D-26 */
export const replyRejection = ({ businessId, review }: ReplyFacts): ReplyRejection | null =>
  replyWithdrawalRejection({ businessId, review }) ??
  (isActiveOrHeld(review) ? null : { type: 'ReviewNotAnswerable', status: review.status })

/** Why the business cannot withdraw a reply to the review, whatever its status; null if it can. @rule D-26 */
export const replyWithdrawalRejection = ({ businessId, review }: ReplyFacts): ReplyRejection | null =>
  review.targetType === 'BUSINESS' && review.targetId === businessId ? null : { type: 'NotTheReviewedBusiness' }

/** Publishes the reply, or replaces an earlier one. Replacing an outdated reply with the same text makes it current. */
const publishReply = (command: PublishReply, { current: reply, authorNotifiedAt }: ReplyState): Decision => {
  const { reviewId, businessId, authorId, reviewedAt, at } = command
  const text = command.text.trim()
  const rejection = replyRejection(command)
  if (rejection !== null) return reject(rejection)
  const { min, max } = textLengths.reply
  if (!fitsLength(text, textLengths.reply)) return reject({ type: 'ReplyLength', min, max })

  const data = { reviewId, businessId, text, at }
  if (reply === null) {
    const notified = mayNotifyAuthor(authorNotifiedAt, at) ? authorId : null
    return accept({ type: 'ReplyPublished', data: { ...data, authorId: notified, reviewedAt } })
  }
  return reply.text === text && !reply.outdated ? nothing : accept({ type: 'ReplyEdited', data })
}

/** @rule D-28 a reply withdrawn and published again notifies the author once a day at most */
const mayNotifyAuthor = (notifiedAt: Instant | null, at: Instant) =>
  notifiedAt === null || romeDay(notifiedAt) !== romeDay(at)

const withdrawReply = (command: WithdrawReply, reply: PublishedReply | null): Decision => {
  const { reviewId, businessId, at } = command
  const rejection = replyWithdrawalRejection(command)
  if (rejection !== null) return reject(rejection)
  if (reply === null) return nothing
  const { publishedAt, reviewedAt } = reply
  return accept({ type: 'ReplyWithdrawn', data: { reviewId, businessId, publishedAt, reviewedAt, at } })
}

/** An edit from before the reply has no effect, even when delivered late or twice. @rule D-27 */
const markReplyOutdated = (editedAt: Instant, reply: PublishedReply | null): Decision => {
  if (reply === null || reply.outdated || !isBefore(reply.at, editedAt)) return nothing
  const { reviewId, businessId } = reply
  return accept({ type: ReplyOutdated.type, data: { reviewId, businessId, at: editedAt } })
}

/** The public reply of the reviewed business; its stream id is the review's. */
export const reply: Aggregate<ReplyCommand, ReplyEvent, ReplyState, ReplyRejection> = {
  category: 'reply',
  events: ReplyEvents,
  initial: { current: null, authorNotifiedAt: null },
  evolve,
  decide,
}
