import { AppealDecided, AppealVoided, decisionRecipients } from '../../domain/moderation/appeal.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { DisputeRejected, DisputeUpheld, DisputeVoided } from '../../domain/reviews/dispute.ts'
import {
  FlagDismissed,
  FlagClosed,
  FlagUpheld,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
} from '../../domain/reviews/review-state.ts'
import type { Policy } from '../policy.ts'

const events = family(
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  FlagClosed,
  FlagDismissed,
  FlagUpheld,
  DisputeUpheld,
  DisputeRejected,
  DisputeVoided,
)
type Event = EventIn<typeof events>

/**
 * E-mails each decision and its reasons to its addressee: the author, a reporter or the business. These notices are
 * mandatory (DSA, articles 16 and 17) and ignore notification preferences. Jobs carry ids only; the text is read when the
 * e-mail is sent.
 */
export const decisionEmailsPolicy = (): Policy<Event> => ({
  name: 'decision-letters',
  events,
  startsFrom: 'now',
  effects: (recorded) => {
    const accountId = recipientOf(recorded)
    if (accountId === null) return []
    const { id: decisionId, stream } = recorded
    return [{ id: 'decision-letter', queue: 'mail', job: 'decision-mail', data: { accountId, decisionId, stream } }]
  },
})

const recipientOf = ({ event: { data }, meta }: EventEnvelope<Event>): string | null => {
  // the e-mail about the appeal covers it
  if ('cause' in data && data.cause === 'appeal') return null
  if ('reporterId' in data) {
    const { reporterId, targetType, targetId } = data
    // a business that also flagged the review it disputed gets the e-mail about the dispute
    const byDispute = meta.actor.role === 'policy' && targetType === 'BUSINESS'
    return byDispute && reporterId === targetId ? null : reporterId
  }
  if ('businessId' in data) return data.businessId
  return data.authorId
}

const appealOutcomes = family(AppealDecided, AppealVoided)

/** E-mails the outcome of an appeal to the appellants and to the parties it affects. */
export const appealEmailsPolicy = (): Policy<EventIn<typeof appealOutcomes>> => ({
  name: 'appeal-letters',
  events: appealOutcomes,
  startsFrom: 'now',
  effects: ({ event }) => {
    const recipients = event.type === 'AppealDecided' ? decisionRecipients(event.data) : event.data.appellants
    const { decisionId } = event.data
    return recipients.map((accountId, n) => ({
      id: `appeal-outcome-${n + 1}`,
      queue: 'mail',
      job: 'appeal-outcome-mail',
      data: { accountId, decisionId },
    }))
  },
})
