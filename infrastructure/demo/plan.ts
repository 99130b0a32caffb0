import type { Day, Instant } from '../../domain/kernel/primitives.ts'
import { isBefore, plusDays, plusMinutes, utcDay } from '../../domain/kernel/time.ts'
import type { Action, ScheduledAction, Scores, When } from './actions.ts'
import { bookings, favourites, type Guest, guests, phoneOf, staff, type Venue, venues } from './characters.ts'
import { disputes, reports } from './incidents.ts'
import { remarks, type WrittenReview, writtenReviews } from './review-texts.ts'

/** Numbers that look like chance and are the same every time, of one seed (mulberry32). */
export interface Random {
  /** From 0 to 1, without 1. */
  readonly next: () => number
  /** A whole number between two, both included. */
  readonly between: (least: number, most: number) => number
  readonly oneOf: <A>(some: readonly A[]) => A
}

export const seededRandom = (seed: number): Random => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    oneOf: (some) => {
      const one = some[between(0, some.length - 1)]
      if (one === undefined) throw new Error('There is nothing to choose from')
      return one
    },
  }
}

/** So many days ago it began. */
export const firstDay = 180

/** Days are counted back from today; what would still lie ahead has happened a moment ago. */
export const calendarOf = (now: Instant, random: Random) => {
  const latest = plusMinutes(now, -5)
  const past = (at: Instant) => (isBefore(at, latest) ? at : latest)
  return {
    dayAgo: (days: number): Day => utcDay(plusDays(now, -days)),
    ago: (days: number): Instant => past(plusDays(now, -days)),
    after: (at: Instant, days: number): Instant => past(plusDays(at, days)),
    /** At some minute between two hours of a day (UTC). */
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

/** A review, and how many days ago the stay ended that it tells of. */
export interface ReviewedStay {
  readonly review: WrittenReview
  readonly endedAgo: number
  readonly writtenAgo: number
}

/** Reviews are most likely to be lately ones: a venue's business grows. */
const growth = 1.25

/** A venue's reviews in their order, over the months it has been here. */
export const spreadStays = (
  reviews: readonly WrittenReview[],
  openedAgo: number,
  random: Random,
): readonly ReviewedStay[] =>
  reviews.map((review, n) => {
    const passed = (n + 0.2 + 0.6 * random.next()) / reviews.length
    const endedAgo = 3 + Math.floor((openedAgo - 14) * (1 - passed) ** growth)
    return { review, endedAgo, writtenAgo: Math.max(2, endedAgo - random.between(1, 2)) }
  })

/** Nobody is in two places on one day, nor on the next: a stay that would be is some days older. */
export const withoutOverlaps = (stays: readonly ReviewedStay[]): readonly ReviewedStay[] => {
  const taken = new Set<string>()
  return stays.map((stay) => {
    const { guest } = stay.review
    let more = 0
    while ([-1, 0, 1].some((day) => taken.has(`${guest} ${stay.endedAgo + more + day}`))) more++
    taken.add(`${guest} ${stay.endedAgo + more}`)
    return { ...stay, endedAgo: stay.endedAgo + more, writtenAgo: stay.writtenAgo + more }
  })
}

/** Stars a guest is likely to be given, each as often as it stands there. */
const starsByBehaviour: Readonly<Record<Guest['behaviour'], readonly number[]>> = {
  exemplary: [5, 5, 5, 5, 5, 5, 5, 4],
  good: [5, 5, 5, 4, 4],
  careless: [5, 4, 4, 3, 3, 4],
  difficult: [4, 3, 2, 2],
}

/** Nobody who came and wrote of it is said not to have come: one star is for those who did not come. */
export const noShowStars = 1

/** One in two ratings says something. */
const commentProbability = 0.55

/** Rates guests as venues do; of what they note nothing is said again before all has been said. */
export const ratingGenerator = (random: Random, remarks: ReadonlyMap<string, readonly string[]>) => {
  const told = new Map<string, number>()
  const remark = (kind: string): string | null => {
    const all = remarks.get(kind) ?? []
    const n = told.get(kind) ?? 0
    told.set(kind, n + 1)
    return all[n % Math.max(all.length, 1)] ?? null
  }
  const near = (overall: number) => Math.max(0, Math.min(10, overall * 2 - random.oneOf([0, 0, 1, 1, -1])))

  return ({ offers }: Venue, { behaviour }: Guest, stars?: number) => {
    const overall = stars ?? random.oneOf(starsByBehaviour[behaviour])
    const scores: Scores = {
      overall,
      punctuality: near(overall),
      kindness: near(overall),
      payment: overall > 1 ? 10 : near(overall),
      roomCondition: near(overall),
    }
    const says = overall < 3 || random.next() < commentProbability
    return { scores, comment: says ? remark(`${offers} ${overall}`) : null }
  }
}

/** What befell reviews, by their marks. */
const incidents = { ...reports, ...disputes }

/** Another seed is another half year. */
const seed = 20_260
/** Stays nobody reviewed. */
const unreviewedStayCount = 30

type Rater = ReturnType<typeof ratingGenerator>
interface PlanContext {
  readonly calendar: Calendar
  readonly random: Random
  readonly rate: Rater
}

/** Everything that happened in the half year before `now`, in its order; for the same moment always the same. */
export const planOf = (now: Instant): readonly ScheduledAction[] => {
  const random = seededRandom(seed)
  const calendar = calendarOf(now, random)
  const maker = { calendar, random, rate: ratingGenerator(random, remarks()) }
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
    ...stays.flatMap((stay) => stayActions(maker, stay)),
    ...secondStays(stays).flatMap((stay) => redemptionActions(maker, stay)),
    ...unreviewedStays(maker, stays),
    ...bookings.flatMap((wish) => bookingActions(calendar, wish)),
    ...favouriteActions(maker, stays),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

const scheduled = (at: Instant, deed: Action): ScheduledAction => ({ at, action: deed })

/** The auditor is the last of all (see `cast.ts`). */
const staffActions = (calendar: Calendar): readonly ScheduledAction[] =>
  staff.map((one, n) =>
    scheduled(n === staff.length - 1 ? calendar.ago(0) : calendar.between(firstDay + 3 - n, 8, 10), {
      type: 'register staff',
      one,
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

/** Everybody registers some days before they are first reviewed or review. */
const registeredDaysAgo = (stays: readonly ReviewedStay[], { key }: Guest): number =>
  Math.max(...ofGuest(stays, key).map(({ endedAgo }) => endedAgo)) + 4
const ofGuest = (stays: readonly ReviewedStay[], guest: string) => stays.filter(({ review }) => review.guest === guest)

const byKey = <A extends { readonly key: string }>(all: readonly A[], key: string): A => {
  const one = all.find((other) => other.key === key)
  if (one === undefined) throw new Error(`Nobody is called ${key}`)
  return one
}

/** The venue rates the guest the day after, the guest writes in the evening, the venue answers; then what befell the review. */
const stayActions = (
  maker: PlanContext,
  { review, endedAgo, writtenAgo }: ReviewedStay,
): readonly ScheduledAction[] => {
  const { calendar, random } = maker
  const writtenAt = calendar.between(writtenAgo, 17, 21)
  const told = scheduled(writtenAt, { type: 'review', review })
  const { key, venue: by, reply } = review
  const daysAgo = (when: When) => ('ago' in when ? when.ago : writtenAgo - when.after)
  const befell = (incidents[key] ?? []).map(([when, deed]) =>
    reviewAction(key, calendar.between(daysAgo(when), 8, 16), deed),
  )
  const answered =
    reply === null
      ? []
      : [
          reviewAction(key, calendar.after(writtenAt, random.oneOf([0.6, 0.8, 1.6])), {
            type: 'reply',
            by,
            text: reply,
          }),
        ]
  return [rating(maker, { venue: review.venue, guest: review.guest, endedAgo }), told, ...answered, ...befell]
}

const reviewAction = (
  review: string,
  at: Instant,
  deed: Extract<Action, { type: 'about a review' }>['action'],
): ScheduledAction => scheduled(at, { type: 'about a review', review, action: deed })

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

/** Ratings of stays nobody wrote about, on days no other stay of theirs ended; some are of guests who never came. */
const unreviewedStays = (maker: PlanContext, stays: readonly ReviewedStay[]): readonly ScheduledAction[] => {
  const { random } = maker
  const taken = new Set(stays.map(({ review, endedAgo }) => `${review.guest} ${endedAgo}`))
  return Array.from({ length: unreviewedStayCount }, (_, n) => {
    const guest = random.oneOf(guests)
    const days = Array.from({ length: registeredDaysAgo(stays, guest) - 6 }, (__, day) => day + 3)
    const endedAgo = random.oneOf(days.filter((day) => !taken.has(`${guest.key} ${day}`)))
    taken.add(`${guest.key} ${endedAgo}`)
    const visit = { venue: random.oneOf(venues).key, guest: guest.key, endedAgo }
    return rating(maker, visit, guest.behaviour === 'difficult' || n === 0 ? noShowStars : undefined)
  })
}

/** The second time a guest is at a venue. */
const secondStays = (stays: readonly ReviewedStay[]): readonly ReviewedStay[] =>
  stays.filter(({ review }, n) => stays.slice(0, n).filter((one) => isSamePair(one.review, review)).length === 1)
const isSamePair = (one: Pick<Visit, 'venue' | 'guest'>, other: Pick<Visit, 'venue' | 'guest'>) =>
  one.venue === other.venue && one.guest === other.guest

/** Then the code of the first time is spent: the guest does it, or the venue by the code it is shown. */
const redemptionActions = (
  { calendar, random }: PlanContext,
  { review, endedAgo }: ReviewedStay,
): readonly ScheduledAction[] => {
  const { guest, venue } = review
  const pressedBy = random.oneOf(['guest', 'venue'] as const)
  return [scheduled(calendar.between(endedAgo, 12, 15), { type: 'redeem', guest, venue, pressedBy })]
}

const bookingActions = (calendar: Calendar, wish: (typeof bookings)[number]): readonly ScheduledAction[] => {
  const { key: booking, by, bookedAgo, from, nights, cancelledAgo, hotelId, destination, guests: people } = wish
  const days = { checkIn: calendar.dayAgo(-from), checkOut: calendar.dayAgo(-from - nights) }
  const stay = { hotelId, destination, guests: people, ...days }
  const booked = scheduled(calendar.between(bookedAgo, 19, 21), { type: 'book', booking, by, stay })
  if (cancelledAgo === undefined) return [booked]
  return [booked, scheduled(calendar.between(cancelledAgo, 8, 12), { type: 'cancel booking', booking, by })]
}

/** Saved the evening of the first stay there. */
const favouriteActions = ({ calendar }: PlanContext, stays: readonly ReviewedStay[]): readonly ScheduledAction[] =>
  Object.entries(favourites).flatMap(([guest, saved]) =>
    saved.map((venue) => {
      const first = stays.find(({ review }) => isSamePair(review, { venue, guest }))
      return scheduled(calendar.between(first?.writtenAgo ?? 1, 21, 22), { type: 'save favourite', guest, venue })
    }),
  )
