import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { type DomainEvent, eventRegistry } from '../../../application/event-registry.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { ScoreEntryChanged } from '../../../domain/reviews/counted-review.ts'
import { excludedPeriods, includesDay } from '../../../domain/reviews/excluded-periods.ts'
import { reviewSeries, type ReviewSeriesState } from '../../../domain/reviews/review-series.ts'
import { foldInMemory, rebuildProjection } from '../../../infrastructure/projections/projection-engine.ts'
import { countedReviews } from '../../../projections/reviews/counted-reviews.ts'
import { exclusions } from '../../../projections/reviews/excluded-periods.ts'
import {
  scoreAndPeriodSums,
  ScoreSums,
  type VenueDayRow,
  venueDays,
} from '../../../projections/reviews/venue-scores.ts'
import {
  checkpointReaches,
  resetReaders,
  shownRows,
  startReaderProcess,
} from '../../infrastructure/projections/reader-process.ts'
import { memoryTestLog } from '../../infrastructure/projections/test-log.ts'
import { testDatabase } from '../../support/database.ts'
import { day, instantOn } from '../../support/reviews/review-fixtures.ts'

const { pool, queries, drop } = await testDatabase()
afterAll(drop)

const dates = ['2026-03-02', '2026-03-03', '2026-03-09', '2026-03-10', '2026-03-17', '2026-03-18']
const date = fc.constantFrom(...dates)
const author = fc.constantFrom('ada', 'bea', 'ciro', 'dino')

/** Everything that can change a venue's score: a review is written or weighed, a period is excluded or included again. */
type Step =
  | { readonly type: 'review'; readonly author: string; readonly at: Instant; readonly stars: number }
  | { readonly type: 'weigh'; readonly author: string; readonly nth: number; readonly stars: number | null }
  | { readonly type: 'exclude'; readonly from: string; readonly to: string }
  | { readonly type: 'lift'; readonly nth: number }

const stars = fc.integer({ min: 1, max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('review' as const), author, at: date.map((date) => instantOn(date)), stars }),
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

/** Runs the steps through the deciders: their events and the final states. */
const runSteps = (steps: readonly Step[]) => {
  const events: DomainEvent[] = []
  const authors = new Map<string, ReviewSeriesState>()
  let venue = excludedPeriods.initial
  const executeAsAuthor = (authorId: string, command: Parameters<typeof reviewSeries.decide>[0]) => {
    const state = authors.get(authorId) ?? reviewSeries.initial
    const decided = reviewSeries.decide(command, state)
    if (E.isLeft(decided)) return
    events.push(...decided.right)
    authors.set(authorId, decided.right.reduce(reviewSeries.evolve, state))
  }
  const executeOnVenue = (command: Parameters<typeof excludedPeriods.decide>[0]) => {
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
      executeAsAuthor(one.author, { type: 'ReserveReviewSlot', ...review, intervalDays: 7 })
      if (authors.get(one.author)?.slots.some(({ reviewId }) => reviewId === review.reviewId))
        executeAsAuthor(one.author, { type: 'UpdateReviewStars', ...review, stars: one.stars })
    } else if (one.type === 'weigh') {
      const slot = authors.get(one.author)?.slots.at(one.nth)
      if (slot === undefined) continue
      const review = { ...about, authorId: one.author, reviewId: slot.reviewId, at: instantOn('2026-06-01') }
      executeAsAuthor(one.author, { type: 'UpdateReviewStars', ...review, stars: one.stars })
    } else if (one.type === 'exclude') {
      const period = { exclusionId: `exclusion-${n}`, from: day(one.from), to: day(one.to) }
      executeOnVenue({ type: 'ExcludePeriod', businessId: 'hotel', ...period, reason: 'REVIEW_BOMBING', ...by })
    } else {
      const found = venue.exclusions.at(one.nth)
      if (found !== undefined) executeOnVenue({ type: 'LiftExclusion', exclusionId: found.exclusionId, ...by })
    }
  }
  return { events, authors, venue }
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
  counted: rows.reduce((sum, { ones, twos, threes, fours, fives }) => sum + ones + twos + threes + fours + fives, 0),
  starSum: rows.reduce(
    (sum, { ones, twos, threes, fours, fives }) => sum + ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives,
    0,
  ),
})

/** The score according to the rows: all days minus the days of the active exclusions. */
const scoreOfRows = (events: readonly DomainEvent[]) => {
  const log = recordedIn(events)
  const rows = [...foldInMemory(venueDays, log).values()]
  const active = [...foldInMemory(exclusions, log).values()].filter(({ liftedAt }) => liftedAt === null)
  const out = rows.filter((row) => {
    const written = row.day
    return written !== null && active.some(({ fromDay, toDay }) => fromDay <= written && written <= toDay)
  })
  const [full, excluded] = [sumsOf(rows.filter((row) => row.day === null)), sumsOf(out)]
  return {
    full,
    days: sumsOf(rows.filter((row) => row.day !== null)),
    current: { counted: full.counted - excluded.counted, starSum: full.starSum - excluded.starSum },
  }
}

const entriesOf = ({ authors }: ReturnType<typeof runSteps>) =>
  [...authors.values()].flatMap(({ counted: { entry } }) => (entry === null ? [] : [entry]))

/** The score recounted from the entry of each author. */
const recount = (outcome: ReturnType<typeof runSteps>) => {
  const entries = entriesOf(outcome)
  const active = outcome.venue.exclusions.filter(({ lifted }) => !lifted)
  const sums = (included: typeof entries) => ({
    counted: included.length,
    starSum: included.reduce((sum, { stars: counts }) => sum + counts, 0),
  })
  return {
    full: sums(entries),
    days: sums(entries),
    current: sums(entries.filter((position) => !active.some((period) => includesDay(period, position.day)))),
  }
}

describe('a score with and without excluded periods, for every history', () => {
  it('equals a recount', () =>
    fc.assert(
      fc.property(histories, (steps) => {
        const outcome = runSteps(steps)
        expect(scoreOfRows(outcome.events)).toEqual(recount(outcome))
      }),
      { numRuns: 300 },
    ))

  it('is unchanged by excluding and including a period again', () =>
    fc.assert(
      fc.property(histories, (steps) => {
        const { events, venue } = runSteps(steps)
        const lifts = venue.exclusions.flatMap((one, nth): Step[] => (one.lifted ? [] : [{ type: 'lift', nth }]))
        const restored = scoreOfRows(runSteps([...steps, ...lifts]).events)
        const untouched = runSteps(steps.filter(({ type }) => type !== 'exclude' && type !== 'lift'))
        expect(restored).toEqual(scoreOfRows(untouched.events))
        expect(scoreOfRows(events).full).toEqual(restored.full)
      }),
      { numRuns: 300 },
    ))

  it('is cheap to update: one event affects at most three rows', () =>
    fc.assert(
      fc.property(histories, (steps) => {
        for (const recorded of recordedIn(runSteps(steps).events)) {
          const { event } = recorded
          if (event.type !== ScoreEntryChanged.type) continue
          expect(venueDays.keys({ ...recorded, event }).length).toBeLessThanOrEqual(3)
        }
      }),
    ))
})

describe('venue scores in Postgres', () => {
  it('have equal rows live, rebuilt and in memory, and the query equals the recount', () =>
    fc.assert(
      fc.asyncProperty(histories, date, date, async (steps, one, other) => {
        await resetReaders(pool)
        const outcome = runSteps(steps)
        if (outcome.events.length === 0) return
        const log = memoryTestLog(eventRegistry)
        const live = startReaderProcess(pool, log)
        for (const projection of [venueDays, exclusions, countedReviews]) live.run(projection)
        const last = await log.write(...outcome.events)
        for (const { name } of [venueDays, exclusions, countedReviews])
          await checkpointReaches(pool, `${name}_v1`, last)

        const [from, to] = [one, other].toSorted() as [string, string]
        const sums = ScoreSums.parse(await queries.connect((db) => scoreAndPeriodSums(db, 'hotel', from, to)))
        const { full, current } = recount(outcome)
        expect({ counted: sums.fullCounted, starSum: sums.fullStarSum }).toEqual(full)
        expect({ counted: sums.counted, starSum: sums.starSum }).toEqual(current)
        const inPeriod = entriesOf(outcome).filter((position) => from <= position.day && position.day <= to)
        expect(sums.periodCounted).toBe(inPeriod.length)

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
