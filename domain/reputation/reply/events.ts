import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { Id, Instant } from '../../kernel/primitives.ts'

/** A review has one live reply at most, so the reply's id is the review's. */
const whose = { reviewId: clear(Id), businessId: clear(Id) }
const words = { ...whose, text: pii('businessId', t.string, ''), at: clear(Instant) }

export const ReplyPublished = event('ReplyPublished', words)
export const ReplyEdited = event('ReplyEdited', words)
export const ReplyWithdrawn = event('ReplyWithdrawn', { ...whose, at: clear(Instant) })
/** The review was edited after the reply, which may no longer answer it. */
export const ReplyOvertaken = event('ReplyOvertaken', { ...whose, at: clear(Instant) })

export const ReplyEvents = family(ReplyPublished, ReplyEdited, ReplyWithdrawn, ReplyOvertaken)
export type ReplyEvent = EventIn<typeof ReplyEvents>
