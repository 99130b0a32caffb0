import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { countColumn } from './columns.ts'
import { scoreColumns, scoreJoins } from './venue-days.ts'

const Found = z.object({ id: z.string(), businessName: z.string(), location: z.string() })

/** Up to ten businesses whose name begins with the words asked for. */
export const businessesByName = (db: CommonQueryMethods, query: string) =>
  db.any(sql.type(Found)`
    select account_id as id, business_name as "businessName", location from read.accounts
    where not deleted and search_name like ${`${query.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}
    order by search_name, account_id limit 10`)

export const PublicBusiness = z.object({
  id: z.string(),
  businessName: z.string(),
  businessType: z.string(),
  location: z.string(),
  province: z.string().nullable(),
  businessPhoto: z.string().nullable(),
  theForkTenths: z.number().nullable(),
  /** Of the score in force: without the periods left out of it. */
  ratingSum: countColumn,
  raters: countColumn,
  fullSum: countColumn,
  fullRaters: countColumn,
  totalReviews: z.number(),
})

/** Of an account `a` joined by `publicJoins`. */
export const publicColumns = sql.fragment`a.account_id as id, a.business_name as "businessName",
  a.business_type as "businessType", a.location, a.province, a.business_photo as "businessPhoto",
  a.the_fork_tenths as "theForkTenths", ${scoreColumns},
  coalesce(s.live_reviews, 0) as "totalReviews"`
export const publicJoins = sql.fragment`left join read.venue_scores s on s.key = a.key ${scoreJoins}`

/** Such an account, as long as anybody is there. */
export const inBusiness = sql.fragment`a.kind = 'business' and not a.deleted`

/** What anyone may know of a business (Q-32), with its score. */
export const publicBusiness = (db: CommonQueryMethods, id: string) =>
  db.maybeOne(sql.type(PublicBusiness)`
    select ${publicColumns}
    from read.accounts a ${publicJoins}
    where a.key = ${id} and ${inBusiness}`)
