import { fold } from '../../domain/kernel/decider.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { conflictOfInterest } from '../../domain/kernel/statement-of-reasons.ts'
import { PlanApproved } from '../../domain/moderation/reversal.ts'
import { isActiveOrHeld } from '../../domain/reviews/review-state.ts'
import { review } from '../../domain/reviews/review.ts'
import { eventsCausedBy, streamOf } from '../command-handler.ts'
import { asPolicy, noReaction, type PolicyContext, withLookup } from '../policy-context.ts'
import { type Policy, policyMetadata } from '../policy.ts'
import { accountOfTarget } from './cases.ts'
import { removalCommand } from './reversal-changes.ts'

const events = family(PlanApproved)

/** Executes an approved plan with the removal command; the other policies make the remaining changes. */
export const reversalPolicy = (context: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'unwind',
  events,
  startsFrom: 'beginning',
  react: (cause) => {
    const { reviewId, by, at } = cause.event.data
    const { execute } = asPolicy('unwind', context, cause)
    return withLookup(context.history.read(review.events, streamOf(review, reviewId), 'omitted'), (past) => {
      // a redelivered approval must not remove a review restored in the meantime
      const before = eventsCausedBy(past, policyMetadata({ name: 'unwind' }, cause, at))
      if (before.length > 0) return TE.right(before)
      const state = fold(
        review,
        past.map(({ event }) => event),
      )
      if (!isActiveOrHeld(state)) return noReaction
      return withLookup(accountOfTarget(context.lookups.accounts, state.identity), (targetAccountId) =>
        execute(review, reviewId, removalCommand(state, { by, targetAccountId, at }), outdatedRejections),
      )
    })
  },
})

/** Another decision came first, or the approver became a party. Nothing is executed and the plan's outcome shows it. */
const outdatedRejections = ['TransitionNotAllowed', 'FlagAlreadyDecided', conflictOfInterest.type] as const
