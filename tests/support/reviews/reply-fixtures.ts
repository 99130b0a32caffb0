import type { DisputeCommand, DisputeEvent } from '../../../domain/reviews/dispute.ts'
import { type ReplyCommand, type ReplyEvent, ReplyOutdated } from '../../../domain/reviews/reply.ts'
import { disputeFields, instantOn } from './review-fixtures.ts'

/** Commands and events for the specs of dispute statements and replies. */

export const statementText = 'Ho soggiornato tre notti e conservo la ricevuta.'
type FileStatementCommand = Extract<DisputeCommand, { readonly type: 'FileStatement' }>
export const fileStatement = (by: string, overrides: Partial<FileStatementCommand> = {}): DisputeCommand => ({
  type: 'FileStatement',
  statementId: `statement-of-${by}`,
  by,
  reviewAuthorId: 'ada',
  message: statementText,
  at: instantOn('2026-03-03'),
  ...overrides,
})
type StatementFiledData = Extract<DisputeEvent, { readonly type: 'StatementFiled' }>['data']
export const statementFiled = (
  party: StatementFiledData['party'],
  overrides: Partial<StatementFiledData> = {},
): DisputeEvent => {
  const partyId = party === 'author' ? 'ada' : 'hotel'
  const ids = { ...disputeFields, statementId: `statement-of-${partyId}`, party, partyId }
  return {
    type: 'StatementFiled',
    data: { ...ids, message: statementText, at: instantOn('2026-03-03'), ...overrides },
  }
}

const replyFields = { reviewId: 'review-1', businessId: 'hotel' }
const replyText = 'Grazie, la colazione ora è più ricca.'
type PublishReplyCommand = Extract<ReplyCommand, { readonly type: 'PublishReply' }>
const reviewedReview = {
  ...replyFields,
  review: { targetType: 'BUSINESS', targetId: 'hotel', status: 'ACTIVE' },
} as const
export const publishReply = (overrides: Partial<PublishReplyCommand> = {}): ReplyCommand => ({
  type: 'PublishReply',
  ...reviewedReview,
  authorId: 'ada',
  reviewedAt: instantOn('2026-03-01'),
  text: replyText,
  at: instantOn('2026-03-04'),
  ...overrides,
})
export const withdrawReply = (
  overrides: Partial<Omit<PublishReplyCommand, 'type' | 'text' | 'authorId' | 'reviewedAt'>> = {},
): ReplyCommand => ({
  type: 'WithdrawReply',
  ...reviewedReview,
  at: instantOn('2026-03-05'),
  ...overrides,
})
export const markReplyOutdated = (at = instantOn('2026-03-06')): ReplyCommand => ({ type: 'MarkReplyOutdated', at })
export const replyEvent = (
  type: 'ReplyPublished' | 'ReplyEdited' = 'ReplyPublished',
  text = replyText,
  at = instantOn('2026-03-04'),
): ReplyEvent =>
  type === 'ReplyPublished'
    ? { type, data: { ...replyFields, authorId: 'ada', reviewedAt: instantOn('2026-03-01'), text, at } }
    : { type, data: { ...replyFields, text, at } }
export const replyWithdrawn: ReplyEvent = {
  type: 'ReplyWithdrawn',
  data: {
    ...replyFields,
    publishedAt: instantOn('2026-03-04'),
    reviewedAt: instantOn('2026-03-01'),
    at: instantOn('2026-03-05'),
  },
}
export const replyOutdated: ReplyEvent = {
  type: ReplyOutdated.type,
  data: { ...replyFields, at: instantOn('2026-03-06') },
}
