import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { RatingsReleased } from '../../domain/ratings/rating-release.ts'
import { ClientRated, RatingAmended, RatingRemoved, RatingWithdrawn } from '../../domain/ratings/rating.ts'
import { countColumn, instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const Row = z.object({
  ratingId: z.string(),
  businessId: z.string(),
  clientId: z.string(),
  overall: z.number(),
  punctuality: z.number(),
  kindness: z.number(),
  payment: z.number(),
  roomCondition: z.number(),
  comment: z.string().nullable(),
  stayType: z.enum(['business', 'leisure']),
  stayDate: z.string(),
  ratedAt: z.string(),
  /** The batch it was released with; null for one shown at once, and for one that waits. */
  batch: z.string().nullable(),
  /** Since when the client may know of it; null while it waits. */
  shownAt: z.string().nullable(),
})
export type RatingRow = z.infer<typeof Row>

const events = family(ClientRated, RatingAmended, RatingWithdrawn, RatingRemoved, RatingsReleased)

/** Every rating of a client that stands, with who gave it: queries decide who may see what of it. */
export const ratings: Projection<RatingRow, EventIn<typeof events>> = {
  name: 'ratings',
  version: 2,
  row: Row,
  columns: {
    ratingId: { type: 'text' },
    businessId: { type: 'text' },
    clientId: { type: 'text' },
    overall: { type: 'int' },
    punctuality: { type: 'int' },
    kindness: { type: 'int' },
    payment: { type: 'int' },
    roomCondition: { type: 'int' },
    comment: { type: 'text', pii: { of: 'clientId', erased: null } },
    stayType: { type: 'text' },
    stayDate: { type: 'day' },
    ratedAt: { type: 'instant' },
    batch: { type: 'text' },
    shownAt: { type: 'instant' },
  },
  indexes: ['business_id, rated_at desc, key desc', 'client_id, shown_at desc, key desc'],
  events,
  keys: ({ event }) => (event.type === 'RatingsReleased' ? event.data.ratings : [event.data.ratingId]),
  evolve: (row, { event }) => {
    switch (event.type) {
      case 'ClientRated': {
        const { at, held, ...rating } = event.data
        return { ...rating, ratedAt: at, batch: null, shownAt: held ? null : at }
      }
      case 'RatingAmended': {
        const { at: _, ...rating } = event.data
        return row && { ...row, ...rating }
      }
      case 'RatingsReleased':
        return row && { ...row, batch: event.data.batch, shownAt: event.data.at }
      case 'RatingWithdrawn':
      case 'RatingRemoved':
        return null
    }
  },
}

const ratingScoreColumns = sql.fragment`r.rating_id as id, r.overall as "overallRating", r.punctuality as "punctualityScore",
  r.kindness as "kindnessScore", r.payment as "paymentScore", r.room_condition as "roomConditionScore",
  r.stay_type as "stayType", r.stay_date::text as "stayDate", r.comment`
const RatingScores = z.object({
  id: z.string(),
  overallRating: z.number(),
  punctualityScore: z.number(),
  kindnessScore: z.number(),
  paymentScore: z.number(),
  roomConditionScore: z.number(),
  stayType: z.enum(['business', 'leisure']),
  stayDate: z.string(),
  comment: z.string().nullable(),
})

const GivenRating = RatingScores.extend({
  ratedAt: instantColumn,
  clientId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  clientPhoto: z.string().nullable(),
  ratingSum: z.number(),
  totalRatings: z.number(),
  tier: z.enum(['new', 'trusted', 'top']),
})

const selectGiven = sql.fragment`select ${ratingScoreColumns}, r.rated_at as "ratedAt", r.client_id as "clientId", a.first_name as "firstName",
    a.last_name as "lastName", a.profile_photo as "clientPhoto", coalesce(s.rating_sum, r.overall) as "ratingSum",
    coalesce(s.total_ratings, 1) as "totalRatings", coalesce(s.tier, 'new') as tier
  from read.ratings r
    join read.accounts a on a.client_id = r.client_id
    left join read.client_standings s on s.key = r.client_id`

/** What a business has given, newest first, each with how its client stands with everybody (E-50). */
export const ratingsGiven = (db: CommonQueryMethods, businessId: string, limit: number) =>
  db.any(sql.type(GivenRating)`
    ${selectGiven} where r.business_id = ${businessId} order by r.rated_at desc, r.key desc limit ${limit}`)

export const ratingGiven = (db: CommonQueryMethods, businessId: string, ratingId: string) =>
  db.maybeOne(sql.type(GivenRating)`${selectGiven} where r.key = ${ratingId} and r.business_id = ${businessId}`)

const ReceivedRating = RatingScores.extend({ shownAt: instantColumn, inBatch: z.boolean() })
const selectReceived = sql.fragment`select ${ratingScoreColumns}, r.shown_at as "shownAt", r.batch is not null as "inBatch" from read.ratings r`

/** What a client has received and may know of; nothing here says from whom but the id, which stays inside. */
export const ratingsReceived = (db: CommonQueryMethods, clientId: string, limit: number) =>
  db.any(sql.type(ReceivedRating)`
    ${selectReceived} where r.client_id = ${clientId} and r.shown_at is not null
    order by r.shown_at desc, r.key desc limit ${limit}`)

export const ratingReceived = (db: CommonQueryMethods, clientId: string, ratingId: string) =>
  db.maybeOne(sql.type(ReceivedRating)`
    ${selectReceived} where r.key = ${ratingId} and r.client_id = ${clientId} and r.shown_at is not null`)

/** Clients with ratings given at `upTo` or before that wait to be released. */
export const clientsWithHeldRatings = (db: CommonQueryMethods, upTo: string, limit: number) =>
  db.anyFirst(sql.type(z.object({ clientId: z.string() }))`
    select distinct client_id as "clientId" from read.ratings
    where shown_at is null and rated_at <= ${upTo}::timestamptz limit ${limit}`)

/** Every rating a business has given, oldest first: what counts once its e-mail is confirmed. */
export const allRatingsGiven = (db: CommonQueryMethods, businessId: string) =>
  db.any(sql.type(z.object({ ratingId: z.string(), clientId: z.string(), overall: z.number() }))`
    select rating_id as "ratingId", client_id as "clientId", overall from read.ratings
    where business_id = ${businessId} order by rated_at, key`)

const CountedStay = z.object({
  clientId: z.string(),
  ratingId: z.string(),
  businessId: z.string(),
  overall: z.number(),
  since: instantColumn.transform((since) => since as Instant),
})

/** The next clients that were rated, by id, from after `after` on. */
export const ratedClients = (db: CommonQueryMethods, after: string, limit: number) =>
  db.anyFirst(sql.type(z.object({ clientId: z.string() }))`
    select distinct client_id as "clientId" from read.ratings where client_id > ${after} order by 1 limit ${limit}`)

/** The ratings of these clients that count for AVA: shown, and with both addresses confirmed; each client's oldest first. */
export const countedStaysOf = (db: CommonQueryMethods, clientIds: readonly string[]) =>
  db.any(sql.type(CountedStay)`
    select r.client_id as "clientId", r.rating_id as "ratingId", r.business_id as "businessId", r.overall, r.shown_at as since
    from read.ratings r
      join read.accounts c on c.client_id = r.client_id and c.email_confirmed
      join read.accounts b on b.account_id = r.business_id and b.email_confirmed
    where r.client_id = any(${sql.array([...clientIds], 'text')}) and r.shown_at is not null
    order by r.client_id, r.shown_at, r.key`)

const Stats = z.object({
  ratingsMade: countColumn,
  ratingSum: countColumn,
  ratedClients: countColumn,
  topClients: countColumn,
  lastMonth: countColumn,
  monthBefore: countColumn,
  lastQuarter: countColumn,
  quarterBefore: countColumn,
})

/** A business's own figures (E-38), with the counts its growth is computed from. */
export const dashboardStats = (db: CommonQueryMethods, businessId: string, now: string) =>
  db.one(sql.type(Stats)`
    with mine as (
      select client_id, overall, ${now}::timestamptz - rated_at as age from read.ratings where business_id = ${businessId}
    ), clients as (select distinct client_id from mine)
    select count(*) as "ratingsMade", coalesce(sum(overall), 0) as "ratingSum",
      (select count(*) from clients) as "ratedClients",
      (select count(*) from clients c join read.client_standings s on s.key = c.client_id where s.tier = 'top') as "topClients",
      count(*) filter (where age < '30 days') as "lastMonth",
      count(*) filter (where age >= '30 days' and age < '60 days') as "monthBefore",
      count(*) filter (where age < '90 days') as "lastQuarter",
      count(*) filter (where age >= '90 days' and age < '180 days') as "quarterBefore"
    from mine`)
