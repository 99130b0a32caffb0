import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { BusinessProfileChanged, BusinessRegistered } from '../../domain/accounts/account-events.ts'
import { type BusinessType, businessTypes } from '../../domain/accounts/vocabulary.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { normaliseText, wordsIn } from '../../domain/kernel/text.ts'
import { PremiumColumn, premiumColumn, premiumJoin } from '../ava/premium-accounts.ts'
import { countColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { scoreColumns, scoreJoins } from '../reviews/venue-scores.ts'

const BusinessMatch = z.object({
  id: z.string(),
  businessName: z.string(),
  location: z.string(),
  ...PremiumColumn.shape,
})

/**
 * Up to ten businesses whose name contains words that start with those of the query, without the account `except`. Names
 * that start with the query come first.
 */
export const businessesByName = async (db: CommonQueryMethods, query: string, except: string | null = null) => {
  const words = wordsIn(query)
  if (words.length === 0) return []
  return db.any(sql.type(BusinessMatch)`
    select a.account_id as id, a.business_name as "businessName", a.location, ${premiumColumn}
    from read.business_words b join read.accounts a on a.key = b.key and ${isActiveBusiness}
      ${premiumJoin(sql.fragment`a.key`)}
    where array_to_tsvector(string_to_array(b.name_words, ' ')) @@ ${prefixQuery(words)}::tsquery
      and a.account_id is distinct from ${except}
    order by starts_with(b.name_words, ${words.join(' ')}) desc, a.search_name, a.account_id limit 10`)
}

export const PublicBusiness = z.object({
  id: z.string(),
  businessName: z.string(),
  businessType: z.enum(businessTypes),
  location: z.string(),
  province: z.string().nullable(),
  businessPhoto: z.string().nullable(),
  theForkTenths: z.number().nullable(),
  /** Sums of the current score, without excluded periods. */
  starSum: countColumn,
  counted: countColumn,
  fullStarSum: countColumn,
  fullCounted: countColumn,
  totalReviews: z.number(),
  ...PremiumColumn.shape,
})

/** Columns of account `a`; requires `publicJoins`. */
export const publicColumns = sql.fragment`a.account_id as id, a.business_name as "businessName",
  a.business_type as "businessType", a.location, a.province, a.business_photo as "businessPhoto",
  a.the_fork_tenths as "theForkTenths", ${scoreColumns},
  coalesce(s.live_reviews, 0) as "totalReviews", ${premiumColumn}`
export const publicJoins = sql.fragment`left join read.venue_scores s on s.key = a.key ${scoreJoins}
  ${premiumJoin(sql.fragment`a.key`)}`

/** Account `a` is a business and not deleted. */
export const isActiveBusiness = sql.fragment`a.kind = 'business' and not a.deleted`

/** Public data of a business, with its score. @rule Q-32 */
export const publicBusinessById = (db: CommonQueryMethods, id: string) =>
  db.maybeOne(sql.type(PublicBusiness)`
    select ${publicColumns}
    from read.accounts a ${publicJoins}
    where a.key = ${id} and ${isActiveBusiness}`)

const BusinessWordsRowSchema = z.object({
  accountId: z.string(),
  /** Normalised words of name, type and location, separated by spaces. */
  words: z.string(),
  /** Those of the name. */
  nameWords: z.string(),
})
export type BusinessWordsRow = z.infer<typeof BusinessWordsRowSchema>

const businessWordsEvents = family(BusinessRegistered, BusinessProfileChanged)

/** Search words of a business: name, type and location. */
export const businessWords: Projection<BusinessWordsRow, EventIn<typeof businessWordsEvents>> = {
  name: 'business_words',
  version: 3,
  row: BusinessWordsRowSchema,
  columns: {
    accountId: { type: 'text' },
    words: { type: 'text', pii: { of: 'accountId', erased: '' } },
    nameWords: { type: 'text', pii: { of: 'accountId', erased: '' } },
  },
  erasedWith: 'accountId',
  /** For prefix search; `searchBusinesses` and `businessesByName` must use the same expressions. */
  indexes: ['words', 'name_words'].map((column) => `using gin (array_to_tsvector(string_to_array(${column}, ' ')))`),
  events: businessWordsEvents,
  keys: ({ event }) => [event.data.accountId],
  evolve: (_, { event: { data } }) => {
    const { accountId, businessName, businessType, location, province } = data
    const type = businessTypeWords[businessType] ?? businessType
    const words = normaliseText(`${businessName} ${type} ${location} ${province ?? ''}`)
    return { accountId, words, nameWords: normaliseText(businessName) }
  },
}

/** Italian search words for types whose code is not Italian. */
const businessTypeWords: { readonly [T in BusinessType]?: string } = {
  hotel: 'hotel albergo',
  bnb: 'B&B bnb bed and breakfast',
  restaurant: 'ristorante',
  hostel: 'ostello',
}

/** Businesses that match every normalised word by prefix, most reviewed first. */
export const searchBusinesses = (
  db: CommonQueryMethods,
  words: readonly string[],
  types: readonly string[],
  limit: number,
) =>
  db.any(sql.type(PublicBusiness)`
    with hits as (
      select w.key
      from read.business_words w join read.accounts a on a.key = w.key and ${isActiveBusiness}
        left join read.venue_scores s on s.key = w.key
      where array_to_tsvector(string_to_array(w.words, ' ')) @@ ${prefixQuery(words)}::tsquery
        and a.business_type = any(${sql.array(types, 'text')})
      order by coalesce(s.live_reviews, 0) desc, a.search_name, a.key limit ${limit})
    select ${publicColumns}
    from hits join read.accounts a on a.key = hits.key ${publicJoins}
    order by "totalReviews" desc, a.search_name, a.key`)

const prefixQuery = (words: readonly string[]) => [...new Set(words)].map((word) => `'${word}':*`).join(' & ')

/** Businesses with one of these ids or exact names. */
export const businessesByIdOrName = (db: CommonQueryMethods, ids: readonly string[], names: readonly string[]) =>
  db.any(sql.type(PublicBusiness)`
    select ${publicColumns}
    from read.accounts a ${publicJoins}
    where ${isActiveBusiness} and (a.key = any(${sql.array(ids, 'text')})
      or a.search_name = any(${sql.array(
        names.map((name) => name.toLowerCase()),
        'text',
      )}))
    order by a.key limit 200`)
