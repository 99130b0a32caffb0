import { family, type EventIn } from '../../domain/kernel/event.ts'
import { reply } from '../../domain/reputation/reply/decider.ts'
import { ReplyOvertaken } from '../../domain/reputation/reply/events.ts'
import { ReviewEdited } from '../../domain/reputation/review/events.ts'
import type { Policy } from '../policy.ts'
import { inTheNameOf, nothing, type Hands } from './reaction.ts'

const events = family(ReviewEdited, ReplyOvertaken)

/** A business that has answered a review is told when the review is no longer the one it answered. */
export const repliesPolicy = (hands: Hands): Policy<EventIn<typeof events>> => ({
  name: 'replies',
  events,
  startsFrom: 'beginning',
  react: (recorded) => {
    const { type, data } = recorded.event
    if (type !== 'ReviewEdited') return nothing
    return inTheNameOf('replies', hands, recorded).run(reply, data.reviewId, { type: 'NoteReviewEdited', at: data.at })
  },
  effects: ({ event: { type, data } }) => {
    if (type !== 'ReplyOvertaken') return []
    const { businessId: accountId, reviewId } = data
    return [{ name: 'letter', queue: 'mail', kind: 'reply-overtaken-mail', data: { accountId, reviewId } }]
  },
})
