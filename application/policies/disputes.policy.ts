import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { dispute } from '../../domain/reputation/dispute/decider.ts'
import { DisputeOpened, DisputeUpheld } from '../../domain/reputation/dispute/events.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { ReviewHidden, ReviewRemoved } from '../../domain/reputation/review/events.ts'
import { factsOfUpheldDispute } from '../moderation/compose-reasons.ts'
import type { Policy } from '../policy.ts'
import { inTheNameOf, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const events = family(DisputeOpened, DisputeUpheld, ReviewHidden, ReviewRemoved)
type Event = EventIn<typeof events>

/**
 * an upheld dispute removes its review; a review gone otherwise leaves its dispute nothing to decide. Whose review
 * is disputed is told, to be heard.
 */
export const disputesPolicy = (hands: Hands): Policy<Event> => ({
  name: 'disputes',
  events,
  startsFrom: 'beginning',
  privacy: 'open',
  react: (recorded) => reactionTo(hands, recorded),
  effects: ({ event: { type, data } }) =>
    type === 'DisputeOpened'
      ? [{ name: 'author-told', queue: 'mail', kind: 'review-disputed-mail', data: { authorOf: data.reviewId } }]
      : [],
})

const reactionTo = (hands: Hands, recorded: Recorded<Event>): Reaction => {
  const { event } = recorded
  const { run, look } = inTheNameOf('disputes', hands, recorded)
  const { reviewId, at } = event.data
  if (event.type === 'DisputeOpened') return nothing
  if (event.type === 'DisputeUpheld') {
    const { by, facts, violation, ground, rulesVersion, automation, redress, appealableUntil } = event.data
    const words = facts === '' ? factsOfUpheldDispute : facts
    const statement = { facts: words, ground, rulesVersion, automation, redress, appealableUntil }
    return run(review, reviewId, { type: 'RemoveByDispute', disputeId: reviewId, by, statement, violation, at })
  }
  return seeing(look(review, reviewId), ({ status }) => {
    if (status !== 'HIDDEN' && status !== 'REMOVED') return nothing
    const cause = status === 'HIDDEN' ? 'review-hidden' : 'review-removed'
    return run(dispute, reviewId, { type: 'VoidDispute', cause, at })
  })
}
