import { fold } from '../../domain/kernel/decider.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { PlanApproved } from '../../domain/moderation/reversal.ts'
import { isLive } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { eventsCausedBy, streamOf } from '../handle.ts'
import { asPolicy, noReaction, type PolicyContext, withLookup } from '../policy-context.ts'
import { type Policy, policyMetadata } from '../policy.ts'
import { accountOfTarget } from './cases.ts'
import { removalCommand } from './reversal-effects.ts'

const events = family(PlanApproved)

/** An approved plan is carried out by the ordinary command; everything else follows by the ordinary policies. */
export const reversalPolicy = (hands: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'unwind',
  events,
  startsFrom: 'beginning',
  react: (cause) => {
    const { reviewId, by, at } = cause.event.data
    const { execute } = asPolicy('unwind', hands, cause)
    return withLookup(hands.history.read(review.events, streamOf(review, reviewId), 'blank'), (past) => {
      // met again, it must not take away what has been restored since
      const before = eventsCausedBy(past, policyMetadata({ name: 'unwind' }, cause, at))
      if (before.length > 0) return TE.right(before)
      const state = fold(
        review,
        past.map(({ event }) => event),
      )
      if (!isLive(state)) return noReaction
      return withLookup(accountOfTarget(hands.lookups, state.identity), (targetAccountId) =>
        execute(review, reviewId, removalCommand(state, { by, targetAccountId, at }), overtakenRejections),
      )
    })
  },
})

/** Between approval and deed somebody else decided, or the approver became a party: then nothing is done, and it shows. */
const overtakenRejections = ['TransitionNotAllowed', 'FlagAlreadyDecided', 'OwnMatter'] as const
