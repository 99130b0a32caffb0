import { accept, type Aggregate, nothing } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant } from '../kernel/primitives.ts'

/** The venue has been confirmed long enough for its ratings to count for cross and elite. */
export const VenueProbationEnded = event('VenueProbationEnded', { businessId: clear(Id), at: clear(Instant) })

const VenueProbationEvents = family(VenueProbationEnded)
export type VenueProbationEvent = EventIn<typeof VenueProbationEvents>

export interface EndVenueProbation {
  readonly type: 'EndVenueProbation'
  readonly businessId: string
  readonly at: Instant
}

/** Whether the end of a venue's probation has been announced to those who count ratings. @rule Q-123 */
export const venueProbation: Aggregate<EndVenueProbation, VenueProbationEvent, { readonly ended: boolean }, never> = {
  category: 'probation',
  events: VenueProbationEvents,
  initial: { ended: false },
  evolve: () => ({ ended: true }),
  decide: ({ businessId, at }, { ended }) =>
    ended ? nothing : accept({ type: 'VenueProbationEnded', data: { businessId, at } }),
}
