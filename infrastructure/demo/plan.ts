import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import { isBefore, plusDays, plusMinutes, utcDay } from '../../domain/kernel/time.ts'
import type { Action, ScheduledAction, Scores, When } from './actions.ts'
import { bookings, favourites, type Guest, guests, phoneOf, staff, type Venue, venues } from './characters.ts'
import { disputes, flags } from './incidents.ts'
import { remarks, type WrittenReview, writtenReviews } from './review-texts.ts'

/** A seeded pseudo-random generator (mulberry32). */
export interface Random {
  /** In [0, 1). */
  readonly next: () => number
  /** An integer between both bounds, inclusive. */
  readonly between: (min: number, max: number) => number
  readonly oneOf: <A>(options: readonly A[]) => A
}

const seededRandom = (seed: number): Random => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), state | 1)
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61)
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    oneOf: (options) => {
      const one = options[between(0, options.length - 1)]
      if (one === undefined) throw new Error('There are no options to choose from')
      return one
    },
  }
}

/** Days before today on which the scenario begins. */
const firstDay = 180

/** Dates relative to `now`; anything in the future is moved to five minutes ago. */
export const calendarOf = (now: Instant, random: Random) => {
  const latest = plusMinutes(now, -5)
  const past = (at: Instant) => (isBefore(at, latest) ? at : latest)
  return {
    dayAgo: (days: number): Day => utcDay(plusDays(now, -days)),
    ago: (days: number): Instant => past(plusDays(now, -days)),
    after: (at: Instant, days: number): Instant => past(plusDays(at, days)),
    /** A random minute between two hours (UTC) of a day. */
    between: (daysAgo: number, from: number, to: number): Instant =>
      past(
        plusMinutes(
          `${utcDay(plusDays(now, -daysAgo))}T00:00:00.000Z` as Instant,
          random.between(from * 60, to * 60 - 1),
        ),
      ),
  }
}
export type Calendar = ReturnType<typeof calendarOf>

/** A review with the ages of its stay and its text, in days. */
export interface ReviewedStay {
  readonly review: WrittenReview
  readonly endedAgo: number
  readonly writtenAgo: number
}

/** Exponent above 1: reviews become more frequent over time. */
const growth = 1.25

/** Spreads a venue's reviews, in order, over the time since it opened. */
const spreadStays = (reviews: readonly WrittenReview[], openedAgo: number, random: Random): readonly ReviewedStay[] =>
  reviews.map((review, n) => {
    const share = (n + 0.2 + 0.6 * random.next()) / reviews.length
    const endedAgo = 3 + Math.floor((openedAgo - 14) * (1 - share) ** growth)
    return { review, endedAgo, writtenAgo: Math.max(2, endedAgo - random.between(1, 2)) }
  })

/** Moves stays back until no guest has two on the same or consecutive days. */
const withoutOverlaps = (stays: readonly ReviewedStay[]): readonly ReviewedStay[] => {
  const taken = new Set<string>()
  return stays.map((stay) => {
    const { guest } = stay.review
    let extraDays = 0
    while ([-1, 0, 1].some((day) => taken.has(`${guest} ${stay.endedAgo + extraDays + day}`))) extraDays++
    taken.add(`${guest} ${stay.endedAgo + extraDays}`)
    return { ...stay, endedAgo: stay.endedAgo + extraDays, writtenAgo: stay.writtenAgo + extraDays }
  })
}

/** Possible star ratings; repetition is weight. */
const starsByBehaviour: Readonly<Record<Guest['behaviour'], readonly number[]>> = {
  exemplary: [5, 5, 5, 5, 5, 5, 5, 4],
  good: [5, 5, 5, 4, 4],
  careless: [5, 4, 4, 3, 3, 4],
  difficult: [4, 3, 2, 2],
}

/** Reserved for guests who did not show up, so never used for a guest who wrote a review. */
const noShowStars = 1

const commentProbability = 0.55

/** Rates guests the way venues do. Remarks repeat only after all of them have been used. */
const ratingGenerator = (random: Random, remarks: ReadonlyMap<string, readonly string[]>) => {
  const usedRemarks = new Map<string, number>()
  const nextRemark = (kind: string): string | null => {
    const all = remarks.get(kind) ?? []
    const n = usedRemarks.get(kind) ?? 0
    usedRemarks.set(kind, n + 1)
    return all[n % Math.max(all.length, 1)] ?? null
  }
  const similarScore = (overall: number) => Math.max(0, Math.min(10, overall * 2 - random.oneOf([0, 0, 1, 1, -1])))

  return ({ offers }: Venue, { behaviour }: Guest, stars?: number) => {
    const overall = stars ?? random.oneOf(starsByBehaviour[behaviour])
    const scores: Scores = {
      overall,
      punctuality: similarScore(overall),
      kindness: similarScore(overall),
      payment: overall > 1 ? 10 : similarScore(overall),
      roomCondition: similarScore(overall),
    }
    const hasComment = overall < 3 || random.next() < commentProbability
    return { scores, comment: hasComment ? nextRemark(`${offers} ${overall}`) : null }
  }
}

/** Incidents by review key. */
const incidents = { ...flags, ...disputes }

/** A different seed gives a different scenario. */
const seed = 20_260
/** Stays that are rated but not reviewed. */
const unreviewedStayCount = 30

type Rater = ReturnType<typeof ratingGenerator>
interface PlanContext {
  readonly calendar: Calendar
  readonly random: Random
  readonly rate: Rater
}

/** All actions of the half year before `now`, in order. Deterministic for a given `now`. */
export const planOf = (now: Instant): readonly ScheduledAction[] => {
  const random = seededRandom(seed)
  const calendar = calendarOf(now, random)
  const context = { calendar, random, rate: ratingGenerator(random, remarks()) }
  const written = writtenReviews()
  const stays = withoutOverlaps(
    venues.flatMap(({ key }, n) => spreadStays(written.get(key) ?? [], openedDaysAgo(n), random)),
  )
  return [
    ...staffActions(calendar),
    ...venues.map((venue, n) => scheduled(calendar.between(openedDaysAgo(n), 8, 17), openVenueAction(venue, n))),
    ...guests.map((guest, n) =>
      scheduled(calendar.between(registeredDaysAgo(stays, guest), 7, 21), registerGuestAction(guest, n)),
    ),
    ...stays.flatMap((stay) => stayActions(context, stay)),
    ...secondStays(stays).flatMap((stay) => redemptionActions(context, stay)),
    ...unreviewedStays(context, stays),
    ...bookings.flatMap((plannedBooking) => bookingActions(calendar, plannedBooking)),
    ...favouriteActions(context, stays),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

const scheduled = (at: Instant, action: Action): ScheduledAction => ({ at, action })

/** The auditor is registered last (see `staff` in `characters.ts`). */
const staffActions = (calendar: Calendar): readonly ScheduledAction[] =>
  staff.map((one, n) =>
    scheduled(n === staff.length - 1 ? calendar.ago(0) : calendar.between(firstDay + 3 - n, 8, 10), {
      type: 'register staff',
      staffMember: one,
      phone: phoneOf(60 + n),
    }),
  )

const openedDaysAgo = (n: number) => firstDay - 1 - n
const openVenueAction = (venue: Venue, n: number): Action => ({ type: 'open venue', venue, phone: phoneOf(n) })
const registerGuestAction = (guest: Guest, n: number): Action => ({
  type: 'register guest',
  guest,
  phone: phoneOf(20 + n),
})

/** Each guest registers some days before their earliest stay ends. */
const registeredDaysAgo = (stays: readonly ReviewedStay[], { key }: Guest): number =>
  Math.max(...ofGuest(stays, key).map(({ endedAgo }) => endedAgo)) + 4
const ofGuest = (stays: readonly ReviewedStay[], guest: string) => stays.filter(({ review }) => review.guest === guest)

const byKey = <A extends { readonly key: string }>(all: readonly A[], key: string): A => {
  const one = all.find((other) => other.key === key)
  if (one === undefined) throw new Error(`There is no ${key}`)
  return one
}

/** The venue rates the guest the next day, the guest reviews in the evening, the venue replies; incidents follow. */
const stayActions = (
  context: PlanContext,
  { review, endedAgo, writtenAgo }: ReviewedStay,
): readonly ScheduledAction[] => {
  const { calendar, random } = context
  const writtenAt = calendar.between(writtenAgo, 17, 21)
  const written = scheduled(writtenAt, { type: 'review', review })
  const { key, venue: by, reply } = review
  const daysAgo = (when: When) => ('ago' in when ? when.ago : writtenAgo - when.after)
  const incidentActions = (incidents[key] ?? []).map(([when, action]) =>
    reviewAction(key, calendar.between(daysAgo(when), 8, 16), action),
  )
  const replyActions =
    reply === null
      ? []
      : [
          reviewAction(key, calendar.after(writtenAt, random.oneOf([0.6, 0.8, 1.6])), {
            type: 'reply',
            by,
            text: reply,
          }),
        ]
  return [
    rating(context, { venue: review.venue, guest: review.guest, endedAgo }),
    written,
    ...replyActions,
    ...incidentActions,
  ]
}

const reviewAction = (
  review: string,
  at: Instant,
  action: Extract<Action, { type: 'about a review' }>['action'],
): ScheduledAction => scheduled(at, { type: 'about a review', review, action })

interface Visit {
  readonly venue: string
  readonly guest: string
  readonly endedAgo: number
}

const rating = (
  { calendar, rate }: PlanContext,
  { venue, guest, endedAgo }: Visit,
  stars?: number,
): ScheduledAction => {
  const one = byKey(guests, guest)
  const { scores, comment } = rate(byKey(venues, venue), one, stars)
  const stay = { stayDate: calendar.dayAgo(endedAgo), stayType: one.travelType }
  return scheduled(calendar.between(endedAgo - 1, 8, 11), { type: 'rate', venue, guest, ...stay, scores, comment })
}

/** Ratings without a review, on days when no other stay of the guest ended. Some are no-shows. */
const unreviewedStays = (context: PlanContext, stays: readonly ReviewedStay[]): readonly ScheduledAction[] => {
  const { random } = context
  const taken = new Set(stays.map(({ review, endedAgo }) => `${review.guest} ${endedAgo}`))
  return Array.from({ length: unreviewedStayCount }, (_, n) => {
    const guest = random.oneOf(guests)
    const days = Array.from({ length: registeredDaysAgo(stays, guest) - 6 }, (__, day) => day + 3)
    const endedAgo = random.oneOf(days.filter((day) => !taken.has(`${guest.key} ${day}`)))
    taken.add(`${guest.key} ${endedAgo}`)
    const visit = { venue: random.oneOf(venues).key, guest: guest.key, endedAgo }
    return rating(context, visit, guest.behaviour === 'difficult' || n === 0 ? noShowStars : undefined)
  })
}

/** Each guest's second stay at a venue. */
const secondStays = (stays: readonly ReviewedStay[]): readonly ReviewedStay[] =>
  stays.filter(({ review }, n) => stays.slice(0, n).filter((one) => isSamePair(one.review, review)).length === 1)
const isSamePair = (one: Pick<Visit, 'venue' | 'guest'>, other: Pick<Visit, 'venue' | 'guest'>) =>
  one.venue === other.venue && one.guest === other.guest

/** Redeems the reward earned by the first stay, by the guest or by the venue. */
const redemptionActions = (
  { calendar, random }: PlanContext,
  { review, endedAgo }: ReviewedStay,
): readonly ScheduledAction[] => {
  const { guest, venue } = review
  const redeemedBy = random.oneOf(['guest', 'venue'] as const)
  return [scheduled(calendar.between(endedAgo, 12, 15), { type: 'redeem', guest, venue, redeemedBy })]
}

const bookingActions = (calendar: Calendar, plannedBooking: (typeof bookings)[number]): readonly ScheduledAction[] => {
  const {
    key: booking,
    by,
    bookedAgo,
    from,
    nights,
    cancelledAgo,
    hotelId,
    destination,
    guests: people,
  } = plannedBooking
  const days = { checkIn: calendar.dayAgo(-from), checkOut: calendar.dayAgo(-from - nights) }
  const stay = { hotelId, destination, guests: people, ...days }
  const booked = scheduled(calendar.between(bookedAgo, 19, 21), { type: 'book', booking, by, stay })
  if (cancelledAgo === undefined) return [booked]
  return [booked, scheduled(calendar.between(cancelledAgo, 8, 12), { type: 'cancel booking', booking, by })]
}

/** Each favourite is saved on the evening of the first stay's review. */
const favouriteActions = ({ calendar }: PlanContext, stays: readonly ReviewedStay[]): readonly ScheduledAction[] =>
  Object.entries(favourites).flatMap(([guest, saved]) =>
    saved.map((venue) => {
      const first = stays.find(({ review }) => isSamePair(review, { venue, guest }))
      return scheduled(calendar.between(first?.writtenAgo ?? 1, 21, 22), { type: 'save favourite', guest, venue })
    }),
  )
