import { type DailyUses, spendAllowance } from '../kernel/daily-allowance.ts'
import type { Aggregate, DecisionOf } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Day, Id, Instant } from '../kernel/primitives.ts'
import { PersistentSet } from '../kernel/collections.ts'

// --- Events -----------------------------------------------------------------------------------------

/** A business gives a rating on this day. */
const RatingAllowanceUsed = event('RatingAllowanceUsed', {
  businessId: clear(Id),
  day: clear(Day),
  ratingId: clear(Id),
  at: clear(Instant),
})

export const RatingAllowanceEvents = family(RatingAllowanceUsed)
export type RatingAllowanceEvent = EventIn<typeof RatingAllowanceEvents>

// --- State ------------------------------------------------------------------------------------------

/** Ratings of the day, by id. */
export type RatingAllowanceState = DailyUses

// --- Decisions --------------------------------------------------------------------------------------

export interface UseRatingAllowance {
  readonly type: 'UseRatingAllowance'
  readonly businessId: string
  /** Italian day. */
  readonly day: Day
  readonly ratingId: string
  /** Ratings the business may give on one day. */
  readonly dailyLimit: number
  readonly at: Instant
}

/** The business gave as many ratings today as one day allows. */
export interface RatingAllowanceRejection {
  readonly type: 'TooManyRatings'
  readonly dailyLimit: number
}

type Decision = DecisionOf<RatingAllowanceEvent, RatingAllowanceRejection>

const decide = (command: UseRatingAllowance, ratings: RatingAllowanceState): Decision => {
  const { businessId, day, ratingId, dailyLimit, at } = command
  const used = { type: 'RatingAllowanceUsed', data: { businessId, day, ratingId, at } } as const
  return spendAllowance(ratings, { id: ratingId, dailyLimit }, used, { type: 'TooManyRatings', dailyLimit })
}

/** Ratings given by one business on one Italian day. @rule Q-121 the daily limit */
export const ratingAllowance: Aggregate<
  UseRatingAllowance,
  RatingAllowanceEvent,
  RatingAllowanceState,
  RatingAllowanceRejection
> = {
  category: 'ratingallowance',
  events: RatingAllowanceEvents,
  initial: PersistentSet(),
  evolve: (ratings, { data }) => ratings.add(data.ratingId),
  decide,
}
