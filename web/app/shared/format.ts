const italian = 'it-IT'

const dates = new Intl.DateTimeFormat(italian, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat(italian, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat(italian, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Rome',
})
const euros = new Intl.NumberFormat(italian, { style: 'currency', currency: 'EUR' })
const decimals = new Intl.NumberFormat(italian, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const wholePercents = new Intl.NumberFormat(italian, { style: 'percent', maximumFractionDigits: 0 })
const signed = new Intl.NumberFormat(italian, { style: 'percent', signDisplay: 'always', maximumFractionDigits: 1 })

/** `2026-11-20` or an instant → 20 novembre 2026 */
export const longDate = (day: string) => dates.format(new Date(day))
/** `2026-11-01` → novembre 2026 */
export const monthAndYear = (day: string) => months.format(new Date(day))
/** Instant → 20 nov, 15:30 in Rome */
export const dateTime = (instant: string) => moments.format(new Date(instant))
/** @param amount in euro */
export const money = (amount: number) => euros.format(amount)
export const oneDecimal = (value: number) => decimals.format(value)
/** 0.125 → 13% */
export const wholePercent = (part: number) => wholePercents.format(part)
/** 5.5 → 5,5 */
export const upToTwoDecimals = (value: number) => value.toLocaleString(italian, { maximumFractionDigits: 2 })
/** 12 → +12% */
export const signedPercent = (percent: number) => signed.format(percent / 100)

/** Via Rizzoli 1, Bologna, Italia in BO → Via Rizzoli 1, Bologna (BO). The province appears once. */
export const addressWithProvince = (location: string, province: string | null) => {
  const town = location.replace(/,\s*(Italia|Italy)\s*$/i, '')
  const signed = province === null || new RegExp(`\\b${province}\\)?$`).test(town)
  return signed ? town : `${town} (${province})`
}

/** `yyyy-mm-dd` of an instant in Rome. */
const dayInRome = (at: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' }).format(at)

/** Current day in Rome. */
export const todayInRome = () => dayInRome(new Date())

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** 1 recensione, 2 recensioni. */
export const counted = (count: number, singular: string, plural: string) =>
  `${count} ${count === 1 ? singular : plural}`

/** With a capital first letter. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** With a lower-case first letter, for use inside a sentence. */
export const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
