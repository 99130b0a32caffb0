import { family, type EventIn } from '../../domain/kernel/event.ts'
import { PlanApproved } from '../../domain/moderation/unwind/events.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { stands } from '../../domain/reputation/review/state.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { removalOf } from '../domino/removal.ts'
import { ledTo, streamOf } from '../handle.ts'
import { accountBehind } from '../moderation/parties.ts'
import { causedBy, type Policy } from '../policy.ts'
import { inTheNameOf, looking, nothing, type Hands } from './reaction.ts'
import { fold } from '../../domain/kernel/decider.ts'

const events = family(PlanApproved)

/** An approved plan is carried out by the ordinary command; everything else follows by the ordinary policies. */
export const unwindPolicy = (hands: Hands): Policy<EventIn<typeof events>> => ({
  name: 'unwind',
  events,
  startsFrom: 'beginning',
  react: (cause) => {
    const { reviewId, by, at } = cause.event.data
    const { run } = inTheNameOf('unwind', hands, cause)
    return looking(hands.history.read(review.events, streamOf(review, reviewId), 'blank'), (past) => {
      // met again, it must not take away what has been restored since
      const before = ledTo(past, causedBy({ name: 'unwind' }, cause, at))
      if (before.length > 0) return TE.right(before)
      const state = fold(
        review,
        past.map(({ event }) => event),
      )
      if (!stands(state)) return nothing
      return looking(accountBehind(hands.lookups, state.whose), (targetAccountId) =>
        run(review, reviewId, removalOf(state, { by, targetAccountId, at }), settled),
      )
    })
  },
})

/** Between approval and deed somebody else decided, or the approver became a party: then nothing is done, and it shows. */
const settled = ['TransitionNotAllowed', 'FlagAlreadyDecided', 'OwnMatter'] as const
