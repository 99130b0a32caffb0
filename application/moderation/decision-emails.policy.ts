import { AppealDecided, AppealVoided, decisionRecipients } from '../../domain/moderation/appeal.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { DisputeRejected, DisputeUpheld, DisputeVoided } from '../../domain/reviews/dispute.ts'
import {
  FlagDismissed,
  FlagReviewed,
  FlagUpheld,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
} from '../../domain/reviews/review-events.ts'
import type { Policy } from '../policy.ts'

const events = family(
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  FlagReviewed,
  FlagDismissed,
  FlagUpheld,
  DisputeUpheld,
  DisputeRejected,
  DisputeVoided,
)
type Event = EventIn<typeof events>

/**
 * Whoever a decision concerns is told of it, and why: the author, each reporter, the business. These notices are due (DSA,
 * articles 16 and 17), whatever letters somebody wants. The job names ids: what is said is read when it is written.
 */
export const decisionEmailsPolicy = (): Policy<Event> => ({
  name: 'decision-letters',
  events,
  startsFrom: 'now',
  effects: (recorded) => {
    const accountId = recipientOf(recorded)
    if (accountId === null) return []
    const { id: decisionId, stream } = recorded
    return [{ name: 'decision-letter', queue: 'mail', kind: 'decision-mail', data: { accountId, decisionId, stream } }]
  },
})

/** What came about otherwise is told by whoever decided it. */
const emailedCauses: ReadonlySet<string> = new Set(['moderator', 'flags', 'dispute'])

const recipientOf = ({ event: { data }, meta }: EventEnvelope<Event>): string | null => {
  // whom an appeal turned it for hears of it by the appeal's own letter
  if ('cause' in data && data.cause === 'appeal') return null
  if ('reporterId' in data) {
    const { reporterId, targetType, targetId } = data
    // a business that reported what it disputed hears of it by the dispute's own letter
    const byDispute = meta.actor.role === 'policy' && targetType === 'BUSINESS'
    return byDispute && reporterId === targetId ? null : reporterId
  }
  if ('businessId' in data) return data.businessId
  return 'cause' in data && !emailedCauses.has(data.cause) ? null : data.authorId
}

const appealOutcomes = family(AppealDecided, AppealVoided)

/** Whoever appealed hears how it ended; whoever has lost or won by it does too. */
export const appealEmailsPolicy = (): Policy<EventIn<typeof appealOutcomes>> => ({
  name: 'appeal-letters',
  events: appealOutcomes,
  startsFrom: 'now',
  effects: ({ event }) => {
    const told = event.type === 'AppealDecided' ? decisionRecipients(event.data) : event.data.appellants
    const { decisionId } = event.data
    return told.map((accountId, n) => ({
      name: `appeal-outcome-${n + 1}`,
      queue: 'mail',
      kind: 'appeal-outcome-mail',
      data: { accountId, decisionId },
    }))
  },
})
