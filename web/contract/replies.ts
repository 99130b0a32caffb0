import { z } from 'zod'
import { call } from './call.ts'
import { id, roundedInstant, text } from './fields.ts'

/** What the business a review is about answers to it, in public. */
export const reply = z
  .object({
    text: z.string(),
    edited: z.boolean(),
    /** The review was edited after it. */
    overtaken: z.boolean(),
    repliedAt: roundedInstant,
  })
  .meta({ id: 'Reply' })
export type Reply = z.infer<typeof reply>

export const replyBody = z.strictObject({ text: text(10, 1000, 'Scrivi la risposta') })

export const replyCalls = {
  publishReply: call({
    method: 'PUT',
    path: '/api/reviews/:id/reply',
    says: 'Answers a review of one’s own business in public, or puts other words in the place of the answer',
    who: 'business',
    params: z.object({ id }),
    body: replyBody,
    answer: reply,
    limit: 'write',
  }),
  withdrawReply: call({
    method: 'DELETE',
    path: '/api/reviews/:id/reply',
    says: 'Takes one’s answer to a review back',
    who: 'business',
    params: z.object({ id }),
    answer: null,
    limit: 'write',
  }),
}
