import { romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'

/** Average with two decimals; 0 if `count` is 0. */
export const roundedAverage = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.round((sum / count) * 100) / 100

/** The Italian calendar day, as an instant at midnight. @rule Q-60 */
export const startOfDay = (instant: string): string => `${romeDay(instant as Instant)}T00:00:00.000Z`

/** First days of the months before the one of a day, earliest first. */
export const monthsBefore = (day: string, count: number): readonly string[] => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - count + index, 1)).toISOString().slice(0, 10),
  )
}
