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
  return (
    fixedHolidays.has(day.slice(5)) || (year >= 2026 && day.endsWith(saintFrancis)) || day === nextDay(easterOf(year))
  )
}

/** Law 260/1949 as it stands; patrons of single towns are left out. */
const fixedHolidays: ReadonlySet<string> = new Set(
  '01-01 01-06 04-25 05-01 06-02 08-15 11-01 12-08 12-25 12-26'.split(' '),
)
/** Law 151/2025, from 2026. */
const saintFrancis = '10-04'

/** Easter Sunday of the Gregorian calendar: first Sunday after the ecclesiastical full moon. */
const easterOf = (year: number): Day => {
  const century = Math.floor(year / 100)
  const goldenNumber = year % 19
  const moonShift = Math.floor((8 * century + 13) / 25)
  const epact = (19 * goldenNumber + century - Math.floor(century / 4) - moonShift + 15) % 30
  const fullMoon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - goldenNumber) / 11))
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - century + Math.floor(century / 4)) % 7
  const afterMarch = 28 + fullMoon - weekday
  return new Date(Date.UTC(year, 2, afterMarch)).toISOString().slice(0, 10) as Day
}
