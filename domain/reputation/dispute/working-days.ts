import type { Day, Instant } from '../../kernel/primitives.ts'
import { dayOf, plusDays } from '../../kernel/time.ts'
import { endOfRomeDay, romeDay } from '../../kernel/rome.ts'

/**
 * The end of the nth Italian working day after an instant (B-47). The day it falls on does not count, as the law counts
 * its terms; Saturdays, Sundays and national holidays do not either.
 */
export const endOfWorkingDay = (after: Instant, workingDays: number): Instant => {
  let day = romeDay(after)
  let left = workingDays
  while (left > 0) {
    day = nextDay(day)
    if (isWorkingDay(day)) left--
  }
  return endOfRomeDay(day)
}

export const isWorkingDay = (day: Day): boolean => {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}

const nextDay = (day: Day): Day => dayOf(plusDays(`${day}T00:00:00.000Z` as Instant, 1))

const isHoliday = (day: Day): boolean => {
  const year = Number(day.slice(0, 4))
  return fixedHolidays.has(day.slice(5)) || (year >= 2026 && day.endsWith(saintFrancis)) || day === easterMondayOf(year)
}

/** Law 260/1949 as it stands; patrons of single towns are left out. */
const fixedHolidays: ReadonlySet<string> = new Set(
  '01-01 01-06 04-25 05-01 06-02 08-15 11-01 12-08 12-25 12-26'.split(' '),
)
/** Law 151/2025, from 2026. */
const saintFrancis = '10-04'

/** The Monday after the first Sunday after the Church's spring full moon. */
const easterMondayOf = (year: number): Day => {
  const fullMoon = new Date(Date.UTC(year, 2, 21 + (springMoons[year % 19] ?? 0)))
  const daysToMonday = 8 - fullMoon.getUTCDay()
  return dayOf(plusDays(fullMoon.toISOString() as Instant, daysToMonday))
}

/** Days from 21 March to that full moon, over the nineteen years after which the moon comes round; right from 1900 to 2199. */
const springMoons = [24, 13, 2, 21, 10, 28, 18, 7, 26, 15, 4, 23, 12, 1, 20, 9, 27, 17, 6]
