import { daysAfter, startOfRomeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'

const isDay = (time: string): time is Day => !time.includes('T')

/** The first instant of a period that begins with an instant or an Italian day. */
export const startOf = (time: string): string => (isDay(time) ? startOfRomeDay(time) : time)

/** The instant after a period that ends before an instant, or with an Italian day. */
export const endOf = (time: string): string => (isDay(time) ? startOfRomeDay(daysAfter(time, 1)) : time)
