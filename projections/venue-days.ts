import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { family, type EventIn } from '../domain/kernel/event.ts'
import { OpinionPlaced, type Place } from '../domain/reputation/opinion/events.ts'
import { countColumn } from './columns.ts'
import type { Projection } from './projection.ts'

const Row = z.object({
  targetId: z.string(),
  /** Null: all days together. */
  day: z.string().nullable(),
  ones: z.number(),
  twos: z.number(),
  threes: z.number(),
  fours: z.number(),
  fives: z.number(),
})
export type VenueDayRow = z.infer<typeof Row>

const events = family(OpinionPlaced)
type Event = EventIn<typeof events>

/**
 * What each day's reviews say of a venue, by stars, and all days together: so that a period is left out of the score at the
 * price of its days, never of its reviews.
 */
export const venueDays: Projection<VenueDayRow, Event> = {
  name: 'venue_days',
  version: 1,
  row: Row,
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
  events,
  keys: ({ event: { data } }) => [
    data.targetId,
    ...[data.from, data.to].flatMap((place) => (place === null ? [] : [keyOf(data.targetId, place.day)])),
  ],
  evolve: (row, { event: { data } }, key) => {
    const { targetId, from, to } = data
    const whole = key === targetId
    const here = (place: Place | null) =>
      place !== null && (whole || keyOf(targetId, place.day) === key) ? place : null
    const day = whole ? null : (row?.day ?? here(to)?.day ?? here(from)?.day ?? null)
    const before = row ?? { targetId, day, ones: 0, twos: 0, threes: 0, fours: 0, fives: 0 }
    return added(added(before, here(from), -1), here(to), 1)
  },
}

const keyOf = (targetId: string, day: string) => `${targetId}_${day}`
const columnOf = ['ones', 'twos', 'threes', 'fours', 'fives'] as const

const added = (row: VenueDayRow, place: Place | null, by: 1 | -1): VenueDayRow => {
  const column = place === null ? undefined : columnOf[place.stars - 1]
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
const Spread = z.object({ full: Distribution, out: Distribution })

/** How many opinions of each number of stars there are, and how many of them are left out. */
export const starsOfVenue = (db: CommonQueryMethods, businessId: string) =>
  db.one(sql.type(Spread)`
    select json_build_object('ones', coalesce(d.ones, 0), 'twos', coalesce(d.twos, 0), 'threes', coalesce(d.threes, 0),
        'fours', coalesce(d.fours, 0), 'fives', coalesce(d.fives, 0)) as full,
      json_build_object('ones', x.ones, 'twos', x.twos, 'threes', x.threes, 'fours', x.fours, 'fives', x.fives) as out
    from (select ${businessId}::text as key) a ${scoreJoins}`)

const DayOf = z.object({ day: z.string(), opinions: countColumn, stars: countColumn })

/** The days of a venue that have opinions, the earliest first. */
export const daysOfVenue = (db: CommonQueryMethods, targetId: string, from: string, to: string) =>
  db.any(sql.type(DayOf)`
    select d.day::text as day, ${raters} as opinions, ${ratingSum} as stars from read.venue_days d
    where d.target_id = ${targetId} and d.day between ${from} and ${to} and ${raters} > 0 order by d.day`)

/** Businesses with at least so many opinions of a day, by id, from after `after` on. */
export const venuesBusyOn = (db: CommonQueryMethods, day: string, least: number, after: string, limit: number) =>
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
export const scoreAndPeriod = (db: CommonQueryMethods, businessId: string, from: string, to: string) =>
  db.one(sql.type(ScoreSums)`
    select ${scoreColumns}, p.rating_sum as "periodSum", p.raters as "periodRaters"
    from (select ${businessId}::text as key) a ${scoreJoins}
    left join lateral (
      select coalesce(sum(${raters}), 0) as raters, coalesce(sum(${ratingSum}), 0) as rating_sum
      from read.venue_days d where d.target_id = a.key and d.day between ${from} and ${to}
    ) p on true`)
