import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type DataOf, type EventIn, family } from '../../domain/kernel/event.ts'
import { appeal, AppealDecided, type AppealEvent, overturnsVisibility } from '../../domain/moderation/appeal.ts'
import { dispute } from '../../domain/reviews/dispute.ts'
import { isActiveOrHeld, ReviewHidden, ReviewRemoved, ReviewRestored } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withLookup, withState } from '../policy-context.ts'
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
    return event.data.cause === 'appeal' ? noReaction : voidOutdatedAppeals(context, recorded, event.data.reviewId)
  },
})

const statusByMeasure = { VISIBLE: 'ACTIVE', HIDDEN: 'HIDDEN', REMOVED: 'REMOVED' } as const
/** Facts of a decision whose text has been erased. */
const erasedRulingFacts = 'Deciso su ricorso.'

const applyRuling = (
  context: PolicyContext,
  cause: EventEnvelope,
  data: DataOf<AppealEvent, 'AppealDecided'>,
): Reaction => {
  const { reviewId, by, before, measure, disputeId, facts, violation, at } = data
  if (before === measure) return noReaction
  const { execute } = asPolicy('appeals', context, cause)
  const { ground, rulesVersion, automation, redress, appealableUntil } = data
  const statementOfReasons = {
    facts: facts || erasedRulingFacts,
    ground,
    rulesVersion,
    automation,
    redress,
    appealableUntil,
  }
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

const voidOutdatedAppeals = (context: PolicyContext, cause: EventEnvelope, reviewId: string): Reaction => {
  const { execute, load } = asPolicy('appeals', context, cause)
  const at = cause.meta.occurredAt
  return withLookup(context.lookups.moderation.openAppealsOf(reviewId, cause.position), (decisionIds) =>
    decisionIds.length === 0
      ? noReaction
      : withState(load(review, reviewId), (state) => {
          const activeOrHeld = isActiveOrHeld(state)
          return inSequence(
            decisionIds.map((decisionId) => execute(appeal, decisionId, { type: 'VoidAppeal', activeOrHeld, at })),
          )
        }),
  )
}
