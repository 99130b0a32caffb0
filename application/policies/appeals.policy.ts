import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { appeal } from '../../domain/moderation/appeal/decider.ts'
import { AppealDecided, AppealVoided, type DataOf } from '../../domain/moderation/appeal/events.ts'
import { toldOf } from '../../domain/moderation/appeal/judging.ts'
import { reverses } from '../../domain/moderation/appeal/measures.ts'
import { dispute } from '../../domain/reputation/dispute/decider.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { ReviewHidden, ReviewRemoved, ReviewRestored } from '../../domain/reputation/review/events.ts'
import { stands } from '../../domain/reputation/review/state.ts'
import { inTurn, type Policy } from '../policy.ts'
import { inTheNameOf, looking, nothing, seeing, type Hands, type Reaction } from './reaction.ts'

const events = family(AppealDecided, ReviewHidden, ReviewRemoved, ReviewRestored)
type Event = EventIn<typeof events>

/**
 * An appeal that turned something turns it on the review, its reports and its dispute; one that asks for what has come
 * about otherwise has nothing left to decide.
 */
export const appealsPolicy = (hands: Hands): Policy<Event> => ({
  name: 'appeals',
  events,
  startsFrom: 'beginning',
  privacy: 'open',
  react: (recorded) => {
    const { event } = recorded
    if (event.type === 'AppealDecided') return applied(hands, recorded, event.data)
    return event.data.cause === 'appeal' ? nothing : overtaken(hands, recorded, event.data.reviewId)
  },
})

const statusOf = { VISIBLE: 'ACTIVE', HIDDEN: 'HIDDEN', REMOVED: 'REMOVED' } as const
/** Said where the words of the decision can no longer be read. */
const factsForgotten = 'Deciso su ricorso.'

const applied = (hands: Hands, cause: Recorded, data: DataOf<'AppealDecided'>): Reaction => {
  const { reviewId, by, before, measure, disputeId, facts, violation, at } = data
  if (before === measure) return nothing
  const { run } = inTheNameOf('appeals', hands, cause)
  const { ground, rulesVersion, automation, redress, appealableUntil } = data
  const statement = { facts: facts || factsForgotten, ground, rulesVersion, automation, redress, appealableUntil }
  const turned = reverses(before, measure)
  const ruling = { rulingId: cause.id, by, at }
  const flags = turned ? data.flags : []
  const outcome = measure === 'VISIBLE' ? 'rejected' : 'upheld'
  return inTurn([
    run(review, reviewId, { type: 'ApplyAppeal', ...ruling, to: statusOf[measure], flags, statement, violation }),
    turned && disputeId !== null
      ? run(dispute, disputeId, { type: 'TurnDispute', ...ruling, outcome, statement })
      : nothing,
  ])
}

const overtaken = (hands: Hands, cause: Recorded, reviewId: string): Reaction => {
  const { run, look } = inTheNameOf('appeals', hands, cause)
  const at = cause.meta.occurredAt
  return looking(hands.lookups.openAppealsOf(reviewId, cause.position), (open) =>
    open.length === 0
      ? nothing
      : seeing(look(review, reviewId), (state) => {
          const visible = stands(state)
          return inTurn(open.map((decisionId) => run(appeal, decisionId, { type: 'VoidAppeal', visible, at })))
        }),
  )
}

const outcomes = family(AppealDecided, AppealVoided)

/** Whoever appealed hears how it ended; whoever has lost or won by it does too. */
export const appealLettersPolicy = (): Policy<EventIn<typeof outcomes>> => ({
  name: 'appeal-letters',
  events: outcomes,
  startsFrom: 'now',
  effects: ({ event }) => {
    const told = event.type === 'AppealDecided' ? toldOf(event.data) : event.data.appellants
    const { decisionId } = event.data
    return told.map((accountId, n) => ({
      name: `appeal-outcome-${n + 1}`,
      queue: 'mail',
      kind: 'appeal-outcome-mail',
      data: { accountId, decisionId },
    }))
  },
})
