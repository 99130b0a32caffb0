import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  CountedStarsChanged,
  ReviewStarsChanged,
  type ScoreEntry,
  ScoreEntryChanged,
} from '../../domain/reviews/counted-review.ts'
import { countColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const VisibleReviewCountRowSchema = z.object({
  targetId: z.string(),
  /** Visible reviews, including several of one author; `live` is a stored name. */
  liveReviews: z.number(),
})
export type VisibleReviewCountRow = z.infer<typeof VisibleReviewCountRowSchema>

const visibleReviewEvents = family(ReviewStarsChanged)

/** Number of a venue's visible reviews, for lists. The score comes from `venueDays`. */
export const visibleReviewCounts: Projection<VisibleReviewCountRow, EventIn<typeof visibleReviewEvents>> = {
  // stored name
  name: 'venue_scores',
  version: 2,
  row: VisibleReviewCountRowSchema,
  columns: { targetId: { type: 'text' }, liveReviews: { type: 'int' } },
  indexes: [],
  events: visibleReviewEvents,
  keys: ({ event }) => [event.data.targetId],
  evolve: (row, { event: { data } }) => ({
    targetId: data.targetId,
    liveReviews: (row?.liveReviews ?? 0) + countChange(data.before, data.after),
  }),
}

const countChange = (before: number | null, after: number | null) => Number(after !== null) - Number(before !== null)

const VenueDayRowSchema = z.object({
  targetId: z.string(),
  /** Null for the row of all days. */
  day: z.string().nullable(),
  ones: z.number(),
  twos: z.number(),
  threes: z.number(),
  fours: z.number(),
  fives: z.number(),
})
export type VenueDayRow = z.infer<typeof VenueDayRowSchema>

const venueDayEvents = family(ScoreEntryChanged)
type VenueDayEvent = EventIn<typeof venueDayEvents>

/**
 * Counted reviews of a venue by stars: a row for each day, and one for all days together (`day` is null). Excluding a
 * period costs one row per day, not one per review.
 */
export const venueDays: Projection<VenueDayRow, VenueDayEvent> = {
  name: 'venue_days',
  version: 1,
  row: VenueDayRowSchema,
  columns: {
    targetId: { type: 'text' },
    day: { type: 'day' },
    ones: { type: 'int' },
    twos: { type: 'int' },
    threes: { type: 'int' },
    fours: { type: 'int' },
    fives: { type: 'int' },
  },
  indexes: ['target_id, day', 'day, target_id'],
  events: venueDayEvents,
  keys: ({ event: { data } }) => [
    data.targetId,
    ...[data.from, data.to].flatMap((entry) => (entry === null ? [] : [keyOf(data.targetId, entry.day)])),
  ],
  evolve: (row, { event: { data } }, key) => {
    const { targetId, from, to } = data
    const isTotal = key === targetId
    const inThisRow = (entry: ScoreEntry | null) =>
      entry !== null && (isTotal || keyOf(targetId, entry.day) === key) ? entry : null
    const day = isTotal ? null : (row?.day ?? inThisRow(to)?.day ?? inThisRow(from)?.day ?? null)
    const before = row ?? { targetId, day, ones: 0, twos: 0, threes: 0, fours: 0, fives: 0 }
    return addStars(addStars(before, inThisRow(from), -1), inThisRow(to), 1)
  },
}

const keyOf = (targetId: string, day: string) => `${targetId}_${day}`
const starColumns = ['ones', 'twos', 'threes', 'fours', 'fives'] as const

const addStars = (row: VenueDayRow, entry: ScoreEntry | null, count: 1 | -1): VenueDayRow => {
  const column = entry === null ? undefined : starColumns[entry.stars - 1]
  return column === undefined ? row : { ...row, [column]: row[column] + count }
}

/** Counted reviews of a row `d` of `venue_days`, the sum of their stars, and whether its day is in no excluded period. */
export const counted = sql.fragment`(d.ones + d.twos + d.threes + d.fours + d.fives)`
export const starSum = sql.fragment`(d.ones + 2 * d.twos + 3 * d.threes + 4 * d.fours + 5 * d.fives)`

export const isInScore = sql.fragment`not exists (
  select from read.exclusions e
  where e.business_id = d.target_id and e.lifted_at is null and d.day between e.from_day and e.to_day)`

/** Joins the account `a` with the totals of all days (`d`) and of its excluded periods (`x`). */
export const scoreJoins = sql.fragment`
  left join read.venue_days d on d.key = a.key
  left join lateral (
    select coalesce(sum(d.ones), 0) as ones, coalesce(sum(d.twos), 0) as twos, coalesce(sum(d.threes), 0) as threes,
      coalesce(sum(d.fours), 0) as fours, coalesce(sum(d.fives), 0) as fives,
      coalesce(sum(${counted}), 0) as counted, coalesce(sum(${starSum}), 0) as star_sum
    from read.exclusions e join read.venue_days d on d.target_id = e.business_id and d.day between e.from_day and e.to_day
    where e.business_id = a.key and e.lifted_at is null
  ) x on true`

/** The score and the full score, from the rows joined by `scoreJoins`. */
export const scoreColumns = sql.fragment`coalesce(${starSum}, 0) - x.star_sum as "starSum",
  coalesce(${counted}, 0) - x.counted as counted, coalesce(${starSum}, 0) as "fullStarSum", coalesce(${counted}, 0) as "fullCounted"`

const Distribution = z.object({
  ones: countColumn,
  twos: countColumn,
  threes: countColumn,
  fours: countColumn,
  fives: countColumn,
})
const StarDistribution = z.object({ full: Distribution, excluded: Distribution })

/** Counted reviews by stars, and how many of them are excluded. */
export const starDistributionOfVenue = (db: CommonQueryMethods, businessId: string) =>
  db.one(sql.type(StarDistribution)`
    select json_build_object('ones', coalesce(d.ones, 0), 'twos', coalesce(d.twos, 0), 'threes', coalesce(d.threes, 0),
        'fours', coalesce(d.fours, 0), 'fives', coalesce(d.fives, 0)) as "full",
      json_build_object('ones', x.ones, 'twos', x.twos, 'threes', x.threes, 'fours', x.fours, 'fives', x.fives) as excluded
    from (select ${businessId}::text as key) a ${scoreJoins}`)

const DailyTotals = z.object({ day: z.string(), reviews: countColumn, stars: countColumn })

/** Days with counted reviews, earliest first. */
export const reviewDaysOfVenue = (db: CommonQueryMethods, targetId: string, from: string, to: string) =>
  db.any(sql.type(DailyTotals)`
    select d.day::text as day, ${counted} as reviews, ${starSum} as stars from read.venue_days d
    where d.target_id = ${targetId} and d.day between ${from} and ${to} and ${counted} > 0 order by d.day`)

const MonthlyTotals = z.object({ month: z.string(), counted: countColumn, starSum: countColumn })
export type MonthlyTotals = z.infer<typeof MonthlyTotals>

/** Counted reviews written up to the end of each month with any, without excluded periods; only days before `end`. */
export const monthlyTotalsOfVenue = (db: CommonQueryMethods, targetId: string, end: string) =>
  db.any(sql.type(MonthlyTotals)`
    select month::text as month, sum(counted) over months as counted, sum(star_sum) over months as "starSum"
    from (
      select date_trunc('month', d.day)::date as month, sum(${counted}) as counted, sum(${starSum}) as star_sum
      from read.venue_days d
      where d.target_id = ${targetId} and d.day < ${end} and ${isInScore}
      group by 1
    ) m window months as (order by month) order by month`)

/** Ids of businesses with at least `minReviews` counted reviews on a day, in order, starting after `after`. */
export const venuesWithReviewsOn = (
  db: CommonQueryMethods,
  day: string,
  minReviews: number,
  after: string,
  limit: number,
) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select d.target_id as id from read.venue_days d join read.accounts a on a.key = d.target_id and a.kind = 'business'
    where d.day = ${day} and ${counted} >= ${minReviews} and d.target_id > ${after} order by d.target_id limit ${limit}`)

export const ScoreSums = z.object({
  starSum: countColumn,
  counted: countColumn,
  fullStarSum: countColumn,
  fullCounted: countColumn,
  periodStarSum: countColumn,
  periodCounted: countColumn,
})

/** Sums of the score, of the full score, and of the reviews in the period. */
export const scoreAndPeriodSums = (db: CommonQueryMethods, businessId: string, from: string, to: string) =>
  db.one(sql.type(ScoreSums)`
    select ${scoreColumns}, p.star_sum as "periodStarSum", p.counted as "periodCounted"
    from (select ${businessId}::text as key) a ${scoreJoins}
    left join lateral (
      select coalesce(sum(${counted}), 0) as counted, coalesce(sum(${starSum}), 0) as star_sum
      from read.venue_days d where d.target_id = a.key and d.day between ${from} and ${to}
    ) p on true`)

const ScoreChangeRowSchema = z.object({
  targetId: z.string(),
  /** Log position. */
  position: z.string(),
  /** Change of the venue's sum of stars, and of its counted authors. */
  stars: z.number(),
  raters: z.number(),
})
export type ScoreChangeRow = z.infer<typeof ScoreChangeRowSchema>

const scoreChangeEvents = family(CountedStarsChanged)

/** Every change of the full score, to reconstruct past scores without reading the log. */
export const scoreChanges: Projection<ScoreChangeRow, EventIn<typeof scoreChangeEvents>> = {
  name: 'score_changes',
  version: 1,
  row: ScoreChangeRowSchema,
  columns: {
    targetId: { type: 'text' },
    position: { type: 'text' },
    stars: { type: 'int' },
    raters: { type: 'int' },
  },
  indexes: ['target_id, position'],
  events: scoreChangeEvents,
  createdBy: 'all',
  keys: ({ id }) => [id],
  evolve: (_, { position, event }) => {
    const { targetId, before, after } = event.data
    const stars = (after ?? 0) - (before ?? 0)
    return { targetId, position, stars, raters: countChange(before, after) }
  },
}

const ScoreTotals = z.object({ starSum: countColumn, counted: countColumn })
export type ScoreTotals = z.infer<typeof ScoreTotals>

const totals = sql.fragment`coalesce(sum(stars), 0) as "starSum", coalesce(sum(raters), 0) as counted from read.score_changes`

/** A venue's full score, which includes excluded periods; `scoreColumns` has the score without them. */
export const fullScore = (db: CommonQueryMethods, targetId: string) =>
  db.one(sql.type(ScoreTotals)`select ${totals} where target_id = ${targetId}`)

/** Maximum changes between the first and the last requested position. */
const maxChanges = 5_000

/** The full score at each of the positions, given in order; null if too many changes lie between them. */
export const fullScoresAt = async (
  db: CommonQueryMethods,
  targetId: string,
  positions: readonly string[],
): Promise<readonly ScoreTotals[] | null> => {
  const [first, last] = [positions[0], positions.at(-1)]
  if (first === undefined || last === undefined) return []
  const start = await db.one(sql.type(ScoreTotals)`
    select ${totals} where target_id = ${targetId} and position collate "C" <= ${first}`)
  const changes = await db.any(sql.type(ScoreChangeRowSchema.omit({ targetId: true }))`
    select position, stars, raters from read.score_changes
    where target_id = ${targetId} and position collate "C" > ${first} and position collate "C" <= ${last}
    order by position collate "C" limit ${maxChanges + 1}`)
  return changes.length > maxChanges ? null : accumulate(start, changes, positions)
}

/** The score at each position, in one pass over the changes. */
const accumulate = (
  start: ScoreTotals,
  changes: readonly Omit<ScoreChangeRow, 'targetId'>[],
  positions: readonly string[],
): readonly ScoreTotals[] => {
  let score = start
  let next = 0
  return positions.map((position) => {
    for (let change = changes[next]; change !== undefined && change.position <= position; change = changes[++next])
      score = { starSum: score.starSum + change.stars, counted: score.counted + change.raters }
    return score
  })
}
