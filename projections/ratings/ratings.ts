import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { RatingsReleased } from '../../domain/ratings/rating-release.ts'
import {
  ClientRated,
  RatingAmended,
  RatingRemoved,
  RatingRestored,
  RatingWithdrawn,
} from '../../domain/ratings/rating.ts'
import { type ContestStatus, stayTypes } from '../../domain/ratings/vocabulary.ts'
import { StarsCounted, StarsSuperseded } from '../../domain/rewards/rewards-state.ts'
import { tiers } from '../../domain/rewards/vocabulary.ts'
import { PremiumColumn, premiumColumn, premiumJoin } from '../ava/premium-accounts.ts'
import { domainInstantColumn, countColumn, instantColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { ContestColumn, contestColumn, contestJoin } from './rating-contests.ts'

const RatingRowSchema = z.object({
  ratingId: z.string(),
  businessId: z.string(),
  clientId: z.string(),
  overall: z.number(),
  punctuality: z.number(),
  kindness: z.number(),
  payment: z.number(),
  roomCondition: z.number(),
  comment: z.string().nullable(),
  stayType: z.enum(stayTypes),
  stayDate: z.string(),
  /** The business had rated the client before. */
  returningGuest: z.boolean(),
  ratedAt: z.string(),
  /** Batch of its release; null for a rating shown immediately or still held. */
  batch: z.string().nullable(),
  /** When the client may first see it; null while it is held. */
  shownAt: z.string().nullable(),
  /** Does not count, because the business rated a later stay of the client shortly after. @rule Q-121 */
  superseded: z.boolean(),
})
export type RatingRow = z.infer<typeof RatingRowSchema>

const events = family(
  ClientRated,
  RatingAmended,
  RatingWithdrawn,
  RatingRemoved,
  RatingRestored,
  RatingsReleased,
  StarsCounted,
  StarsSuperseded,
)

/** Ratings in effect, with the rating business. @rule Q-46 the queries decide which fields a viewer gets */
export const ratings: Projection<RatingRow, EventIn<typeof events>> = {
  name: 'ratings',
  version: 4,
  row: RatingRowSchema,
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
    returningGuest: { type: 'bool' },
    ratedAt: { type: 'instant' },
    batch: { type: 'text' },
    shownAt: { type: 'instant' },
    superseded: { type: 'bool' },
  },
  indexes: ['business_id, rated_at desc, key desc', 'client_id, shown_at desc, key desc'],
  events,
  createdBy: ['ClientRated'],
  keys: ({ event }) => (event.type === 'RatingsReleased' ? event.data.ratings : [event.data.ratingId]),
  evolve: (row, { event }) => {
    switch (event.type) {
      case 'ClientRated': {
        const { at, held, returning: returningGuest, ...rating } = event.data
        return { ...rating, returningGuest, ratedAt: at, batch: null, shownAt: held ? null : at, superseded: false }
      }
      case 'RatingRestored': {
        const { ratedAt, release, returning: returningGuest, ratingId, businessId, clientId, ...restored } = event.data
        const { overall, punctuality, kindness, payment, roomCondition, comment, stayType, stayDate } = restored
        const ids = { ratingId, businessId, clientId }
        const scores = { overall, punctuality, kindness, payment, roomCondition, comment }
        const shown = { batch: release?.batch ?? null, shownAt: release?.at ?? ratedAt }
        return { ...ids, ...scores, stayType, stayDate, returningGuest, ratedAt, ...shown, superseded: false }
      }
      case 'RatingAmended': {
        const { at: _, former: __, ...rating } = event.data
        return row && { ...row, ...rating }
      }
      case 'RatingsReleased':
        return row && { ...row, batch: event.data.batch, shownAt: event.data.at }
      case 'StarsCounted':
        return row && { ...row, superseded: false }
      case 'StarsSuperseded':
        return row && { ...row, superseded: true }
      case 'RatingWithdrawn':
      case 'RatingRemoved':
        return null
    }
  },
}

const ratingScoreColumns = sql.fragment`r.rating_id as id, r.overall as "overallRating", r.punctuality as "punctualityScore",
  r.kindness as "kindnessScore", r.payment as "paymentScore", r.room_condition as "roomConditionScore",
  r.stay_type as "stayType", r.stay_date::text as "stayDate", r.comment, not r.superseded as counted`
const RatingScores = z.object({
  id: z.string(),
  overallRating: z.number(),
  punctualityScore: z.number(),
  kindnessScore: z.number(),
  paymentScore: z.number(),
  roomConditionScore: z.number(),
  stayType: z.enum(stayTypes),
  stayDate: z.string(),
  comment: z.string().nullable(),
  counted: z.boolean(),
})

const GivenRating = RatingScores.extend({
  ratedAt: instantColumn,
  clientId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  clientPhoto: z.string().nullable(),
  ratingSum: z.number(),
  totalRatings: z.number(),
  tier: z.enum(tiers),
  ...PremiumColumn.shape,
  ...ContestColumn.shape,
})

const selectGiven = sql.fragment`select ${ratingScoreColumns}, r.rated_at as "ratedAt", r.client_id as "clientId", a.first_name as "firstName",
    a.last_name as "lastName", a.profile_photo as "clientPhoto", coalesce(s.rating_sum, r.overall) as "ratingSum",
    coalesce(s.total_ratings, 1) as "totalRatings", coalesce(s.tier, 'new') as tier, ${premiumColumn}, ${contestColumn}
  from read.ratings r
    join read.accounts a on a.client_id = r.client_id
    left join read.client_standings s on s.key = r.client_id
    ${premiumJoin(sql.fragment`a.key`)}
    ${contestJoin}`

/** Ratings given by a business, newest first, with the client's overall standing. @rule E-50 */
export const ratingsGiven = (
  db: CommonQueryMethods,
  businessId: string,
  limit: number,
  /** Only those with such a contest. */
  contest?: ContestStatus,
) =>
  db.any(sql.type(GivenRating)`
    ${selectGiven}
    where r.business_id = ${businessId}
      and ${contest === undefined ? sql.fragment`true` : sql.fragment`k.business_id = ${businessId} and k.status = ${contest}`}
    order by r.rated_at desc, r.key desc limit ${limit}`)

export const ratingGiven = (db: CommonQueryMethods, businessId: string, ratingId: string) =>
  db.maybeOne(sql.type(GivenRating)`${selectGiven} where r.key = ${ratingId} and r.business_id = ${businessId}`)

const ReceivedRating = RatingScores.extend({
  shownAt: instantColumn,
  inBatch: z.boolean(),
  ...ContestColumn.shape,
})
const selectReceived = sql.fragment`select ${ratingScoreColumns}, r.shown_at as "shownAt", r.batch is not null as "inBatch",
  ${contestColumn} from read.ratings r ${contestJoin}`

/** Released ratings of a client. Only `id` reveals the business and must not leave the server. @rule Q-46 */
export const ratingsReceived = (db: CommonQueryMethods, clientId: string, limit: number) =>
  db.any(sql.type(ReceivedRating)`
    ${selectReceived} where r.client_id = ${clientId} and r.shown_at is not null
    order by r.shown_at desc, r.key desc limit ${limit}`)

/** Ids of the client's ratings that the client may see; they reveal the businesses. @rule Q-46 */
export const receivedRatingIds = (db: CommonQueryMethods, clientId: string) =>
  db.anyFirst(sql.type(z.object({ ratingId: z.string() }))`
    select rating_id as "ratingId" from read.ratings where client_id = ${clientId} and shown_at is not null`)

const MonthlyRatings = z.object({ month: z.string(), ratings: countColumn, stars: countColumn })
export type MonthlyRatings = z.infer<typeof MonthlyRatings>

/** Ratings of a client and their stars by the Italian month in which the client could first see them. @rule Q-46 */
export const ratingsReceivedByMonth = (db: CommonQueryMethods, clientId: string, since: string) =>
  db.any(sql.type(MonthlyRatings)`
    select date_trunc('month', shown_at at time zone 'Europe/Rome')::date::text as month,
      count(*) as ratings, sum(overall) as stars
    from read.ratings where client_id = ${clientId} and shown_at >= ${since}::timestamptz
    group by 1 order by 1`)

export const ratingReceived = (db: CommonQueryMethods, clientId: string, ratingId: string) =>
  db.maybeOne(sql.type(ReceivedRating)`
    ${selectReceived} where r.key = ${ratingId} and r.client_id = ${clientId} and r.shown_at is not null`)

/** Clients with held ratings given at `upTo` or earlier. */
export const clientsWithHeldRatings = (db: CommonQueryMethods, upTo: string, limit: number) =>
  db.anyFirst(sql.type(z.object({ clientId: z.string() }))`
    select distinct client_id as "clientId" from read.ratings
    where shown_at is null and rated_at <= ${upTo}::timestamptz limit ${limit}`)

const RatingOfBusiness = z.object({ ratingId: z.string(), businessId: z.string() })

/** All ratings given by a business, oldest first; they count once its e-mail is confirmed. */
export const allRatingsGiven = (db: CommonQueryMethods, businessId: string) =>
  db.any(sql.type(RatingOfBusiness.extend({ clientId: z.string(), overall: z.number() }))`
    select rating_id as "ratingId", business_id as "businessId", client_id as "clientId", overall from read.ratings
    where business_id = ${businessId} order by rated_at, key`)

/** Ratings of a client, released or not. */
export const allRatingsReceived = (db: CommonQueryMethods, clientId: string) =>
  db.any(sql.type(RatingOfBusiness)`
    select rating_id as "ratingId", business_id as "businessId" from read.ratings
    where client_id = ${clientId} order by rated_at, key`)

/** Whether a business has rated a client. */
export const hasRated = (db: CommonQueryMethods, businessId: string, clientId: string) =>
  db.oneFirst(sql.type(z.object({ has: z.boolean() }))`
    select exists (select from read.ratings where client_id = ${clientId} and business_id = ${businessId}) as has`)

const CountedStay = z.object({
  clientId: z.string(),
  ratingId: z.string(),
  businessId: z.string(),
  overall: z.number(),
  since: domainInstantColumn,
})

/** Page of rated clients in order of id, after the id `after`. */
export const ratedClients = (db: CommonQueryMethods, after: string, limit: number) =>
  db.anyFirst(sql.type(z.object({ clientId: z.string() }))`
    select distinct client_id as "clientId" from read.ratings where client_id > ${after} order by 1 limit ${limit}`)

/** Ratings that count for AVA: released, with both e-mails confirmed; oldest first for each client. */
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

/**
 * Statistics of a business’s dashboard.
 * @rule E-38 rated clients, top clients, average
 * @rule Q-59 counts of the current and the previous period, for the growth
 */
export const dashboardStats = (db: CommonQueryMethods, businessId: string, now: string) =>
  db.one(sql.type(Stats)`
    with given as (
      select client_id, overall, ${now}::timestamptz - rated_at as age from read.ratings where business_id = ${businessId}
    ), clients as (select distinct client_id from given)
    select count(*) as "ratingsMade", coalesce(sum(overall), 0) as "ratingSum",
      (select count(*) from clients) as "ratedClients",
      (select count(*) from clients c join read.client_standings s on s.key = c.client_id where s.tier = 'top') as "topClients",
      count(*) filter (where age < '30 days') as "lastMonth",
      count(*) filter (where age >= '30 days' and age < '60 days') as "monthBefore",
      count(*) filter (where age < '90 days') as "lastQuarter",
      count(*) filter (where age >= '90 days' and age < '180 days') as "quarterBefore"
    from given`)
