import { accept, type Aggregate, type DecisionOf, nothing } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Day, Hex, Instant, LargeWhole, nullable } from '../kernel/primitives.ts'

// --- Events -----------------------------------------------------------------------------------------

/** All AVA that accounts held on a day, and what the company holds on chain. Recorded, so that it cannot change later. */
const LiabilitiesPublished = event('LiabilitiesPublished', {
  date: clear(Day),
  /** Whole AVA. */
  total: clear(LargeWhole),
  /** Root of the Merkle sum tree over the balances. */
  root: clear(Hex),
  /** Whole AVA; null without a company wallet, or while the chain is unreachable. */
  companyBalance: clear(nullable(LargeWhole)),
  at: clear(Instant),
})

export const LiabilityEvents = family(LiabilitiesPublished)
export type LiabilityEvent = EventIn<typeof LiabilityEvents>

// --- Decisions --------------------------------------------------------------------------------------

export interface PublishLiabilities {
  readonly type: 'PublishLiabilities'
  readonly date: Day
  readonly total: number
  readonly root: string
  readonly companyBalance: number | null
  readonly at: Instant
}

/** The root of the day, published once. */
type LiabilityState = { readonly root: string } | null

/** A day is published once, whatever is computed later. @rule D-54 */
const decide = ({ type: _, ...published }: PublishLiabilities, state: LiabilityState): DecisionOf<LiabilityEvent> =>
  state === null ? accept({ type: 'LiabilitiesPublished', data: published }) : nothing

/** What Garbo owes in AVA, by day: its stream id. */
export const liabilities: Aggregate<PublishLiabilities, LiabilityEvent, LiabilityState, never> = {
  category: 'liabilities',
  events: LiabilityEvents,
  initial: null,
  evolve: (_, { data: { root } }) => ({ root }),
  decide,
}
