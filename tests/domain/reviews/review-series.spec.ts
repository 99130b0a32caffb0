import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import {
  CountedStarsChanged,
  ReviewStarsChanged,
  type ScoreEntry,
  ScoreEntryChanged,
} from '../../../domain/reviews/counted-review.ts'
import { ReviewSlotReleased, ReviewSlotReserved } from '../../../domain/reviews/review-slots.ts'
import {
  reviewSeries,
  type ReviewSeriesCommand,
  type ReviewSeriesEvent,
} from '../../../domain/reviews/review-series.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { anyInstant, day, instantOn } from '../../support/reviews/review-fixtures.ts'

const { given } = spec(reviewSeries)
const authorAndTarget = { authorId: 'ada', targetType: 'BUSINESS' as const, targetId: 'hotel' }
const [monday, sunday, nextMonday] = [instantOn('2026-03-02'), instantOn('2026-03-08'), instantOn('2026-03-09')]

const reserveSlot = (reviewId: string, at: Instant, unwrittenReviewId?: string): ReviewSeriesCommand => ({
  type: 'ReserveReviewSlot',
  ...authorAndTarget,
  reviewId,
  at,
  intervalDays: 7,
  unwrittenReviewId,
})
const updateStars = (reviewId: string, rating: number | null): ReviewSeriesCommand => ({
  type: 'UpdateReviewStars',
  ...authorAndTarget,
  reviewId,
  stars: rating,
  at: nextMonday,
})
const releaseSlot = (reviewId: string, at: Instant): ReviewSeriesCommand => ({
  type: 'ReleaseReviewSlot',
  ...authorAndTarget,
  reviewId,
  at,
})
const slotReserved = (reviewId: string, at: Instant): ReviewSeriesEvent => ({
  type: ReviewSlotReserved.type,
  data: { ...authorAndTarget, reviewId, at },
})
const slotReleased = (reviewId: string, at: Instant): ReviewSeriesEvent => ({
  type: ReviewSlotReleased.type,
  data: { ...authorAndTarget, reviewId, at },
})
const change =
  (type: typeof ReviewStarsChanged.type | typeof CountedStarsChanged.type) =>
  (reviewId: string, before: number | null, after: number | null): ReviewSeriesEvent => ({
    type,
    data: { ...authorAndTarget, reviewId, before, after, at: nextMonday },
  })
const starsChanged = change(ReviewStarsChanged.type)
const countedStarsChanged = change(CountedStarsChanged.type)

describe('Q-50: a review slot for an author and a target', () => {
  it('is reserved', () => given().when(reserveSlot('first', monday)).then(slotReserved('first', monday)))

  it('is reserved once', () => given(slotReserved('first', monday)).when(reserveSlot('first', sunday)).thenNothing())

  it('is followed by another after seven days, to the millisecond', () => {
    const past = [slotReserved('first', monday), starsChanged('first', null, 4)]
    given(...past)
      .when(reserveSlot('second', nextMonday))
      .then(slotReserved('second', nextMonday))
    given(...past)
      .when(reserveSlot('second', instantOn('2026-03-09', '09:59:59.999')))
      .thenRejected({ type: 'TooSoon', nextAt: nextMonday })
  })

  it('is not followed earlier because the review was hidden or removed', () =>
    given(slotReserved('first', monday), starsChanged('first', null, 4), starsChanged('first', 4, null))
      .when(reserveSlot('second', sunday, 'first'))
      .thenRejected({ type: 'TooSoon', nextAt: nextMonday }))

  it('keeps its time when requested again later', () =>
    given(slotReserved('first', monday), slotReserved('second', nextMonday))
      .when(reserveSlot('first', nextMonday))
      .thenNothing())
})

describe('a review slot without a review', () => {
  const soon = instantOn('2026-03-02', '10:02:00.000')

  it('is released for the next request', () =>
    given(slotReserved('first', monday))
      .when(reserveSlot('second', soon, 'first'))
      .then(slotReleased('first', soon), slotReserved('second', soon)))

  it('is not released within two minutes, since the review may still arrive', () =>
    given(slotReserved('first', monday))
      .when(reserveSlot('second', instantOn('2026-03-02', '10:01:59.999'), 'first'))
      .thenRejected({ type: 'TooSoon', nextAt: soon }))

  it('does not shorten the wait after the previous review', () =>
    given(slotReserved('zero', instantOn('2026-02-25')), starsChanged('zero', null, 5), slotReserved('first', monday))
      .when(reserveSlot('second', soon, 'first'))
      .thenRejected({ type: 'TooSoon', nextAt: instantOn('2026-03-04') }))

  it('can only be the latest one', () =>
    given(slotReserved('first', monday), slotReserved('second', nextMonday))
      .when(reserveSlot('third', nextMonday, 'first'))
      .thenRejected({ type: 'TooSoon', nextAt: instantOn('2026-03-16') }))

  it('can be reserved again', () =>
    given(slotReserved('first', monday), slotReleased('first', soon), slotReserved('second', soon))
      .when(reserveSlot('first', instantOn('2026-03-16')))
      .then(slotReserved('first', instantOn('2026-03-16'))))
})

describe('the slot of a rejected review', () => {
  it('is released and does not count', () => {
    given(slotReserved('first', monday)).when(releaseSlot('first', monday)).then(slotReleased('first', monday))
    given(slotReserved('first', monday), slotReleased('first', monday))
      .when(reserveSlot('second', monday))
      .then(slotReserved('second', monday))
  })

  it('is released once, and only if it was reserved', () => {
    given(slotReserved('first', monday), slotReleased('first', monday)).when(releaseSlot('first', monday)).thenNothing()
    given(slotReserved('first', monday)).when(releaseSlot('second', monday)).thenNothing()
  })

  it('stays when the review has been written after all', () =>
    given(slotReserved('first', monday), starsChanged('first', null, 4))
      .when(releaseSlot('first', monday))
      .thenNothing())
})

const entry = (reviewId: string, stars: number, at = monday): ScoreEntry => ({
  reviewId,
  stars,
  day: romeDay(at),
})
const entryChanged = (reviewId: string, from: ScoreEntry | null, to: ScoreEntry | null): ReviewSeriesEvent => ({
  type: ScoreEntryChanged.type,
  data: { ...authorAndTarget, reviewId, from, to, at: nextMonday },
})

describe('Q-50: the rule that only the latest visible review counts, on the day it was written', () => {
  const [four, two] = [entry('first', 4), entry('second', 2, nextMonday)]
  const first = [
    slotReserved('first', monday),
    starsChanged('first', null, 4),
    countedStarsChanged('first', null, 4),
    entryChanged('first', null, four),
  ]
  const both = [
    ...first,
    slotReserved('second', nextMonday),
    starsChanged('second', null, 2),
    countedStarsChanged('second', 4, 2),
    entryChanged('second', four, two),
  ]

  it('counts the first review', () =>
    given(slotReserved('first', monday))
      .when(updateStars('first', 4))
      .then(starsChanged('first', null, 4), countedStarsChanged('first', null, 4), entryChanged('first', null, four)))

  it('replaces it with the second', () =>
    given(...first, slotReserved('second', nextMonday))
      .when(updateStars('second', 2))
      .then(starsChanged('second', null, 2), countedStarsChanged('second', 4, 2), entryChanged('second', four, two)))

  it('uses the edited stars', () =>
    given(...both)
      .when(updateStars('second', 5))
      .then(
        starsChanged('second', 2, 5),
        countedStarsChanged('second', 2, 5),
        entryChanged('second', two, entry('second', 5, nextMonday)),
      ))

  it('falls back to the previous review when the latest is not visible', () =>
    given(...both)
      .when(updateStars('second', null))
      .then(starsChanged('second', 2, null), countedStarsChanged('second', 2, 4), entryChanged('second', two, four)))

  it('ignores changes of earlier reviews', () => {
    given(...both)
      .when(updateStars('first', 1))
      .then(starsChanged('first', 4, 1))
    given(...both)
      .when(updateStars('first', null))
      .then(starsChanged('first', 4, null))
  })

  it('changes only the day when the stars are the same', () =>
    given(...first, slotReserved('second', nextMonday))
      .when(updateStars('second', 4))
      .then(starsChanged('second', null, 4), entryChanged('second', four, entry('second', 4, nextMonday))))

  it('counts nothing when no review is visible', () =>
    given(...first)
      .when(updateStars('first', null))
      .then(starsChanged('first', 4, null), countedStarsChanged('first', 4, null), entryChanged('first', four, null)))

  it('does nothing when the stars are recorded again unchanged', () => {
    given(...first)
      .when(updateStars('first', 4))
      .thenNothing()
    given(slotReserved('first', monday)).when(updateStars('first', null)).thenNothing()
  })

  it('counts a review whose slot was released before it was written', () =>
    given(...first)
      .when(updateStars('stray', 1))
      .then(
        starsChanged('stray', null, 1),
        countedStarsChanged('stray', 4, 1),
        entryChanged('stray', four, entry('stray', 1, nextMonday)),
      ))

  it('uses the Italian day: 22:30 UTC is the next day in summer', () =>
    given(slotReserved('late', instantOn('2026-07-01', '22:30:00.000')))
      .when(updateStars('late', 3))
      .then(
        starsChanged('late', null, 3),
        countedStarsChanged('late', null, 3),
        entryChanged('late', null, { reviewId: 'late', stars: 3, day: day('2026-07-02') }),
      ))
})

describe('a counted review without a stored entry', () => {
  const old = [slotReserved('first', monday), starsChanged('first', null, 4), countedStarsChanged('first', null, 4)]

  it('gets one with its next change', () =>
    given(...old)
      .when(updateStars('first', 5))
      .then(
        starsChanged('first', 4, 5),
        countedStarsChanged('first', 4, 5),
        entryChanged('first', null, entry('first', 5)),
      ))
})

const ids = fc.constantFrom('first', 'second', 'third')
const anyCommand: fc.Arbitrary<ReviewSeriesCommand> = fc.oneof(
  fc
    .tuple(ids, anyInstant, fc.option(ids, { nil: undefined }))
    .map(([id, at, unwritten]) => reserveSlot(id, at, unwritten)),
  fc.tuple(ids, anyInstant).map(([id, at]) => releaseSlot(id, at)),
  fc.tuple(ids, fc.constantFrom(null, 1, 4, 5)).map(([id, rating]) => updateStars(id, rating)),
)
testDeciderProperties('a review series', reviewSeries, anyCommand)

describe('counted reviews, for every history', () => {
  it('Q-50: have changes that add up to the stars of the latest visible review', () =>
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 30, size: 'max' }), (commands) => {
        let state = reviewSeries.initial
        let score: number | null = null
        let entry: ScoreEntry | null = null
        const stars = new Map<string, number | null>()
        for (const command of commands) {
          const decided = reviewSeries.decide(command, state)
          for (const event of E.isRight(decided) ? decided.right : []) {
            state = reviewSeries.evolve(state, event)
            const { reviewId } = event.data
            if (event.type === ReviewSlotReserved.type) stars.set(reviewId, null)
            if (event.type === ReviewSlotReleased.type) stars.delete(reviewId)
            if (event.type === ReviewStarsChanged.type) stars.set(reviewId, event.data.after)
            const move: { readonly from: ScoreEntry | null; readonly to: ScoreEntry | null } =
              event.type === ScoreEntryChanged.type ? event.data : { from: entry, to: entry }
            expect(move.from).toEqual(entry)
            entry = move.to
            if (event.type !== CountedStarsChanged.type) continue
            expect(event.data.before).toBe(score)
            expect(event.data.after).not.toBe(score)
            score = event.data.after
          }
          const [reviewId, counted] = [...stars].findLast((entry) => entry[1] !== null) ?? [undefined, null]
          expect(score).toBe(counted)
          expect([entry?.reviewId, entry?.stars ?? null]).toEqual([reviewId, counted])
        }
      }),
    ))

  it('Q-50: never have two reserved slots closer than the interval', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.uuid(), anyInstant), { maxLength: 20, size: 'max' }), (requests) => {
        let state = reviewSeries.initial
        for (const [reviewId, at] of requests) {
          const decided = reviewSeries.decide(reserveSlot(reviewId, at, state.slots.at(-1)?.reviewId), state)
          if (E.isRight(decided)) state = decided.right.reduce(reviewSeries.evolve, state)
        }
        const times = state.slots.map(({ at }) => Date.parse(at))
        const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
        expect(gaps.every((gap) => gap >= 7 * 86_400_000)).toBe(true)
      }),
    ))
})
