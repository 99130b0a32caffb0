import type { Day, Instant } from './primitives.ts'

const msPerDay = 86_400_000
const plusMilliseconds = (at: Instant, ms: number): Instant => new Date(Date.parse(at) + ms).toISOString() as Instant

export const plusMinutes = (at: Instant, minutes: number): Instant => plusMilliseconds(at, minutes * 60_000)
export const plusDays = (at: Instant, days: number): Instant => plusMilliseconds(at, days * msPerDay)

/** Same day of a later month, or that month's last day (31 January + 1 = 28 February). */
export const plusMonths = (at: Instant, months: number): Instant => {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.toISOString() as Instant
}

export const isBefore = (a: Instant, b: Instant): boolean => a < b

/** UTC calendar day of an instant. */
export const utcDay = (at: Instant): Day => at.slice(0, 10) as Day

/** Nights between two days; negative if `to` is earlier. */
export const nightsBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / msPerDay)
