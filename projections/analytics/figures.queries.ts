import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { businessTypes } from '../../domain/accounts/vocabulary.ts'
import { reasonCodes } from '../../domain/reviews/vocabulary.ts'
import { countColumn } from '../columns.ts'
import { counted, isInScore, scoreColumns, scoreJoins, starSum } from '../reviews/venue-scores.ts'
import { isActiveBusiness } from '../accounts/businesses.ts'

/** Italian days, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

const ScoreDay = z.object({ day: z.string().nullable(), counted: countColumn, starSum: countColumn })

/** Counted reviews of each day of the period, without excluded periods; first, with `day` null, those of all earlier days. */
export const scoreDays = (db: CommonQueryMethods, businessId: string, { from, to }: Period) =>
  db.any(sql.type(ScoreDay)`
    select case when d.day >= ${from} then d.day::text end as day, sum(${counted}) as counted, sum(${starSum}) as "starSum"
    from read.venue_days d
    where d.target_id = ${businessId} and d.day <= ${to} and ${isInScore}
    group by 1 having sum(${counted}) > 0 order by 1 nulls first`)

const Stars = z.object({
  '1': countColumn,
  '2': countColumn,
  '3': countColumn,
  '4': countColumn,
  '5': countColumn,
})

/** Counted reviews written in the period, by stars. */
export const starsOfPeriod = (db: CommonQueryMethods, businessId: string, { from, to }: Period) =>
  db.one(sql.type(Stars)`
    select coalesce(sum(d.ones), 0) as "1", coalesce(sum(d.twos), 0) as "2", coalesce(sum(d.threes), 0) as "3",
      coalesce(sum(d.fours), 0) as "4", coalesce(sum(d.fives), 0) as "5"
    from read.venue_days d where d.target_id = ${businessId} and d.day between ${from} and ${to} and ${isInScore}`)

const Mark = z.object({
  kind: z.enum(['excluded', 'removed', 'restored']),
  day: z.string(),
  until: z.string(),
  reviews: z.number(),
})

/** What happened to the score in the period: at most a hundred marks, earliest first. */
export const scoreMarks = (db: CommonQueryMethods, businessId: string, { from, to }: Period) =>
  db.any(sql.type(Mark)`
    select 'excluded' as kind, greatest(from_day, ${from})::text as day, least(to_day, ${to})::text as until, 0 as reviews
    from read.exclusions
    where business_id = ${businessId} and lifted_at is null and from_day <= ${to} and to_day >= ${from}
    union all
    select m.kind, d.day::text, d.day::text, m.reviews
    from read.account_days d, lateral (values ('removed', d.removed), ('restored', d.restored)) m (kind, reviews)
    where d.account_id = ${businessId} and d.day between ${from} and ${to} and m.reviews > 0
    order by 2, 1 limit 100`)

const Totals = z.object({
  reviews: countColumn,
  replies: countColumn,
  replyDays: z.record(z.string(), z.number()),
  ratings: countColumn,
  returningGuests: countColumn,
  rewardsIssued: countColumn,
  rewardsRedeemed: countColumn,
  billedRedemptions: countColumn,
  discountCents: countColumn,
})
export type Totals = z.infer<typeof Totals>

/** Sums over the period; of codes issued those of `weeks`, none without. */
export const totalsOfPeriod = (db: CommonQueryMethods, accountId: string, { from, to }: Period, weeks: Period | null) =>
  db.one(sql.type(Totals)`
    with days as (select * from read.account_days where account_id = ${accountId} and day between ${from} and ${to})
    select coalesce(sum(reviews), 0) as reviews, coalesce(sum(replies), 0) as replies, ${sumOfCounts(sql.fragment`reply_days`)} as "replyDays",
      coalesce(sum(ratings), 0) as ratings, coalesce(sum(returning_guests), 0) as "returningGuests",
      coalesce(sum(rewards_issued) filter (where day between ${weeks?.from ?? null} and ${weeks?.to ?? null}), 0) as "rewardsIssued", coalesce(sum(rewards_redeemed), 0) as "rewardsRedeemed",
      coalesce(sum(billed_redemptions), 0) as "billedRedemptions", coalesce(sum(discount_cents), 0) as "discountCents"
    from days`)

/** Sum of a column of counts by name over the rows of `days`. */
const sumOfCounts = (column: FragmentSqlToken) => sql.fragment`coalesce((
  select jsonb_object_agg(name, count) from (
    select c.key as name, sum(c.value::int) as count from days, json_each_text(${column}) c group by 1
  ) counts where count > 0), '{}')`

/** Reviews received in the period, by reason. */
export const reasonsOfPeriod = (db: CommonQueryMethods, accountId: string, { from, to }: Period) =>
  db.any(sql.type(z.object({ code: z.enum(reasonCodes), count: countColumn }))`
    select c.key as code, sum(c.value::int) as count
    from read.account_days d, json_each_text(d.reasons) c
    where d.account_id = ${accountId} and d.day between ${from} and ${to}
    group by 1 having sum(c.value::int) > 0 order by 2 desc, 1`)

export type CriteriaUnit = 'day' | 'week' | 'month'

const average = (column: FragmentSqlToken) => sql.fragment`round(sum(${column})::numeric / sum(ratings), 2)::float8`
const CriteriaAverages = z.object({
  punctuality: z.number(),
  kindness: z.number(),
  payment: z.number(),
  roomCondition: z.number(),
})
const averages = sql.fragment`
  ${average(sql.fragment`punctuality`)} as punctuality, ${average(sql.fragment`kindness`)} as kindness,
  ${average(sql.fragment`payment`)} as payment, ${average(sql.fragment`room_condition`)} as "roomCondition"`

/** Average scores of all ratings given in the period; null without ratings. */
export const criteriaAverages = (db: CommonQueryMethods, accountId: string, { from, to }: Period) =>
  db.maybeOne(sql.type(CriteriaAverages)`
    select ${averages} from read.account_days where account_id = ${accountId} and day between ${from} and ${to}
    having sum(ratings) > 0`)

const CriteriaPoint = CriteriaAverages.extend({ start: z.string(), count: countColumn, overall: z.number() })
export type CriteriaPoint = z.infer<typeof CriteriaPoint>

/** Average scores of the ratings given, for each day, week or month with ratings. */
export const criteriaOfPeriod = (db: CommonQueryMethods, accountId: string, { from, to }: Period, unit: CriteriaUnit) =>
  db.any(sql.type(CriteriaPoint)`
    select date_trunc(${unit}, day)::date::text as start, sum(ratings) as count,
      ${average(sql.fragment`overall`)} as overall, ${averages}
    from read.account_days where account_id = ${accountId} and day between ${from} and ${to}
    group by 1 having sum(ratings) > 0 order by 1`)

/** Change of the AVA balance on each day of the period; first, with `day` null, the balance before it. */
export const avaDays = (db: CommonQueryMethods, accountId: string, { from, to }: Period) =>
  db.any(sql.type(z.object({ day: z.string().nullable(), change: countColumn }))`
    select case when day >= ${from} then day::text end as day, sum(ava) as change
    from read.account_days where account_id = ${accountId} and day <= ${to}
    group by 1 having sum(ava) <> 0 order by 1 nulls first`)

const Segment = z.object({
  province: z.string().nullable(),
  businessType: z.enum(businessTypes).nullable(),
  /** Score of the business; null without a province or a counted review. */
  own: z.number().nullable(),
  /** Other businesses of the type in the province with a score, and the average of their scores. */
  businesses: countColumn,
  others: z.number().nullable(),
})
export type Segment = z.infer<typeof Segment>

/** The present scores of a business and of the others of its type in its province. Reads them all, so cache the result. */
export const segmentOf = (db: CommonQueryMethods, businessId: string) =>
  db.maybeOne(sql.type(Segment)`
    with own as (select account_id, province, business_type from read.accounts where key = ${businessId}),
      scores as (
        select a.account_id = own.account_id as is_own, ${scoreColumns} from own
          join read.accounts a on a.province = own.province and a.business_type = own.business_type
            and (a.account_id = own.account_id or (${isActiveBusiness}))
          ${scoreJoins})
    select own.province, own.business_type as "businessType", s.own, s.businesses, s.others
    from own, (
      select count(*) filter (where not is_own) as businesses,
        round(avg("starSum"::numeric / counted) filter (where is_own), 2)::float8 as own,
        round(avg("starSum"::numeric / counted) filter (where not is_own), 2)::float8 as others
      from scores where counted > 0) s`)
