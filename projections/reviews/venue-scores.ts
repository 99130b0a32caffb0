import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  CountedReviewChanged,
  ReviewWeighed,
  type ScorePosition,
  ScorePositionChanged,
} from '../../domain/reviews/counted-review.ts'
import { countColumn } from '../columns.ts'
import type { Projection } from '../projection.ts'

const VenueScoreRowSchema = z.object({
  targetId: z.string(),
  /** Of the stars that count: one opinion an author. */
  ratingSum: z.number(),
  raters: z.number(),
  fiveStars: z.number(),
  /** Reviews in sight, several of one author included. */
  liveReviews: z.number(),
})
export type VenueScoreRow = z.infer<typeof VenueScoreRowSchema>

const venueScoreEvents = family(CountedReviewChanged, ReviewWeighed)

/** What a venue's stars come to, at the same cost for a hundred reviews and a hundred thousand. */
export const venueScores: Projection<VenueScoreRow, EventIn<typeof venueScoreEvents>> = {
  name: 'venue_scores',
  version: 1,
  row: VenueScoreRowSchema,
  columns: {
    targetId: { type: 'text' },
    ratingSum: { type: 'int' },
    raters: { type: 'int' },
    fiveStars: { type: 'int' },
    liveReviews: { type: 'int' },
  },
  indexes: [],
  events: venueScoreEvents,
  keys: ({ event }) => [event.data.targetId],
  evolve: (row, { event }) => {
    const { targetId } = event.data
    const score = row ?? { targetId, ratingSum: 0, raters: 0, fiveStars: 0, liveReviews: 0 }
    if (event.type === 'ReviewWeighed')
      return { ...score, liveReviews: score.liveReviews + presenceDelta(event.data.before, event.data.after) }
    const { before, after } = event.data
    return {
      ...score,
      ratingSum: score.ratingSum + (after ?? 0) - (before ?? 0),
      raters: score.raters + presenceDelta(before, after),
      fiveStars: score.fiveStars + Number(after === 5) - Number(before === 5),
    }
  },
}

const presenceDelta = (before: number | null, after: number | null) => Number(after !== null) - Number(before !== null)

const VenueDayRowSchema = z.object({
  targetId: z.string(),
  /** Null: all days together. */
  day: z.string().nullable(),
  ones: z.number(),
  twos: z.number(),
  threes: z.number(),
  fours: z.number(),
  fives: z.number(),
})
export type VenueDayRow = z.infer<typeof VenueDayRowSchema>

const venueDayEvents = family(ScorePositionChanged)
type VenueDayEvent = EventIn<typeof venueDayEvents>

/**
 * What each day's reviews say of a venue, by stars, and all days together: so that a period is left out of the score at the
 * price of its days, never of its reviews.
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
    ...[data.from, data.to].flatMap((place) => (place === null ? [] : [keyOf(data.targetId, place.day)])),
  ],
  evolve: (row, { event: { data } }, key) => {
    const { targetId, from, to } = data
    const whole = key === targetId
    const here = (place: ScorePosition | null) =>
      place !== null && (whole || keyOf(targetId, place.day) === key) ? place : null
    const day = whole ? null : (row?.day ?? here(to)?.day ?? here(from)?.day ?? null)
    const before = row ?? { targetId, day, ones: 0, twos: 0, threes: 0, fours: 0, fives: 0 }
    return withStars(withStars(before, here(from), -1), here(to), 1)
  },
}

const keyOf = (targetId: string, day: string) => `${targetId}_${day}`
const starColumns = ['ones', 'twos', 'threes', 'fours', 'fives'] as const

const withStars = (row: VenueDayRow, place: ScorePosition | null, by: 1 | -1): VenueDayRow => {
  const column = place === null ? undefined : starColumns[place.stars - 1]
  return column === undefined ? row : { ...row, [column]: row[column] + by }
}

const raters = sql.fragment`(d.ones + d.twos + d.threes + d.fours + d.fives)`
const ratingSum = sql.fragment`(d.ones + 2 * d.twos + 3 * d.threes + 4 * d.fours + 5 * d.fives)`

/** Joins the account `a`'s score with all days (`d`) and what is left out of it (`x`). */
export const scoreJoins = sql.fragment`
  left join read.venue_days d on d.key = a.key
  left join lateral (
    select coalesce(sum(d.ones), 0) as ones, coalesce(sum(d.twos), 0) as twos, coalesce(sum(d.threes), 0) as threes,
      coalesce(sum(d.fours), 0) as fours, coalesce(sum(d.fives), 0) as fives,
      coalesce(sum(${raters}), 0) as raters, coalesce(sum(${ratingSum}), 0) as rating_sum
    from read.exclusions e join read.venue_days d on d.target_id = e.business_id and d.day between e.from_day and e.to_day
    where e.business_id = a.key and e.lifted_at is null
  ) x on true`

/** The score in force and the full one, of what `scoreJoins` joined. */
export const scoreColumns = sql.fragment`coalesce(${ratingSum}, 0) - x.rating_sum as "ratingSum",
  coalesce(${raters}, 0) - x.raters as raters, coalesce(${ratingSum}, 0) as "fullSum", coalesce(${raters}, 0) as "fullRaters"`

const Distribution = z.object({
  ones: countColumn,
  twos: countColumn,
  threes: countColumn,
  fours: countColumn,
  fives: countColumn,
})
const StarDistribution = z.object({ full: Distribution, out: Distribution })

/** How many opinions of each number of stars there are, and how many of them are left out. */
export const starDistributionOfVenue = (db: CommonQueryMethods, businessId: string) =>
  db.one(sql.type(StarDistribution)`
    select json_build_object('ones', coalesce(d.ones, 0), 'twos', coalesce(d.twos, 0), 'threes', coalesce(d.threes, 0),
        'fours', coalesce(d.fours, 0), 'fives', coalesce(d.fives, 0)) as full,
      json_build_object('ones', x.ones, 'twos', x.twos, 'threes', x.threes, 'fours', x.fours, 'fives', x.fives) as out
    from (select ${businessId}::text as key) a ${scoreJoins}`)

const DailyTotals = z.object({ day: z.string(), opinions: countColumn, stars: countColumn })

/** The days of a venue that have opinions, the earliest first. */
export const reviewDaysOfVenue = (db: CommonQueryMethods, targetId: string, from: string, to: string) =>
  db.any(sql.type(DailyTotals)`
    select d.day::text as day, ${raters} as opinions, ${ratingSum} as stars from read.venue_days d
    where d.target_id = ${targetId} and d.day between ${from} and ${to} and ${raters} > 0 order by d.day`)

/** Businesses with at least so many opinions of a day, by id, from after `after` on. */
export const venuesWithReviewsOn = (db: CommonQueryMethods, day: string, least: number, after: string, limit: number) =>
  db.anyFirst(sql.type(z.object({ id: z.string() }))`
    select d.target_id as id from read.venue_days d join read.accounts a on a.key = d.target_id and a.kind = 'business'
    where d.day = ${day} and ${raters} >= ${least} and d.target_id > ${after} order by d.target_id limit ${limit}`)

export const ScoreSums = z.object({
  ratingSum: countColumn,
  raters: countColumn,
  fullSum: countColumn,
  fullRaters: countColumn,
  periodSum: countColumn,
  periodRaters: countColumn,
})

/** The score as it is, and what the days from one to another have in it: what leaving them out would take away. */
export const scoreWithPeriod = (db: CommonQueryMethods, businessId: string, from: string, to: string) =>
  db.one(sql.type(ScoreSums)`
    select ${scoreColumns}, p.rating_sum as "periodSum", p.raters as "periodRaters"
    from (select ${businessId}::text as key) a ${scoreJoins}
    left join lateral (
      select coalesce(sum(${raters}), 0) as raters, coalesce(sum(${ratingSum}), 0) as rating_sum
      from read.venue_days d where d.target_id = a.key and d.day between ${from} and ${to}
    ) p on true`)

const ScoreChangeRowSchema = z.object({
  targetId: z.string(),
  /** Its place in the log. */
  position: z.string(),
  /** What it added to the venue's sum of stars, and to the authors who have a say. */
  stars: z.number(),
  raters: z.number(),
})
export type ScoreChangeRow = z.infer<typeof ScoreChangeRowSchema>

const scoreChangeEvents = family(CountedReviewChanged)

/** Every step of a venue's score, so that it can be told as it stood at any moment without reading the whole log. */
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
  keys: ({ id }) => [id],
  evolve: (_, { position, event }) => {
    const { targetId, before, after } = event.data
    const stars = (after ?? 0) - (before ?? 0)
    return { targetId, position, stars, raters: Number(after !== null) - Number(before !== null) }
  },
}

const Score = z.object({ sum: countColumn, raters: countColumn })
export type Score = z.infer<typeof Score>

const totals = sql.fragment`coalesce(sum(stars), 0) as sum, coalesce(sum(raters), 0) as raters from read.score_changes`

export const venueScore = (db: CommonQueryMethods, targetId: string) =>
  db.one(sql.type(Score)`select ${totals} where target_id = ${targetId}`)

/** Between the first and the last moment asked for; a venue that changes more often is not told by moments. */
const maxSteps = 5_000

/** A venue's score at each of these places, which come in order; null when too much happened in between. */
export const venueScoresAt = async (
  db: CommonQueryMethods,
  targetId: string,
  places: readonly string[],
): Promise<readonly Score[] | null> => {
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return []
  const start = await db.one(sql.type(Score)`
    select ${totals} where target_id = ${targetId} and position collate "C" <= ${first}`)
  const steps = await db.any(sql.type(ScoreChangeRowSchema.omit({ targetId: true }))`
    select position, stars, raters from read.score_changes
    where target_id = ${targetId} and position collate "C" > ${first} and position collate "C" <= ${last}
    order by position collate "C" limit ${maxSteps + 1}`)
  return steps.length > maxSteps ? null : accumulate(start, steps, places)
}

/** The score at each place, walking the steps once. */
const accumulate = (
  start: Score,
  steps: readonly Omit<ScoreChangeRow, 'targetId'>[],
  places: readonly string[],
): readonly Score[] => {
  let score = start
  let next = 0
  return places.map((place) => {
    for (let step = steps[next]; step !== undefined && step.position <= place; step = steps[++next])
      score = { sum: score.sum + step.stars, raters: score.raters + step.raters }
    return score
  })
}
