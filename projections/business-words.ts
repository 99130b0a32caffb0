import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { BusinessProfileChanged, BusinessRegistered } from '../domain/access/account/events.ts'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { folded } from '../domain/kernel/folded.ts'
import { inBusiness, PublicBusiness, publicColumns, publicJoins } from './businesses.queries.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  accountId: z.string(),
  /** Folded, a blank between two. */
  words: z.string(),
})
export type BusinessWordsRow = z.infer<typeof Row>

const events = family(BusinessRegistered, BusinessProfileChanged)

/** The words a business is found by: its name, what it is, where it is. */
export const businessWords: Projection<BusinessWordsRow, EventIn<typeof events>> = {
  name: 'business_words',
  version: 2,
  row: Row,
  columns: { accountId: { type: 'text' }, words: { type: 'text', pii: { of: 'accountId', erased: '' } } },
  goesWith: 'accountId',
  /** Finds words by their beginning; the query says it alike. */
  indexes: [`using gin (array_to_tsvector(string_to_array(words, ' ')))`],
  events,
  keys: ({ event }) => [event.data.accountId],
  evolve: (_, { event: { data } }) => {
    const { accountId, businessName, businessType, location, province } = data
    const kind = inItalian[businessType] ?? businessType
    return { accountId, words: folded(`${businessName} ${kind} ${location} ${province ?? ''}`) }
  },
}

/** Where the code is no Italian word. */
const inItalian: Readonly<Record<string, string>> = {
  hotel: 'hotel albergo',
  bnb: 'B&B bnb bed and breakfast',
  restaurant: 'ristorante',
  hostel: 'ostello',
}

/** Businesses that have every one of these words, or longer ones that begin so; the most reviewed first. Words are folded. */
export const businessesWithWords = (
  db: CommonQueryMethods,
  words: readonly string[],
  types: readonly string[],
  most: number,
) =>
  db.any(sql.type(PublicBusiness)`
    with hits as (
      select w.key
      from read.business_words w join read.accounts a on a.key = w.key and ${inBusiness}
        left join read.venue_scores s on s.key = w.key
      where array_to_tsvector(string_to_array(w.words, ' ')) @@ ${beginningWith(words)}::tsquery
        and a.business_type = any(${sql.array(types, 'text')})
      order by coalesce(s.live_reviews, 0) desc, a.search_name, a.key limit ${most})
    select ${publicColumns}
    from hits join read.accounts a on a.key = hits.key ${publicJoins}
    order by "totalReviews" desc, a.search_name, a.key`)

const beginningWith = (words: readonly string[]) => [...new Set(words)].map((word) => `'${word}':*`).join(' & ')

/** These accounts, and whoever is called exactly so. */
export const businessesOf = (db: CommonQueryMethods, ids: readonly string[], names: readonly string[]) =>
  db.any(sql.type(PublicBusiness)`
    select ${publicColumns}
    from read.accounts a ${publicJoins}
    where ${inBusiness} and (a.key = any(${sql.array(ids, 'text')})
      or a.search_name = any(${sql.array(
        names.map((name) => name.toLowerCase()),
        'text',
      )}))
    order by a.key limit 200`)
