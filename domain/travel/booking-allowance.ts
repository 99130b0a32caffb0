import { type DailyUses, spendAllowance } from '../kernel/daily-allowance.ts'
import type { Aggregate, DecisionOf } from '../kernel/decider.ts'
import { PersistentSet } from '../kernel/collections.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Day, Id, Instant } from '../kernel/primitives.ts'

// --- Events -----------------------------------------------------------------------------------------

const AllowanceUsed = event('AllowanceUsed', {
  accountId: clear(Id),
  day: clear(Day),
  bookingId: clear(Id),
  at: clear(Instant),
})

export const AllowanceEvents = family(AllowanceUsed)
export type AllowanceEvent = EventIn<typeof AllowanceEvents>

// --- State ------------------------------------------------------------------------------------------

/** Bookings placed on the day. */
export type AllowanceState = DailyUses

const evolve = (state: AllowanceState, { data }: AllowanceEvent): AllowanceState => state.add(data.bookingId)

// --- Decisions --------------------------------------------------------------------------------------

export interface UseAllowance {
  readonly type: 'UseAllowance'
  readonly accountId: string
  /** Calendar day in Rome. */
  readonly day: Day
  readonly bookingId: string
  readonly dailyLimit: number
  readonly at: Instant
}

/** The account has used its bookings of the day. */
export interface AllowanceRejection {
  readonly type: 'TooManyBookings'
  readonly dailyLimit: number
}

const decide = (
  { type: _, dailyLimit, ...data }: UseAllowance,
  state: AllowanceState,
): DecisionOf<AllowanceEvent, AllowanceRejection> =>
  spendAllowance(
    state,
    { id: data.bookingId, dailyLimit },
    { type: 'AllowanceUsed', data },
    { type: 'TooManyBookings', dailyLimit },
  )

/** @rule Q-72 daily booking limit of an account; a single stream also counts concurrent bookings */
export const bookingAllowance: Aggregate<UseAllowance, AllowanceEvent, AllowanceState, AllowanceRejection> = {
  category: 'allowance',
  events: AllowanceEvents,
  initial: PersistentSet(),
  evolve,
  decide,
}
