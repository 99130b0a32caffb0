import * as t from 'io-ts'
import { accept, type Aggregate, nothing } from '../kernel/decider.ts'
import { PersistentMap } from '../kernel/collections.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Day, Id, Instant } from '../kernel/primitives.ts'

/** A new account reviewed the venue on this day. */
const NewAccountReviewed = event('NewAccountReviewed', {
  businessId: clear(Id),
  day: clear(Day),
  reviewId: clear(Id),
  /** More new accounts than usual reviewed the venue before. */
  surplus: clear(t.boolean),
  at: clear(Instant),
})

const BurstEvents = family(NewAccountReviewed)
export type BurstEvent = EventIn<typeof BurstEvents>

export interface CountNewAccountReview {
  readonly type: 'CountNewAccountReview'
  readonly businessId: string
  /** Italian day. */
  readonly day: Day
  readonly reviewId: string
  /** The venue's usual number of reviews a day. */
  readonly usual: number
  readonly at: Instant
}

/** Parameters of the guard. */
export const burstRule = {
  version: 1,
  /** Days for which an account is new. */
  newAccountDays: 7,
  /** Reviews of new accounts that count on any day. */
  always: 5,
  /** Multiple of the usual number of reviews that counts. */
  timesUsual: 5,
  /** Days before, whose average is the usual number. */
  usualOverDays: 28,
} as const

/** By review of the day, whether it is surplus. */
export type BurstState = PersistentMap<string, boolean>

/**
 * Reviews of one venue by new accounts on one Italian day.
 * @rule Q-125 more than five times the usual number, and more than five, are surplus
 */
export const burst: Aggregate<CountNewAccountReview, BurstEvent, BurstState, never> = {
  category: 'burst',
  events: BurstEvents,
  initial: PersistentMap(),
  evolve: (reviews, { data }) => reviews.set(data.reviewId, data.surplus),
  decide: ({ businessId, day, reviewId, usual, at }, reviews) => {
    if (reviews.has(reviewId)) return nothing
    const surplus = reviews.size >= Math.max(burstRule.always, burstRule.timesUsual * usual)
    return accept({ type: 'NewAccountReviewed', data: { businessId, day, reviewId, surplus, at } })
  },
}
