import type { Day, Instant } from '../../../domain/kernel/primitives.ts'
import { dayOf, isBefore, plusDays, plusMinutes } from '../../../domain/kernel/time.ts'
import type { Chance } from './chance.ts'
import type { WrittenReview } from './material.ts'

/** So many days ago it began. */
export const firstDay = 180

/** Days are counted back from today; what would still lie ahead has happened a moment ago. */
export const calendarOf = (now: Instant, chance: Chance) => {
  const latest = plusMinutes(now, -5)
  const past = (at: Instant) => (isBefore(at, latest) ? at : latest)
  return {
    dayAgo: (days: number): Day => dayOf(plusDays(now, -days)),
    ago: (days: number): Instant => past(plusDays(now, -days)),
    after: (at: Instant, days: number): Instant => past(plusDays(at, days)),
    /** At some minute between two hours of a day (UTC). */
    between: (daysAgo: number, from: number, to: number): Instant =>
      past(
        plusMinutes(
          `${dayOf(plusDays(now, -daysAgo))}T00:00:00.000Z` as Instant,
          chance.between(from * 60, to * 60 - 1),
        ),
      ),
  }
}
export type Calendar = ReturnType<typeof calendarOf>

/** A review, and how many days ago the stay ended that it tells of. */
export interface Stay {
  readonly review: WrittenReview
  readonly endedAgo: number
  readonly writtenAgo: number
}

/** Reviews are most likely to be lately ones: a venue's business grows. */
const growth = 1.25

/** A venue's reviews in their order, over the months it has been here. */
export const staysOf = (reviews: readonly WrittenReview[], openedAgo: number, chance: Chance): readonly Stay[] =>
  reviews.map((review, n) => {
    const passed = (n + 0.2 + 0.6 * chance.next()) / reviews.length
    const endedAgo = 3 + Math.floor((openedAgo - 14) * (1 - passed) ** growth)
    return { review, endedAgo, writtenAgo: Math.max(2, endedAgo - chance.between(1, 2)) }
  })

/** Nobody is in two places on one day, nor on the next: a stay that would be is some days older. */
export const apart = (stays: readonly Stay[]): readonly Stay[] => {
  const taken = new Set<string>()
  return stays.map((stay) => {
    const { guest } = stay.review
    let more = 0
    while ([-1, 0, 1].some((day) => taken.has(`${guest} ${stay.endedAgo + more + day}`))) more++
    taken.add(`${guest} ${stay.endedAgo + more}`)
    return { ...stay, endedAgo: stay.endedAgo + more, writtenAgo: stay.writtenAgo + more }
  })
}
