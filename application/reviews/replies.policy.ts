import { type EventIn, family } from '../../domain/kernel/event.ts'
import { reply, ReplyOutdated } from '../../domain/reviews/reply.ts'
import { ReviewEdited } from '../../domain/reviews/review-state.ts'
import { asPolicy, noReaction, type PolicyContext } from '../policy-context.ts'
import type { Policy } from '../policy.ts'

const events = family(ReviewEdited, ReplyOutdated)

/** Marks the reply to an edited review as outdated and notifies the business. */
export const repliesPolicy = (context: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'replies',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { type, data } = recorded.event
    if (type !== 'ReviewEdited') return noReaction
    return asPolicy('replies', context, recorded).execute(reply, data.reviewId, {
      type: 'MarkReplyOutdated',
      at: data.at,
    })
  },
  effects: ({ event: { type, data } }) => {
    if (type !== ReplyOutdated.type) return []
    const { businessId: accountId, reviewId } = data
    return [{ id: 'letter', queue: 'mail', job: 'reply-overtaken-mail', data: { accountId, reviewId } }]
  },
})
