import { z } from 'zod'
import type { Delivered } from '../../application/promotion/import-advertisements.ts'
import { Id, type Day, type Instant } from '../../domain/kernel/primitives.ts'
import { endOfRomeDay, startOfRomeDay } from '../../domain/kernel/rome.ts'

/** Networks write numbers as texts and texts as numbers; blank says nothing. */
const word = z.union([z.string(), z.number()], 'must be a text').transform((given) => String(given).trim())
const words = word.nullish().transform((given) => (given === undefined || given === '' ? null : given))
const list = z
  .union([word, z.array(word)], 'must be a text or a list of texts')
  .nullish()
  .transform((given) => (Array.isArray(given) ? given.join(', ') : (given ?? '')) || null)

const noTime = 'must be a day (2026-12-24) or a time with its zone (2026-12-24T09:00:00Z)'
/** A day is one in Italy, taken at its start or its end. */
const time = (ofDay: (day: Day) => Instant) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], noTime)
    .nullish()
    .transform((given) => {
      if (given === undefined || given === null) return null
      return given.length === 10 ? ofDay(given as Day) : (new Date(given).toISOString() as Instant)
    })

const notAPrice = 'must be euro, from 0 to 1000000 with at most two decimals, or null'
const price = z
  .number(notAPrice)
  .min(0, notAPrice)
  .max(1_000_000, notAPrice)
  .multipleOf(0.01, notAPrice)
  .nullish()
  .transform((euro) => (euro === undefined || euro === null ? null : Math.round(euro * 100)))

const yesOrNo = z.boolean('must be true or false')
const notAPriority = 'must be a whole number from 0 to 1000000'
const notAnAddress = 'must be an https address'

/** One entry of the file: the fields of E-15, and a price. */
const Entry = z.strictObject({
  linkId: word.pipe(
    z
      .string()
      .max(100, 'is longer than 100 characters')
      .refine(Id.is, 'must be of letters, digits, _ and -, at least one'),
  ),
  advertiserId: words,
  advertiserName: word,
  name: word,
  description: words,
  category: words,
  keywords: list,
  language: words,
  targetedCountries: list,
  clickUrl: word.refine((given) => given === '' || URL.canParse(given), notAnAddress),
  linkType: words,
  htmlLinks: words,
  javascriptLinks: words,
  promotionType: words,
  couponCode: words,
  promotionalDate: time(startOfRomeDay),
  promotionalEndDate: time(endOfRomeDay),
  price,
  threeMonthEpc: words,
  sevenDayEpc: words,
  lastUpdated: time(startOfRomeDay),
  advCid: words,
  relationshipStatus: words,
  mobileOptimized: yesOrNo.default(false),
  isActive: yesOrNo.default(true),
  priority: z.int(notAPriority).min(0, notAPriority).max(1_000_000, notAPriority).default(1),
})

export type EntryRead =
  { readonly delivered: Delivered } | { readonly faults: readonly { readonly field: string; readonly says: string }[] }

export const readEntry = (given: unknown): EntryRead => {
  const read = Entry.safeParse(given, { reportInput: true })
  if (!read.success) return { faults: read.error.issues.flatMap(saidBy) }
  const { linkId, price: priceCents, ...rest } = read.data
  return { delivered: { linkId, offer: { ...rest, priceCents } } }
}

const saidBy = (issue: z.core.$ZodIssue) => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((field) => ({ field, says: 'is no field of an advertisement' }))
  const field = issue.path.join('.')
  if (field === '') return [{ field: 'entry', says: 'must be an object' }]
  return [{ field, says: isAbsent(issue) ? 'is missing' : issue.message }]
}

const isAbsent = ({ input }: z.core.$ZodIssue) => input === undefined || input === null
