import { PersistentSet } from '../kernel/collections.ts'
import { type DailyUses, spendAllowance } from '../kernel/daily-allowance.ts'
import type { Aggregate, DecisionOf } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Day, Id, Instant } from '../kernel/primitives.ts'

// --- Events -----------------------------------------------------------------------------------------

/** A business adds a guest it does not know on this day. */
const NewClientAllowanceUsed = event('NewClientAllowanceUsed', {
  businessId: clear(Id),
  day: clear(Day),
  clientId: clear(Id),
  at: clear(Instant),
})

export const NewClientAllowanceEvents = family(NewClientAllowanceUsed)
export type NewClientAllowanceEvent = EventIn<typeof NewClientAllowanceEvents>

// --- State ------------------------------------------------------------------------------------------

/** New clients of the day, by client id. */
export type NewClientAllowanceState = DailyUses

// --- Decisions --------------------------------------------------------------------------------------

export interface UseNewClientAllowance {
  readonly type: 'UseNewClientAllowance'
  readonly businessId: string
  /** Italian day. */
  readonly day: Day
  readonly clientId: string
  /** New clients the business may add on one day. */
  readonly dailyLimit: number
  readonly at: Instant
}

/** The business added as many new clients today as one day allows. */
export interface NewClientAllowanceRejection {
  readonly type: 'TooManyNewClients'
  readonly dailyLimit: number
}

type Decision = DecisionOf<NewClientAllowanceEvent, NewClientAllowanceRejection>

const decide = (command: UseNewClientAllowance, clients: NewClientAllowanceState): Decision => {
  const { businessId, day, clientId, dailyLimit, at } = command
  const used = { type: 'NewClientAllowanceUsed', data: { businessId, day, clientId, at } } as const
  return spendAllowance(clients, { id: clientId, dailyLimit }, used, { type: 'TooManyNewClients', dailyLimit })
}

/** Guests added by one business on one Italian day. @rule Q-122 the daily limit */
export const newClientAllowance: Aggregate<
  UseNewClientAllowance,
  NewClientAllowanceEvent,
  NewClientAllowanceState,
  NewClientAllowanceRejection
> = {
  category: 'newclientallowance',
  events: NewClientAllowanceEvents,
  initial: PersistentSet(),
  evolve: (clients, { data }) => clients.add(data.clientId),
  decide,
}
