import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type ReasonCode, reasonCodes } from '../../domain/reviews/vocabulary.ts'
import { transactionReasons, transactionTypes } from '../../domain/ava/vocabulary.ts'
import { reviewRuleTypes, rewardTypes } from '../../domain/rewards/vocabulary.ts'
import {
  beforeCursor,
  countColumn,
  dayKey,
  DayOrder,
  dayOrder,
  decodeCursor,
  instantColumn,
  pageByDay,
  pageOf,
  type PageRequest,
  romeDayOf,
} from '../columns.ts'
import { PremiumColumn, premiumColumn, premiumJoin } from '../ava/premium-accounts.ts'
import { outOfScore } from '../reviews/excluded-periods.ts'
import type { Period } from './figures.queries.ts'

/** The rows behind the figures of a period, newest first. */

const inPeriod = (column: FragmentSqlToken, { from, to }: Period) =>
  sql.fragment`${column} >= (${from}::date)::timestamp at time zone 'Europe/Rome'
    and ${column} < (${to}::date + 1)::timestamp at time zone 'Europe/Rome'`
const dayText = (column: FragmentSqlToken) => sql.fragment`${romeDayOf(column)}::text`
const when = (condition: boolean | undefined, fragment: FragmentSqlToken) =>
  condition === undefined ? sql.fragment`true` : condition ? fragment : sql.fragment`not (${fragment})`

const byDay = dayOrder(sql.fragment`r.created_at`, sql.fragment`r.key`)

const ReviewRow = DayOrder.extend({
  id: z.string(),
  day: z.string(),
  stars: z.number(),
  reasonCode: z.enum(reasonCodes),
  comment: z.string().nullable(),
  /** Counts in the score, as in the star distribution. */
  counted: z.boolean(),
  repliedOn: z.string().nullable(),
})

export interface ReviewFilter {
  readonly stars?: number | undefined
  readonly reason?: ReasonCode | undefined
  readonly answered?: boolean | undefined
  readonly counted?: boolean | undefined
}

const isCounted = sql.fragment`coalesce(o.review_id = r.review_id, false) and not ${outOfScore}`

/** Reviews received in the period. */
export const reviewRows = async (
  db: CommonQueryMethods,
  businessId: string,
  period: Period,
  { stars, reason, answered, counted }: ReviewFilter,
  { limit, cursor }: PageRequest,
) =>
  pageByDay(
    await db.any(sql.type(ReviewRow)`
      select r.review_id as id, ${dayText(sql.fragment`r.created_at`)} as day, ${byDay.columns}, r.rating as stars,
        r.reason_code as "reasonCode", r.comment, ${isCounted} as counted,
        ${dayText(sql.fragment`p.replied_at`)} as "repliedOn"
      from read.reviews r
        left join read.replies p on p.key = r.key
        left join read.opinions o on o.key = r.author_id || '_' || r.target_id
      where r.target_type = 'BUSINESS' and r.target_id = ${businessId}
        and ${romeDayOf(sql.fragment`r.created_at`)} between ${period.from} and ${period.to}
        and ${stars === undefined ? sql.fragment`true` : sql.fragment`r.rating = ${stars}`}
        and ${reason === undefined ? sql.fragment`true` : sql.fragment`r.reason_code = ${reason}`}
        and ${when(answered, sql.fragment`p.key is not null`)} and ${when(counted, isCounted)}
        and ${byDay.before(cursor)}
      order by ${byDay.descending} limit ${limit + 1}`),
    limit,
  )

const RatingRow = z.object({
  id: z.string(),
  at: instantColumn,
  day: z.string(),
  clientName: z.string(),
  ...PremiumColumn.shape,
  stayDate: z.string(),
  stars: z.number(),
  punctuality: z.number(),
  kindness: z.number(),
  payment: z.number(),
  roomCondition: z.number(),
  returning: z.boolean(),
})

/** Ratings given in the period. */
export const ratingRows = async (
  db: CommonQueryMethods,
  businessId: string,
  period: Period,
  returning: boolean | undefined,
  { limit, cursor }: PageRequest,
) =>
  pageOf(
    await db.any(sql.type(RatingRow)`
      select r.rating_id as id, r.rated_at as at, ${dayText(sql.fragment`r.rated_at`)} as day,
        a.first_name || ' ' || a.last_name as "clientName", ${premiumColumn}, r.stay_date::text as "stayDate", r.overall as stars,
        r.punctuality, r.kindness, r.payment, r.room_condition as "roomCondition", r.returning_guest as returning
      from read.ratings r join read.accounts a on a.client_id = r.client_id ${premiumJoin(sql.fragment`a.key`)}
      where r.business_id = ${businessId} and ${inPeriod(sql.fragment`r.rated_at`, period)}
        and ${when(returning, sql.fragment`r.returning_guest`)}
        and ${beforeCursor(cursor, sql.fragment`r.rated_at`, sql.fragment`r.key`)}
      order by r.rated_at desc, r.key desc limit ${limit + 1}`),
    limit,
    ({ at, id }) => [at, id],
  )

const RewardRow = DayOrder.extend({
  day: z.string(),
  rewardType: z.enum(rewardTypes),
  ruleType: z.enum(reviewRuleTypes).nullable(),
  percent: z.number(),
  discountCents: z.number().nullable(),
})
const byRedemption = dayOrder(sql.fragment`r.redeemed_at`, sql.fragment`r.key`)

/** Codes redeemed at the business in the period, with nothing of their issue, which has the day of a review. @rule Q-60 */
export const rewardRows = async (
  db: CommonQueryMethods,
  businessId: string,
  period: Period,
  { limit, cursor }: PageRequest,
) =>
  pageByDay(
    await db.any(sql.type(RewardRow)`
      select ${dayText(sql.fragment`r.redeemed_at`)} as day, ${byRedemption.columns}, r.reward_type as "rewardType",
        r.rule_type as "ruleType", r.percent, r.discount_cents as "discountCents"
      from read.reward_codes r
      where r.redeemed_at_business = ${businessId}
        and ${romeDayOf(sql.fragment`r.redeemed_at`)} between ${period.from} and ${period.to}
        and ${byRedemption.before(cursor)}
      order by ${byRedemption.descending} limit ${limit + 1}`),
    limit,
  )

const IssuedRow = z.object({ day: z.string(), until: z.string(), count: countColumn })

/**
 * Codes issued in each of the whole weeks that `weeks` consists of, if any.
 * @rule D-57 a finer row would tell which kind of author wrote a review
 */
export const issuedRows = async (
  db: CommonQueryMethods,
  accountId: string,
  weeks: Period | null,
  { limit, cursor }: PageRequest,
) => {
  const last = decodeCursor(z.tuple([dayKey]), cursor)
  const rows =
    weeks === null
      ? []
      : await db.any(sql.type(IssuedRow)`
          select w.monday::text as day, (w.monday + 6)::text as until, sum(d.rewards_issued) as count
          from read.account_days d, lateral (select date_trunc('week', d.day)::date as monday) w
          where d.account_id = ${accountId} and d.day between ${weeks.from} and ${weeks.to}
            and ${last === null ? sql.fragment`true` : sql.fragment`d.day < ${last[0]}`}
          group by w.monday having sum(d.rewards_issued) > 0 order by w.monday desc limit ${limit + 1}`)
  return pageOf(rows, limit, ({ day }) => [day])
}

const AvaRow = z.object({
  id: z.string(),
  at: instantColumn,
  day: z.string(),
  type: z.enum(transactionTypes),
  what: z.enum(transactionReasons),
  amount: z.number(),
})

/** AVA transactions of the period. */
export const avaRows = async (
  db: CommonQueryMethods,
  accountId: string,
  period: Period,
  { limit, cursor }: PageRequest,
) =>
  pageOf(
    await db.any(sql.type(AvaRow)`
      select t.key as id, t.happened_at as at, ${dayText(sql.fragment`t.happened_at`)} as day, t.type, t.what, t.amount
      from read.ava_transactions t
      where t.account_id = ${accountId} and ${inPeriod(sql.fragment`t.happened_at`, period)}
        and ${beforeCursor(cursor, sql.fragment`t.happened_at`, sql.fragment`t.key`)}
      order by t.happened_at desc, t.key desc limit ${limit + 1}`),
    limit,
    ({ at, id }) => [at, id],
  )
