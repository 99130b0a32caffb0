import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type DataOf, type EventIn, family } from '../../domain/kernel/event.ts'
import { AppealDecided, type AppealEvent, overturnsVisibility } from '../../domain/moderation/appeal.ts'
import { isAboutRating } from '../../domain/moderation/vocabulary.ts'
import { dispute } from '../../domain/reviews/dispute.ts'
import { isActiveOrHeld, ReviewHidden, ReviewRemoved, ReviewRestored } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction } from '../policy-context.ts'
import { voidOutdatedAppeals } from '../moderation/appealed-decision.ts'
import { statementOfRuling } from '../moderation/reasons.it.ts'
import { inSequence, type Policy } from '../policy.ts'

const events = family(AppealDecided, ReviewHidden, ReviewRemoved, ReviewRestored)
type Event = EventIn<typeof events>

/**
 * Applies a successful appeal to the review, its flags and its dispute. Voids open appeals when the visibility of the
 * review changes for another reason.
 */
export const appealRulingsPolicy = (context: PolicyContext): Policy<Event> => ({
  name: 'appeals',
  events,
  startsFrom: 'beginning',
  personalData: 'decrypted',
  react: (recorded) => {
    const { event } = recorded
    if (event.type === 'AppealDecided') return applyRuling(context, recorded, event.data)
    return event.data.cause === 'appeal' ? noReaction : voidAppeals(context, recorded, event.data.reviewId)
  },
})

const statusByMeasure = { VISIBLE: 'ACTIVE', HIDDEN: 'HIDDEN', REMOVED: 'REMOVED' } as const

const applyRuling = (
  context: PolicyContext,
  cause: EventEnvelope,
  data: DataOf<AppealEvent, 'AppealDecided'>,
): Reaction => {
  const { reviewId, by, before, measure, disputeId, violation, at } = data
  if (before === measure || isAboutRating(data)) return noReaction
  const { execute } = asPolicy('appeals', context, cause)
  const statementOfReasons = statementOfRuling(data)
  const visibilityOverturned = overturnsVisibility(before, measure)
  const ruling = { rulingId: cause.id, by, at }
  const flags = visibilityOverturned ? data.flags : []
  const outcome = measure === 'VISIBLE' ? 'rejected' : 'upheld'
  return inSequence([
    execute(review, reviewId, {
      type: 'ApplyRuling',
      ...ruling,
      to: statusByMeasure[measure],
      flags,
      statementOfReasons,
      violation,
    }),
    visibilityOverturned && disputeId !== null
      ? execute(dispute, disputeId, { type: 'OverturnDispute', ...ruling, outcome, statementOfReasons })
      : noReaction,
  ])
}

const voidAppeals = (context: PolicyContext, cause: EventEnvelope, reviewId: string): Reaction => {
  const loaded = asPolicy('appeals', context, cause).load(review, reviewId)
  return voidOutdatedAppeals(context, { policy: 'appeals', cause, id: reviewId, loaded, isActiveOrHeld })
}
