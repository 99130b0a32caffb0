import { longDate, monthAndYear } from './format.ts'

const days = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat('it-IT', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** How charts write days: 20 novembre 2026, 20 nov. */
export const dayLabels = { long: longDate, short: (day: string) => days.format(new Date(day)) }

/** How charts write months by their first day: novembre 2026, nov 2026. */
export const monthLabels = { long: monthAndYear, short: (day: string) => months.format(new Date(day)) }

export const wholeNumber = (value: number) => value.toLocaleString('it-IT', { maximumFractionDigits: 0 })
