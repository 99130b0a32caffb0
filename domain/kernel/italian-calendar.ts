import type { Day, Instant } from './primitives.ts'
import { plusDays, utcDay } from './time.ts'

const msPerHour = 3_600_000

/** Calendar day in Italy at an instant. */
export const romeDay = (at: Instant): Day => {
  const hours = isSummerTime(at) ? 2 : 1
  return new Date(Date.parse(at) + hours * msPerHour).toISOString().slice(0, 10) as Day
}

/** Last millisecond of a day in Italy. */
export const endOfRomeDay = (day: Day): Instant => {
  const end = `${day}T23:59:59.999Z` as Instant
  const hours = isSummerTime(end) ? 2 : 1
  return new Date(Date.parse(end) - hours * msPerHour).toISOString() as Instant
}

/** First millisecond of a day in Italy. */
export const startOfRomeDay = (day: Day): Instant => {
  const previousDay = new Date(Date.parse(day) - 24 * msPerHour).toISOString().slice(0, 10) as Day
  return new Date(Date.parse(endOfRomeDay(previousDay)) + 1).toISOString() as Instant
}

/**
 * European summer time: from 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of October
 * (directive 2000/84/EC).
 */
const isSummerTime = (at: Instant): boolean => {
  const year = Number(at.slice(0, 4))
  const changeover = (month: number) => Date.UTC(year, month, lastSunday(year, month), 1)
  const time = Date.parse(at)
  return time >= changeover(2) && time < changeover(9)
}

const lastSunday = (year: number, month: number): number => {
  const last = new Date(Date.UTC(year, month + 1, 0))
  return last.getUTCDate() - last.getUTCDay()
}

/**
 * End of the nth Italian working day after an instant. The day of the instant itself does not count; neither do
 * Saturdays, Sundays and national holidays.
 * @rule B-47 terms in working days
 */
export const endOfNthWorkingDay = (after: Instant, workingDays: number): Instant => {
  let day = romeDay(after)
  let left = workingDays
  while (left > 0) {
    day = nextDay(day)
    if (isWorkingDay(day)) left--
  }
  return endOfRomeDay(day)
}

/** Working days after a day up to another one, counted no further than `most`. */
export const workingDaysAfter = (start: Day, end: Day, most: number): number => {
  let count = 0
  for (let day = start; day < end && count < most;) {
    day = nextDay(day)
    if (isWorkingDay(day)) count++
  }
  return count
}

export const isWorkingDay = (day: Day): boolean => {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}

export const nextDay = (day: Day): Day => daysAfter(day, 1)

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01` as Day

/** `days` may be negative. */
export const daysAfter = (day: Day, days: number): Day => utcDay(plusDays(`${day}T00:00:00.000Z` as Instant, days))

const isHoliday = (day: Day): boolean => {
  const year = Number(day.slice(0, 4))
  return fixedHolidays.has(day.slice(5)) || (year >= 2026 && day.endsWith(saintFrancis)) || day === easterMonday(year)
}

/** Law 260/1949; local patron saints are not included. */
const fixedHolidays: ReadonlySet<string> = new Set(
  '01-01 01-06 04-25 05-01 06-02 08-15 11-01 12-08 12-25 12-26'.split(' '),
)
/** Law 151/2025, from 2026. */
const saintFrancis = '10-04'

/** Easter Monday: the day after the first Sunday following the ecclesiastical spring full moon. */
const easterMonday = (year: number): Day => {
  const fullMoon = new Date(Date.UTC(year, 2, 21 + (paschalMoonOffsets[year % 19] ?? 0)))
  const daysToMonday = 8 - fullMoon.getUTCDay()
  return utcDay(plusDays(fullMoon.toISOString() as Instant, daysToMonday))
}

/** Days from 21 March to the spring full moon, by position in the 19-year lunar cycle; valid from 1900 to 2199. */
const paschalMoonOffsets = [24, 13, 2, 21, 10, 28, 18, 7, 26, 15, 4, 23, 12, 1, 20, 9, 27, 17, 6]
