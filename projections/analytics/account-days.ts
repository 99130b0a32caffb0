import { z } from 'zod'
import {
  AvaEarned,
  AvaMatured,
  AvaSpent,
  AvaTakenBack,
  PayoutReleased,
  PayoutReserved,
} from '../../domain/ava/wallet-state.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { nightsBetween } from '../../domain/kernel/time.ts'
import {
  ClientRated,
  RatingAmended,
  RatingRemoved,
  RatingRestored,
  RatingWithdrawn,
} from '../../domain/ratings/rating.ts'
import { criteria } from '../../domain/ratings/vocabulary.ts'
import { ReplyPublished, ReplyWithdrawn } from '../../domain/reviews/reply.ts'
import {
  ReviewEdited,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  ReviewSubmitted,
} from '../../domain/reviews/review-state.ts'
import { RewardIssued, RewardRedeemed } from '../../domain/rewards/rewards-state.ts'
import type { Projection } from '../projection.ts'

/** Number of things by name. */
const Counts = z.record(z.string(), z.number())
type Counts = z.infer<typeof Counts>

const AccountDayRowSchema = z.object({
  accountId: z.string(),
  day: z.string(),
  /** Reviews received, whatever became of them, and their reasons. */
  reviews: z.number(),
  reasons: Counts,
  /** Reviews hidden or removed, and restored, by a decision of this day. */
  removed: z.number(),
  restored: z.number(),
  /** Replies to the reviews of this day, and their number by days until the reply. */
  replies: z.number(),
  replyDays: Counts,
  /** Ratings given, those of guests rated before, and sums of their scores. */
  ratings: z.number(),
  returningGuests: z.number(),
  overall: z.number(),
  punctuality: z.number(),
  kindness: z.number(),
  payment: z.number(),
  roomCondition: z.number(),
  rewardsIssued: z.number(),
  rewardsRedeemed: z.number(),
  /** Redemptions with a bill, and the discounts on these bills. */
  billedRedemptions: z.number(),
  discountCents: z.number(),
  /** Change of the AVA that can be spent. */
  ava: z.number(),
})
export type AccountDayRow = z.infer<typeof AccountDayRowSchema>

const events = family(
  ReviewSubmitted,
  ReviewEdited,
  ReviewHidden,
  ReviewRemoved,
  ReviewRestored,
  ReplyPublished,
  ReplyWithdrawn,
  ClientRated,
  RatingAmended,
  RatingWithdrawn,
  RatingRemoved,
  RatingRestored,
  RewardIssued,
  RewardRedeemed,
  AvaEarned,
  AvaMatured,
  AvaTakenBack,
  AvaSpent,
  PayoutReserved,
  PayoutReleased,
)
type Event = EventIn<typeof events>

const sums = ['overall', ...criteria] as const
const counters = [
  'reviews',
  'removed',
  'restored',
  'replies',
  'ratings',
  'returningGuests',
  ...sums,
  'rewardsIssued',
  'rewardsRedeemed',
  'billedRedemptions',
  'discountCents',
  'ava',
] as const
const whole = { type: 'int' } as const

/**
 * What happened to an account on each Italian day, in numbers that add up over any period, so that a period costs one row
 * per day however many reviews it has. An event that changes an earlier figure carries the former values; older versions
 * of these events do not, and change nothing here.
 */
export const accountDays: Projection<AccountDayRow, Event> = {
  name: 'account_days',
  version: 2,
  row: AccountDayRowSchema,
  columns: {
    accountId: { type: 'text' },
    day: { type: 'day' },
    reviews: whole,
    reasons: { type: 'json' },
    removed: whole,
    restored: whole,
    replies: whole,
    replyDays: { type: 'json' },
    ratings: whole,
    returningGuests: whole,
    overall: whole,
    punctuality: whole,
    kindness: whole,
    payment: whole,
    roomCondition: whole,
    rewardsIssued: whole,
    rewardsRedeemed: whole,
    billedRedemptions: whole,
    discountCents: { type: 'bigint' },
    ava: whole,
  },
  erasedWith: 'accountId',
  indexes: ['account_id, day'],
  events,
  keys: ({ event }) => {
    const change = changeOf(event)
    return change === null ? [] : [`${change.accountId}_${romeDay(change.at)}`]
  },
  evolve: (row, { event }) => {
    const change = changeOf(event)
    if (change === null) return row
    return addChange(row ?? emptyDay(change.accountId, romeDay(change.at)), change)
  },
}

type Counter = (typeof counters)[number]

interface Change {
  readonly accountId: string
  /** A moment of the day whose figures change, which may be long before the event. */
  readonly at: Instant
  readonly add: Partial<Readonly<Record<Counter, number>>>
  readonly reasons?: Counts
  readonly replyDays?: Counts
}

/** Null for an event that changes no figure. */
const changeOf = (event: Event): Change | null => {
  switch (event.type) {
    case 'ReviewSubmitted':
    case 'ReviewEdited':
    case 'ReviewHidden':
    case 'ReviewRemoved':
    case 'ReviewRestored':
      return event.data.targetType === 'BUSINESS' ? reviewChange(event) : null
    case 'ReplyPublished': {
      const { businessId: accountId, reviewedAt, at } = event.data
      return reviewedAt && { accountId, at: reviewedAt, ...replyCount(reviewedAt, at, 1) }
    }
    case 'ReplyWithdrawn': {
      const { businessId: accountId, reviewedAt, publishedAt } = event.data
      return reviewedAt && publishedAt && { accountId, at: reviewedAt, ...replyCount(reviewedAt, publishedAt, -1) }
    }
    case 'ClientRated':
    case 'RatingAmended':
    case 'RatingWithdrawn':
    case 'RatingRemoved':
    case 'RatingRestored':
      return ratingChange(event)
    case 'RewardIssued':
    case 'RewardRedeemed':
      return rewardChange(event)
    case 'AvaEarned':
    case 'AvaMatured':
    case 'AvaTakenBack':
    case 'AvaSpent':
    case 'PayoutReserved':
    case 'PayoutReleased':
      return avaChange(event)
  }
}

type EventOf<T extends Event['type']> = Extract<Event, { readonly type: T }>

const reviewChange = (
  event: EventOf<'ReviewSubmitted' | 'ReviewEdited' | 'ReviewHidden' | 'ReviewRemoved' | 'ReviewRestored'>,
): Change | null => {
  const { targetId: accountId, at } = event.data
  switch (event.type) {
    case 'ReviewSubmitted':
      return { accountId, at, add: { reviews: 1 }, reasons: { [event.data.reasonCode]: 1 } }
    case 'ReviewEdited': {
      const { reasonCode, formerReasonCode, submittedAt } = event.data
      if (submittedAt === null || formerReasonCode === null || formerReasonCode === reasonCode) return null
      return { accountId, at: submittedAt, add: {}, reasons: { [formerReasonCode]: -1, [reasonCode]: 1 } }
    }
    case 'ReviewHidden':
    case 'ReviewRemoved':
      return { accountId, at, add: { removed: 1 } }
    case 'ReviewRestored':
      return { accountId, at, add: { restored: 1 } }
  }
}

/** @rule Q-60 by the days of review and reply, as a difference of times would tell when the review was written */
const replyCount = (reviewedAt: Instant, repliedAt: Instant, count: 1 | -1) => {
  const days = Math.max(0, nightsBetween(romeDay(reviewedAt), romeDay(repliedAt)))
  return { add: { replies: count }, replyDays: { [days]: count } }
}

type Scores = Readonly<Record<(typeof sums)[number], number>>

const ratingChange = (
  event: EventOf<'ClientRated' | 'RatingAmended' | 'RatingWithdrawn' | 'RatingRemoved' | 'RatingRestored'>,
): Change | null => {
  const { businessId: accountId, at } = event.data
  if (event.type === 'ClientRated') return { accountId, at, add: ratingCounts(event.data, event.data.returning, 1) }
  if (event.type === 'RatingRestored') {
    const { returning, ratedAt } = event.data
    return { accountId, at: ratedAt, add: ratingCounts(event.data, returning, 1) }
  }
  const { former } = event.data
  if (former === null) return null
  const removed = ratingCounts(former, former.returning, -1)
  if (event.type !== 'RatingAmended') return { accountId, at: former.ratedAt, add: removed }
  const added = ratingCounts(event.data, former.returning, 1)
  const corrections = sums.map((name) => [name, added[name] + removed[name]])
  return { accountId, at: former.ratedAt, add: Object.fromEntries(corrections) as Partial<Record<Counter, number>> }
}

const ratingCounts = (scores: Scores, returning: boolean, count: 1 | -1) => ({
  ratings: count,
  returningGuests: returning ? count : 0,
  overall: count * scores.overall,
  punctuality: count * scores.punctuality,
  kindness: count * scores.kindness,
  payment: count * scores.payment,
  roomCondition: count * scores.roomCondition,
})

const rewardChange = (event: EventOf<'RewardIssued' | 'RewardRedeemed'>): Change | null => {
  const { businessId: accountId, at } = event.data
  if (accountId === null) return null
  if (event.type === 'RewardIssued') return { accountId, at, add: { rewardsIssued: 1 } }
  const { discountCents } = event.data
  const billed = discountCents === null ? {} : { billedRedemptions: 1, discountCents }
  return { accountId, at, add: { rewardsRedeemed: 1, ...billed } }
}

const avaChange = (
  event: EventOf<'AvaEarned' | 'AvaMatured' | 'AvaTakenBack' | 'AvaSpent' | 'PayoutReserved' | 'PayoutReleased'>,
): Change | null => {
  const { accountId, at, amount } = event.data
  if (amount === null) return null
  switch (event.type) {
    case 'AvaEarned':
      return event.data.state === 'available' ? { accountId, at, add: { ava: amount } } : null
    case 'AvaTakenBack':
      return event.data.state === 'available' ? { accountId, at, add: { ava: -amount } } : null
    case 'AvaMatured':
    case 'PayoutReleased':
      return { accountId, at, add: { ava: amount } }
    case 'AvaSpent':
    case 'PayoutReserved':
      return { accountId, at, add: { ava: -amount } }
  }
}

const emptyDay = (accountId: string, day: string): AccountDayRow => ({
  accountId,
  day,
  ...(Object.fromEntries(counters.map((name) => [name, 0])) as Record<Counter, number>),
  reasons: {},
  replyDays: {},
})

const addChange = (row: AccountDayRow, { add, reasons, replyDays }: Change): AccountDayRow => ({
  ...row,
  ...Object.fromEntries(Object.entries(add).map(([name, count]) => [name, row[name as Counter] + count])),
  reasons: addCounts(row.reasons, reasons),
  replyDays: addCounts(row.replyDays, replyDays),
})

/** Names without things are left out. */
const addCounts = (counts: Counts, changes: Counts = {}): Counts => {
  const sum = { ...counts }
  for (const [name, change] of Object.entries(changes)) {
    sum[name] = (sum[name] ?? 0) + change
    if (sum[name] === 0) delete sum[name]
  }
  return sum
}
