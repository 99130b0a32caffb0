import type { Day, Instant } from './primitives.ts'

const hourInMs = 3_600_000

/** The calendar day it is in Italy at an instant. */
export const romeDay = (at: Instant): Day => {
  const hours = isSummer(at) ? 2 : 1
  return new Date(Date.parse(at) + hours * hourInMs).toISOString().slice(0, 10) as Day
}

/** The last millisecond of a day in Italy. */
export const endOfRomeDay = (day: Day): Instant => {
  const end = `${day}T23:59:59.999Z` as Instant
  const hours = isSummer(end) ? 2 : 1
  return new Date(Date.parse(end) - hours * hourInMs).toISOString() as Instant
}

/** The first millisecond of a day in Italy. */
export const startOfRomeDay = (day: Day): Instant => {
  const before = new Date(Date.parse(day) - 24 * hourInMs).toISOString().slice(0, 10) as Day
  return new Date(Date.parse(endOfRomeDay(before)) + 1).toISOString() as Instant
}

/** Europe's summer time: from 01:00 UTC of March's last Sunday to 01:00 UTC of October's (directive 2000/84/EC). */
const isSummer = (at: Instant): boolean => {
  const year = Number(at.slice(0, 4))
  const turn = (month: number) => Date.UTC(year, month, lastSunday(year, month), 1)
  const time = Date.parse(at)
  return time >= turn(2) && time < turn(9)
}

const lastSunday = (year: number, month: number): number => {
  const last = new Date(Date.UTC(year, month + 1, 0))
  return last.getUTCDate() - last.getUTCDay()
}
