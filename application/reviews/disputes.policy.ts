import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { dispute, DisputeOpened, DisputeUpheld } from '../../domain/reviews/dispute.ts'
import { ReviewHidden, ReviewRemoved } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { upheldDisputeFacts } from '../moderation/reasons.it.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withState } from '../policy-context.ts'
import type { Policy } from '../policy.ts'

const events = family(DisputeOpened, DisputeUpheld, ReviewHidden, ReviewRemoved)
type Event = EventIn<typeof events>

/**
 * Removes the review of an upheld dispute, voids the dispute of a review that was hidden or removed otherwise, and notifies
 * the review's author when a dispute is opened.
 * @rule Q-52
 */
export const disputesPolicy = (context: PolicyContext): Policy<Event> => ({
  name: 'disputes',
  events,
  startsFrom: 'beginning',
  personalData: 'decrypted',
  react: (recorded) => reactToDispute(context, recorded),
  effects: ({ event: { type, data } }) =>
    type === 'DisputeOpened'
      ? [{ id: 'author-told', queue: 'mail', job: 'review-disputed-mail', data: { authorOf: data.reviewId } }]
      : [],
})

const reactToDispute = (context: PolicyContext, recorded: EventEnvelope<Event>): Reaction => {
  const { event } = recorded
  const { execute, load } = asPolicy('disputes', context, recorded)
  const { reviewId, at } = event.data
  if (event.type === 'DisputeOpened') return noReaction
  if (event.type === 'DisputeUpheld') {
    const { by, facts, violation, ground, rulesVersion, automation, redress, appealableUntil } = event.data
    const statementOfReasons = {
      facts: facts || upheldDisputeFacts,
      ground,
      rulesVersion,
      automation,
      redress,
      appealableUntil,
    }
    return execute(review, reviewId, {
      type: 'RemoveByDispute',
      disputeId: reviewId,
      by,
      statementOfReasons,
      violation,
      at,
    })
  }
  return withState(load(review, reviewId), ({ status }) => {
    if (status !== 'HIDDEN' && status !== 'REMOVED') return noReaction
    const cause = status === 'HIDDEN' ? 'review-hidden' : 'review-removed'
    return execute(dispute, reviewId, { type: 'VoidDispute', cause, at })
  })
}
