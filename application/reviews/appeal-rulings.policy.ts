import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { appeal, AppealDecided, type DataOf, reversesVisibility } from '../../domain/moderation/appeal.ts'
import { dispute } from '../../domain/reviews/dispute.ts'
import { ReviewHidden, ReviewRemoved, ReviewRestored } from '../../domain/reviews/review-events.ts'
import { isLive } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const events = family(AppealDecided, ReviewHidden, ReviewRemoved, ReviewRestored)
type Event = EventIn<typeof events>

/**
 * An appeal that turned something turns it on the review, its reports and its dispute; one that asks for what has come
 * about otherwise has nothing left to decide.
 */
export const appealRulingsPolicy = (hands: PolicyContext): Policy<Event> => ({
  name: 'appeals',
  events,
  startsFrom: 'beginning',
  privacy: 'open',
  react: (recorded) => {
    const { event } = recorded
    if (event.type === 'AppealDecided') return applyRuling(hands, recorded, event.data)
    return event.data.cause === 'appeal' ? noReaction : voidOvertakenAppeals(hands, recorded, event.data.reviewId)
  },
})

const statusByMeasure = { VISIBLE: 'ACTIVE', HIDDEN: 'HIDDEN', REMOVED: 'REMOVED' } as const
/** Said where the words of the decision can no longer be read. */
const erasedRulingFacts = 'Deciso su ricorso.'

const applyRuling = (hands: PolicyContext, cause: EventEnvelope, data: DataOf<'AppealDecided'>): Reaction => {
  const { reviewId, by, before, measure, disputeId, facts, violation, at } = data
  if (before === measure) return noReaction
  const { execute } = asPolicy('appeals', hands, cause)
  const { ground, rulesVersion, automation, redress, appealableUntil } = data
  const statement = { facts: facts || erasedRulingFacts, ground, rulesVersion, automation, redress, appealableUntil }
  const turned = reversesVisibility(before, measure)
  const ruling = { rulingId: cause.id, by, at }
  const flags = turned ? data.flags : []
  const outcome = measure === 'VISIBLE' ? 'rejected' : 'upheld'
  return inSequence([
    execute(review, reviewId, {
      type: 'ApplyAppeal',
      ...ruling,
      to: statusByMeasure[measure],
      flags,
      statement,
      violation,
    }),
    turned && disputeId !== null
      ? execute(dispute, disputeId, { type: 'ReverseDispute', ...ruling, outcome, statement })
      : noReaction,
  ])
}

const voidOvertakenAppeals = (hands: PolicyContext, cause: EventEnvelope, reviewId: string): Reaction => {
  const { execute, load } = asPolicy('appeals', hands, cause)
  const at = cause.meta.occurredAt
  return withLookup(hands.lookups.openAppealsOf(reviewId, cause.position), (open) =>
    open.length === 0
      ? noReaction
      : withState(load(review, reviewId), (state) => {
          const visible = isLive(state)
          return inSequence(open.map((decisionId) => execute(appeal, decisionId, { type: 'VoidAppeal', visible, at })))
        }),
  )
}
