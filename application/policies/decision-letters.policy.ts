import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { DisputeRejected, DisputeUpheld, DisputeVoided } from '../../domain/reputation/dispute/events.ts'
import {
  FlagDismissed,
  FlagReviewed,
  FlagUpheld,
  ReviewHeld,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
} from '../../domain/reputation/review/events.ts'
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
export const decisionLettersPolicy = (): Policy<Event> => ({
  name: 'decision-letters',
  events,
  startsFrom: 'now',
  effects: (recorded) => {
    const accountId = addresseeOf(recorded)
    if (accountId === null) return []
    const { id: decisionId, stream } = recorded
    return [{ name: 'decision-letter', queue: 'mail', kind: 'decision-mail', data: { accountId, decisionId, stream } }]
  },
})

/** What came about otherwise is told by whoever decided it. */
const ours: ReadonlySet<string> = new Set(['moderator', 'flags', 'dispute'])

const addresseeOf = ({ event: { data }, meta }: Recorded<Event>): string | null => {
  // whom an appeal turned it for hears of it by the appeal's own letter
  if ('cause' in data && data.cause === 'appeal') return null
  if ('reporterId' in data) {
    const { reporterId, targetType, targetId } = data
    // a business that reported what it disputed hears of it by the dispute's own letter
    const byDispute = meta.actor.role === 'policy' && targetType === 'BUSINESS'
    return byDispute && reporterId === targetId ? null : reporterId
  }
  if ('businessId' in data) return data.businessId
  return 'cause' in data && !ours.has(data.cause) ? null : data.authorId
}
