import type { Instant } from '../../../domain/kernel/primitives.ts'
import type { Act, Deed } from './acts.ts'
import { apart, calendarOf, firstDay, staysOf, type Calendar, type Stay } from './calendar.ts'
import { guests, phoneOf, staff, venues, type Guest, type Venue } from './cast.ts'
import { chanceOf, type Chance } from './chance.ts'
import { disputes } from './disputes.ts'
import { absent, raterOf } from './manners.ts'
import { remarks, writtenReviews } from './material.ts'
import { reports } from './reports.ts'
import type { When } from './when.ts'
import { bookings, favourites } from './wishes.ts'

/** What befell reviews, by their marks. */
const incidents = { ...reports, ...disputes }

/** Another seed is another half year. */
const seed = 20_260
/** Stays nobody reviewed. */
const untold = 30

type Rater = ReturnType<typeof raterOf>
interface Maker {
  readonly calendar: Calendar
  readonly chance: Chance
  readonly rate: Rater
}

/** Everything that happened in the half year before `now`, in its order; for the same moment always the same. */
export const planOf = (now: Instant): readonly Act[] => {
  const chance = chanceOf(seed)
  const calendar = calendarOf(now, chance)
  const maker = { calendar, chance, rate: raterOf(chance, remarks()) }
  const written = writtenReviews()
  const stays = apart(venues.flatMap(({ key }, n) => staysOf(written.get(key) ?? [], openedAgo(n), chance)))
  return [
    ...staffActs(calendar),
    ...venues.map((venue, n) => act(calendar.between(openedAgo(n), 8, 17), openVenue(venue, n))),
    ...guests.map((guest, n) => act(calendar.between(arrivedAgo(stays, guest), 7, 21), registerGuest(guest, n))),
    ...stays.flatMap((stay) => stayActs(maker, stay)),
    ...returns(stays).flatMap((stay) => redemption(maker, stay)),
    ...untoldStays(maker, stays),
    ...bookings.flatMap((wish) => bookingActs(calendar, wish)),
    ...favouriteActs(maker, stays),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

const act = (at: Instant, deed: Deed): Act => ({ at, deed })

/** The auditor is the last of all (see `cast.ts`). */
const staffActs = (calendar: Calendar): readonly Act[] =>
  staff.map((one, n) =>
    act(n === staff.length - 1 ? calendar.ago(0) : calendar.between(firstDay + 3 - n, 8, 10), {
      type: 'register staff',
      one,
      phone: phoneOf(60 + n),
    }),
  )

const openedAgo = (n: number) => firstDay - 1 - n
const openVenue = (venue: Venue, n: number): Deed => ({ type: 'open venue', venue, phone: phoneOf(n) })
const registerGuest = (guest: Guest, n: number): Deed => ({ type: 'register guest', guest, phone: phoneOf(20 + n) })

/** Everybody registers some days before they are first reviewed or review. */
const arrivedAgo = (stays: readonly Stay[], { key }: Guest): number =>
  Math.max(...ofGuest(stays, key).map(({ endedAgo }) => endedAgo)) + 4
const ofGuest = (stays: readonly Stay[], guest: string) => stays.filter(({ review }) => review.guest === guest)

const known = <A extends { readonly key: string }>(all: readonly A[], key: string): A => {
  const one = all.find((other) => other.key === key)
  if (one === undefined) throw new Error(`Nobody is called ${key}`)
  return one
}

/** The venue rates the guest the day after, the guest writes in the evening, the venue answers; then what befell the review. */
const stayActs = (maker: Maker, { review, endedAgo, writtenAgo }: Stay): readonly Act[] => {
  const { calendar, chance } = maker
  const writtenAt = calendar.between(writtenAgo, 17, 21)
  const told = act(writtenAt, { type: 'review', review })
  const { key, venue: by, reply } = review
  const daysAgo = (when: When) => ('ago' in when ? when.ago : writtenAgo - when.after)
  const befell = (incidents[key] ?? []).map(([when, deed]) => about(key, calendar.between(daysAgo(when), 8, 16), deed))
  const answered =
    reply === null
      ? []
      : [about(key, calendar.after(writtenAt, chance.oneOf([0.6, 0.8, 1.6])), { type: 'reply', by, text: reply })]
  return [rating(maker, { venue: review.venue, guest: review.guest, endedAgo }), told, ...answered, ...befell]
}

const about = (review: string, at: Instant, deed: Extract<Deed, { type: 'about a review' }>['deed']): Act =>
  act(at, { type: 'about a review', review, deed })

interface Visit {
  readonly venue: string
  readonly guest: string
  readonly endedAgo: number
}

const rating = ({ calendar, rate }: Maker, { venue, guest, endedAgo }: Visit, stars?: number): Act => {
  const one = known(guests, guest)
  const { scores, comment } = rate(known(venues, venue), one, stars)
  const stay = { stayDate: calendar.dayAgo(endedAgo), stayType: one.travelType }
  return act(calendar.between(endedAgo - 1, 8, 11), { type: 'rate', venue, guest, ...stay, scores, comment })
}

/** Ratings of stays nobody wrote about, on days no other stay of theirs ended; some are of guests who never came. */
const untoldStays = (maker: Maker, stays: readonly Stay[]): readonly Act[] => {
  const { chance } = maker
  const taken = new Set(stays.map(({ review, endedAgo }) => `${review.guest} ${endedAgo}`))
  return Array.from({ length: untold }, (_, n) => {
    const guest = chance.oneOf(guests)
    const days = Array.from({ length: arrivedAgo(stays, guest) - 6 }, (__, day) => day + 3)
    const endedAgo = chance.oneOf(days.filter((day) => !taken.has(`${guest.key} ${day}`)))
    taken.add(`${guest.key} ${endedAgo}`)
    const visit = { venue: chance.oneOf(venues).key, guest: guest.key, endedAgo }
    return rating(maker, visit, guest.manners === 'difficult' || n === 0 ? absent : undefined)
  })
}

/** The second time a guest is at a venue. */
const returns = (stays: readonly Stay[]): readonly Stay[] =>
  stays.filter(({ review }, n) => stays.slice(0, n).filter((one) => isAlike(one.review, review)).length === 1)
const isAlike = (one: Pick<Visit, 'venue' | 'guest'>, other: Pick<Visit, 'venue' | 'guest'>) =>
  one.venue === other.venue && one.guest === other.guest

/** Then the code of the first time is spent: the guest does it, or the venue by the code it is shown. */
const redemption = ({ calendar, chance }: Maker, { review, endedAgo }: Stay): readonly Act[] => {
  const { guest, venue } = review
  const pressedBy = chance.oneOf(['guest', 'venue'] as const)
  return [act(calendar.between(endedAgo, 12, 15), { type: 'redeem', guest, venue, pressedBy })]
}

const bookingActs = (calendar: Calendar, wish: (typeof bookings)[number]): readonly Act[] => {
  const { key: booking, by, bookedAgo, from, nights, cancelledAgo, hotelId, destination, guests: people } = wish
  const days = { checkIn: calendar.dayAgo(-from), checkOut: calendar.dayAgo(-from - nights) }
  const stay = { hotelId, destination, guests: people, ...days }
  const booked = act(calendar.between(bookedAgo, 19, 21), { type: 'book', booking, by, stay })
  if (cancelledAgo === undefined) return [booked]
  return [booked, act(calendar.between(cancelledAgo, 8, 12), { type: 'cancel booking', booking, by })]
}

/** Saved the evening of the first stay there. */
const favouriteActs = ({ calendar }: Maker, stays: readonly Stay[]): readonly Act[] =>
  Object.entries(favourites).flatMap(([guest, saved]) =>
    saved.map((venue) => {
      const first = stays.find(({ review }) => isAlike(review, { venue, guest }))
      return act(calendar.between(first?.writtenAgo ?? 1, 21, 22), { type: 'save favourite', guest, venue })
    }),
  )
