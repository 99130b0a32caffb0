import * as fc from 'fast-check'
import { createPool } from 'slonik'
import { afterAll, describe, expect, it } from 'vitest'
import { type DomainEvent, eventRegistry } from '../../../application/event-registry.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { countedReview, type CountedReviewState } from '../../../domain/reviews/counted-review.ts'
import { excludedPeriods, includesDay } from '../../../domain/reviews/excluded-periods.ts'
import { foldInMemory, rebuildProjection } from '../../../infrastructure/projections/projection-engine.ts'
import { countedReviews } from '../../../projections/reviews/counted-reviews.ts'
import { exclusions } from '../../../projections/reviews/excluded-periods.ts'
import { ScoreSums, scoreWithPeriod, type VenueDayRow, venueDays } from '../../../projections/reviews/venue-scores.ts'
import {
  checkpointReaches,
  resetReaders,
  shownRows,
  startReaderProcess,
} from '../../infrastructure/projections/reader-process.ts'
import { memoryTestLog } from '../../infrastructure/projections/test-log.ts'
import { testDatabase } from '../../support/database.ts'
import { day, instantOn } from '../../support/reviews/review-fixtures.ts'

const { pool, url, drop } = await testDatabase()
const queries = await createPool(url)
afterAll(async () => {
  await queries.end()
  await drop()
})

const dates = ['2026-03-02', '2026-03-03', '2026-03-09', '2026-03-10', '2026-03-17', '2026-03-18']
const date = fc.constantFrom(...dates)
const author = fc.constantFrom('ada', 'bea', 'ciro', 'dino')

/** What may happen to a venue's score: a review written, seen anew or put out of sight; a period left out, or put back. */
type Step =
  | { readonly type: 'review'; readonly author: string; readonly at: Instant; readonly stars: number }
  | { readonly type: 'weigh'; readonly author: string; readonly nth: number; readonly stars: number | null }
  | { readonly type: 'exclude'; readonly from: string; readonly to: string }
  | { readonly type: 'lift'; readonly nth: number }

const stars = fc.integer({ min: 1, max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('review' as const), author, at: date.map((one) => instantOn(one)), stars }),
  fc.record({
    type: fc.constant('weigh' as const),
    author,
    nth: fc.nat({ max: 3 }),
    stars: fc.option(stars, { nil: null }),
  }),
  fc.record({ type: fc.constant('exclude' as const), from: date, to: date }),
  fc.record({ type: fc.constant('lift' as const), nth: fc.nat({ max: 3 }) }),
)
const histories = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' })

/** The deciders' own events for such a history, and where it leads. */
const lived = (steps: readonly Step[]) => {
  const events: DomainEvent[] = []
  const people = new Map<string, CountedReviewState>()
  let venue = excludedPeriods.initial
  const say = (who: string, command: Parameters<typeof countedReview.decide>[0]) => {
    const state = people.get(who) ?? countedReview.initial
    const decided = countedReview.decide(command, state)
    if (E.isLeft(decided)) return
    events.push(...decided.right)
    people.set(who, decided.right.reduce(countedReview.evolve, state))
  }
  const judge = (command: Parameters<typeof excludedPeriods.decide>[0]) => {
    const decided = excludedPeriods.decide(command, venue)
    if (E.isLeft(decided)) return
    events.push(...decided.right)
    venue = decided.right.reduce(excludedPeriods.evolve, venue)
  }
  const by = { facts: 'Ondata.', by: 'mario', hasReviewedVenue: false, at: instantOn('2026-06-30') }
  for (const [n, one] of steps.entries()) {
    const about = { targetType: 'BUSINESS' as const, targetId: 'hotel' }
    if (one.type === 'review') {
      const review = { ...about, authorId: one.author, reviewId: `review-${n}`, at: one.at }
      say(one.author, { type: 'ReserveReviewSlot', ...review, intervalDays: 7 })
      if (people.get(one.author)?.slots.some(({ reviewId }) => reviewId === review.reviewId))
        say(one.author, { type: 'WeighReview', ...review, rating: one.stars })
    } else if (one.type === 'weigh') {
      const turn = people.get(one.author)?.slots.at(one.nth)
      if (turn === undefined) continue
      const review = { ...about, authorId: one.author, reviewId: turn.reviewId, at: instantOn('2026-06-01') }
      say(one.author, { type: 'WeighReview', ...review, rating: one.stars })
    } else if (one.type === 'exclude') {
      const period = { exclusionId: `exclusion-${n}`, from: day(one.from), to: day(one.to) }
      judge({ type: 'ExcludePeriod', businessId: 'hotel', ...period, reason: 'REVIEW_BOMBING', ...by })
    } else {
      const found = venue.exclusions.at(one.nth)
      if (found !== undefined) judge({ type: 'LiftExclusion', exclusionId: found.exclusionId, ...by })
    }
  }
  return { events, people, venue }
}

const recordedIn = (events: readonly DomainEvent[]) =>
  events.map((event, n) => ({
    id: `event-${n}`,
    stream: 's',
    version: n + 1,
    position: String(n).padStart(6, '0'),
    event,
    meta: {
      correlationId: 'c',
      causationId: null,
      actor: { id: null, role: 'visitor' as const },
      occurredAt: instantOn('2026-06-30'),
    },
  }))

const sumsOf = (rows: readonly VenueDayRow[]) => ({
  raters: rows.reduce((sum, { ones, twos, threes, fours, fives }) => sum + ones + twos + threes + fours + fives, 0),
  ratingSum: rows.reduce(
    (sum, { ones, twos, threes, fours, fives }) => sum + ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives,
    0,
  ),
})

/** The score as the rows have it: all days together, less the days of the periods that stand. */
const folded = (events: readonly DomainEvent[]) => {
  const log = recordedIn(events)
  const rows = [...foldInMemory(venueDays, log).values()]
  const standing = [...foldInMemory(exclusions, log).values()].filter(({ liftedAt }) => liftedAt === null)
  const out = rows.filter((row) => {
    const written = row.day
    return written !== null && standing.some(({ fromDay, toDay }) => fromDay <= written && written <= toDay)
  })
  const [full, left] = [sumsOf(rows.filter((row) => row.day === null)), sumsOf(out)]
  return {
    full,
    days: sumsOf(rows.filter((row) => row.day !== null)),
    inForce: { raters: full.raters - left.raters, ratingSum: full.ratingSum - left.ratingSum },
  }
}

/** The same counted afresh, person by person, from where their opinions stand. */
const recounted = ({ people, venue }: ReturnType<typeof lived>) => {
  const places = [...people.values()].flatMap(({ position }) => (position === null ? [] : [position]))
  const standing = venue.exclusions.filter(({ lifted }) => !lifted)
  const sums = (counted: typeof places) => ({
    raters: counted.length,
    ratingSum: counted.reduce((sum, place) => sum + place.stars, 0),
  })
  return {
    full: sums(places),
    days: sums(places),
    inForce: sums(places.filter((place) => !standing.some((period) => includesDay(period, place.day)))),
  }
}

describe('a score with and without excluded periods, for every history', () => {
  it('equals a recount', () =>
    fc.assert(
      fc.property(histories, (steps) => {
        const life = lived(steps)
        expect(folded(life.events)).toEqual(recounted(life))
      }),
      { numRuns: 300 },
    ))

  it('is unchanged by excluding and including a period again', () =>
    fc.assert(
      fc.property(histories, (steps) => {
        const { events, venue } = lived(steps)
        const lifts = venue.exclusions.flatMap((one, nth): Step[] => (one.lifted ? [] : [{ type: 'lift', nth }]))
        const restored = folded(lived([...steps, ...lifts]).events)
        const untouched = lived(steps.filter(({ type }) => type !== 'exclude' && type !== 'lift'))
        expect(restored).toEqual(folded(untouched.events))
        expect(folded(events).full).toEqual(restored.full)
      }),
      { numRuns: 300 },
    ))

  it('is cheap to update: one event affects at most three rows', () =>
    fc.assert(
      fc.property(histories, (steps) => {
        for (const recorded of recordedIn(lived(steps).events)) {
          const { event } = recorded
          if (event.type !== 'OpinionPlaced') continue
          expect(venueDays.keys({ ...recorded, event }).length).toBeLessThanOrEqual(3)
        }
      }),
    ))
})

describe('the same in Postgres', () => {
  it('live, rebuilt and in-memory rows are equal, and the query equals the recount', () =>
    fc.assert(
      fc.asyncProperty(histories, date, date, async (steps, one, other) => {
        await resetReaders(pool)
        const life = lived(steps)
        if (life.events.length === 0) return
        const log = memoryTestLog(eventRegistry)
        const live = startReaderProcess(pool, log)
        for (const projection of [venueDays, exclusions, countedReviews]) live.run(projection)
        const last = await log.write(...life.events)
        for (const { name } of [venueDays, exclusions, countedReviews])
          await checkpointReaches(pool, `${name}_v1`, last)

        const [from, to] = [one, other].toSorted() as [string, string]
        const sums = ScoreSums.parse(await queries.connect((db) => scoreWithPeriod(db, 'hotel', from, to)))
        const { full, inForce } = recounted(life)
        expect({ raters: sums.fullRaters, ratingSum: sums.fullSum }).toEqual(full)
        expect({ raters: sums.raters, ratingSum: sums.ratingSum }).toEqual(inForce)
        const places = [...life.people.values()].flatMap(({ position }) => (position === null ? [] : [position]))
        expect(sums.periodRaters).toBe(places.filter((place) => from <= place.day && place.day <= to).length)

        const never = new AbortController().signal
        for (const projection of [venueDays, exclusions, countedReviews]) {
          const before = await shownRows(pool, projection.name)
          await rebuildProjection(live, projection, never)
          expect(await shownRows(pool, projection.name)).toEqual(before)
        }
        await live.stop()
      }),
      { numRuns: 8 },
    ))
})
