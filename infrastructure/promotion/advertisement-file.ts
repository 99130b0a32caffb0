import { z } from 'zod'
import type { DeliveredAdvertisement } from '../../application/promotion/advertisements.ts'
import { endOfRomeDay, startOfRomeDay } from '../../domain/kernel/italian-calendar.ts'
import { type Day, Id, type Instant } from '../../domain/kernel/primitives.ts'
import { type OfferFault, validateOffer } from '../../domain/promotion/advertisement.ts'

/**
 * Reads a JSON array of advertisements. Throws an error with one line for each fault if any entry is invalid; it
 * includes the faults that the domain would reject, so that one run reports all of them with their entry.
 * @rule D-14
 */
export const readAdvertisements = (text: string): readonly DeliveredAdvertisement[] => {
  const entries = parseList(text)
  const places = new Map<string, number>()
  const read = entries.map((entry, n) => {
    const one = readEntry(entry)
    const name = entryName(entry, n + 1)
    if ('faults' in one) return { faults: one.faults.map(({ field, message }) => `${name}: ${field} ${message}`) }
    const { linkId, offer } = one.delivered
    const first = places.get(linkId)
    places.set(linkId, first ?? n + 1)
    const duplicate = first === undefined ? [] : [`${name}: linkId is already used by entry ${first}`]
    return { ...one, faults: [...duplicate, ...validateOffer(offer).map((fault) => `${name}: ${faultText(fault)}`)] }
  })
  const faults = read.flatMap((one) => one.faults)
  if (faults.length > 0) throw new Error(['Nothing was imported.', ...faults].join('\n'))
  return read.flatMap((one) => ('delivered' in one ? [one.delivered] : []))
}

const parseList = (text: string): readonly unknown[] => {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (cause) {
    throw new Error('Nothing was imported: the file is not JSON.', { cause })
  }
  if (!Array.isArray(read))
    throw new Error('Nothing was imported: the file must contain a JSON array of advertisements.')
  return read
}

const entryName = (entry: unknown, place: number): string => {
  const linkId = typeof entry === 'object' && entry !== null && 'linkId' in entry ? entry.linkId : undefined
  return typeof linkId === 'string' || typeof linkId === 'number' ? `entry ${place} (${linkId})` : `entry ${place}`
}

const faultTexts: Readonly<Record<Exclude<OfferFault['kind'], 'too long'>, string>> = {
  missing: 'is missing',
  unprintable: 'contains characters that cannot be shown',
  'not https': 'must be an https address',
  'before it begins': 'is before promotionalDate',
}

export const faultText = ({ field, kind, max }: OfferFault): string =>
  `${field} ${kind === 'too long' ? `is longer than ${max} characters` : faultTexts[kind]}`

/** Advertising networks deliver some texts as numbers. A blank text counts as absent. */
const textField = z.union([z.string(), z.number()], 'must be a text').transform((given) => String(given).trim())
const optionalTextField = textField.nullish().transform((given) => (given === undefined || given === '' ? null : given))
const listField = z
  .union([textField, z.array(textField)], 'must be a text or a list of texts')
  .nullish()
  .transform((given) => (Array.isArray(given) ? given.join(', ') : (given ?? '')) || null)

const timeFault = 'must be a day (2026-12-24) or a time with its zone (2026-12-24T09:00:00Z)'
/** `ofDay` converts an Italian day to its first or last moment. */
const timeField = (ofDay: (day: Day) => Instant) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], timeFault)
    .nullish()
    .transform((given) => {
      if (given === undefined || given === null) return null
      return given.length === 10 ? ofDay(given as Day) : (new Date(given).toISOString() as Instant)
    })

const priceFault = 'must be an amount in euro from 0 to 1000000 with at most two decimals, or null'
const priceField = z
  .number(priceFault)
  .min(0, priceFault)
  .max(1_000_000, priceFault)
  .multipleOf(0.01, priceFault)
  .nullish()
  .transform((euro) => (euro === undefined || euro === null ? null : Math.round(euro * 100)))

const booleanField = z.boolean('must be true or false')
const priorityFault = 'must be a whole number from 0 to 1000000'
const addressFault = 'must be an https address'

/** One entry of the file: the fields of E-15 and the price. @rule Q-77 */
const Entry = z.strictObject({
  linkId: textField.pipe(
    z.string().max(100, 'is longer than 100 characters').refine(Id.is, 'must consist of letters, digits, _ and -'),
  ),
  advertiserId: optionalTextField,
  advertiserName: textField,
  name: textField,
  description: optionalTextField,
  category: optionalTextField,
  keywords: listField,
  language: optionalTextField,
  targetedCountries: listField,
  clickUrl: textField.refine((given) => given === '' || URL.canParse(given), addressFault),
  linkType: optionalTextField,
  htmlLinks: optionalTextField,
  javascriptLinks: optionalTextField,
  promotionType: optionalTextField,
  couponCode: optionalTextField,
  promotionalDate: timeField(startOfRomeDay),
  promotionalEndDate: timeField(endOfRomeDay),
  price: priceField,
  threeMonthEpc: optionalTextField,
  sevenDayEpc: optionalTextField,
  lastUpdated: timeField(startOfRomeDay),
  advCid: optionalTextField,
  relationshipStatus: optionalTextField,
  mobileOptimized: booleanField.default(false),
  isActive: booleanField.default(true),
  priority: z.int(priorityFault).min(0, priorityFault).max(1_000_000, priorityFault).default(1),
})

export type EntryRead =
  | { readonly delivered: DeliveredAdvertisement }
  | { readonly faults: readonly { readonly field: string; readonly message: string }[] }

const readEntry = (given: unknown): EntryRead => {
  const read = Entry.safeParse(given, { reportInput: true })
  if (!read.success) return { faults: read.error.issues.flatMap(issueTexts) }
  const { linkId, price: priceCents, ...rest } = read.data
  return { delivered: { linkId, offer: { ...rest, priceCents } } }
}

const issueTexts = (issue: z.core.$ZodIssue) => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((field) => ({ field, message: 'is not a field of an advertisement' }))
  const field = issue.path.join('.')
  if (field === '') return [{ field: 'entry', message: 'must be an object' }]
  return [{ field, message: isAbsent(issue) ? 'is missing' : issue.message }]
}

const isAbsent = ({ input }: z.core.$ZodIssue) => input === undefined || input === null
