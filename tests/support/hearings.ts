import type { DisputeCommand } from '../../domain/reputation/dispute/decider.ts'
import type { DisputeEvent } from '../../domain/reputation/dispute/events.ts'
import type { ReplyCommand } from '../../domain/reputation/reply/decider.ts'
import type { ReplyEvent } from '../../domain/reputation/reply/events.ts'
import { ofDispute, on } from './reputation.ts'

/** The words the specs of statements and replies are written in. */

export const statement = 'Ho soggiornato tre notti e conservo la ricevuta.'
type Filing = Extract<DisputeCommand, { readonly type: 'FileStatement' }>
export const fileStatement = (by: string, differently: Partial<Filing> = {}): DisputeCommand => ({
  type: 'FileStatement',
  statementId: `statement-of-${by}`,
  by,
  reviewAuthorId: 'ada',
  message: statement,
  at: on('2026-03-03'),
  ...differently,
})
type Filed = Extract<DisputeEvent, { readonly type: 'StatementFiled' }>['data']
export const statementFiled = (party: Filed['party'], differently: Partial<Filed> = {}): DisputeEvent => {
  const partyId = party === 'author' ? 'ada' : 'hotel'
  const whose = { ...ofDispute, statementId: `statement-of-${partyId}`, party, partyId }
  return { type: 'StatementFiled', data: { ...whose, message: statement, at: on('2026-03-03'), ...differently } }
}

const ofReply = { reviewId: 'review-1', businessId: 'hotel' }
export const thanks = 'Grazie, la colazione ora è più ricca.'
type Replying = Extract<ReplyCommand, { readonly type: 'PublishReply' }>
const aboutReview = { ...ofReply, review: { targetType: 'BUSINESS', targetId: 'hotel', status: 'ACTIVE' } } as const
export const publishReply = (differently: Partial<Replying> = {}): ReplyCommand => ({
  type: 'PublishReply',
  ...aboutReview,
  text: thanks,
  at: on('2026-03-04'),
  ...differently,
})
export const withdrawReply = (differently: Partial<Omit<Replying, 'type' | 'text'>> = {}): ReplyCommand => ({
  type: 'WithdrawReply',
  ...aboutReview,
  at: on('2026-03-05'),
  ...differently,
})
export const noteReviewEdited = (at = on('2026-03-06')): ReplyCommand => ({ type: 'NoteReviewEdited', at })
export const replied = (
  type: 'ReplyPublished' | 'ReplyEdited' = 'ReplyPublished',
  text = thanks,
  at = on('2026-03-04'),
): ReplyEvent => ({ type, data: { ...ofReply, text, at } })
export const replyWithdrawn: ReplyEvent = { type: 'ReplyWithdrawn', data: { ...ofReply, at: on('2026-03-05') } }
export const replyOvertaken: ReplyEvent = { type: 'ReplyOvertaken', data: { ...ofReply, at: on('2026-03-06') } }
