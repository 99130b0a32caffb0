import { z } from 'zod'
import {
  ReplyPublished,
  ReplyEdited,
  ReplyWithdrawn,
  type ReplyEvent,
  ReplyEvents,
  ReplyOutdated,
} from '../../domain/reviews/reply.ts'
import type { Projection } from '../projection.ts'

const ReplyRowSchema = z.object({
  reviewId: z.string(),
  businessId: z.string(),
  text: z.string(),
  edited: z.boolean(),
  /** The reply is outdated: the review was edited after it; a stored name. */
  overtaken: z.boolean(),
  repliedAt: z.string(),
})
export type ReplyRow = z.infer<typeof ReplyRowSchema>

/** The current reply to a review. Its visibility follows the review's, in the queries. */
export const replies: Projection<ReplyRow, ReplyEvent> = {
  name: 'replies',
  version: 1,
  row: ReplyRowSchema,
  columns: {
    reviewId: { type: 'text' },
    businessId: { type: 'text' },
    text: { type: 'text', pii: { of: 'businessId', erased: '' } },
    edited: { type: 'bool' },
    overtaken: { type: 'bool' },
    repliedAt: { type: 'instant' },
  },
  indexes: [],
  events: ReplyEvents,
  keys: ({ event }) => [event.data.reviewId],
  evolve: (row, { event: { type, data } }) => {
    switch (type) {
      case ReplyPublished.type:
      case ReplyEdited.type: {
        const { at: repliedAt, ...reply } = data
        return { ...reply, edited: type === 'ReplyEdited', overtaken: false, repliedAt }
      }
      case ReplyWithdrawn.type:
        return null
      case ReplyOutdated.type:
        return row && { ...row, overtaken: true }
    }
  },
}
