import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { romeDay } from '../../../domain/kernel/rome.ts'
import { opinion, type OpinionCommand } from '../../../domain/reputation/opinion/decider.ts'
import type { OpinionEvent, Place } from '../../../domain/reputation/opinion/events.ts'
import { deciderKeepsItsPromises } from '../../support/decider-properties.ts'
import { day, instants, on } from '../../support/reputation.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(opinion)
const ofPair = { authorId: 'ada', targetType: 'BUSINESS' as const, targetId: 'hotel' }
const [monday, sunday, nextMonday] = [on('2026-03-02'), on('2026-03-08'), on('2026-03-09')]

const takeTurn = (reviewId: string, at: Instant, abandonedReviewId?: string): OpinionCommand => ({
  type: 'TakeTurn',
  ...ofPair,
  reviewId,
  at,
  intervalDays: 7,
  abandonedReviewId,
})
const weigh = (reviewId: string, rating: number | null): OpinionCommand => ({
  type: 'WeighReview',
  ...ofPair,
  reviewId,
  rating,
  at: nextMonday,
})
const placeIt = (reviewId: string): OpinionCommand => ({ type: 'PlaceOpinion', ...ofPair, reviewId, at: nextMonday })
const turnTaken = (reviewId: string, at: Instant): OpinionEvent => ({
  type: 'TurnTaken',
  data: { ...ofPair, reviewId, at },
})
const turnReleased = (reviewId: string, at: Instant): OpinionEvent => ({
  type: 'TurnReleased',
  data: { ...ofPair, reviewId, at },
})
const change =
  (type: 'ReviewWeighed' | 'OpinionChanged') =>
  (reviewId: string, before: number | null, after: number | null): OpinionEvent => ({
    type,
    data: { ...ofPair, reviewId, before, after, at: nextMonday },
  })
const weighed = change('ReviewWeighed')
const opinionChanged = change('OpinionChanged')

describe('Q-50: a review slot for an author and a target', () => {
  it('is reserved', () => given().when(takeTurn('first', monday)).then(turnTaken('first', monday)))

  it('is reserved once', () => given(turnTaken('first', monday)).when(takeTurn('first', sunday)).thenNothing())

  it('is followed by another after seven days, to the millisecond', () => {
    const past = [turnTaken('first', monday), weighed('first', null, 4)]
    given(...past)
      .when(takeTurn('second', nextMonday))
      .then(turnTaken('second', nextMonday))
    given(...past)
      .when(takeTurn('second', on('2026-03-09', '09:59:59.999')))
      .thenRejected({ type: 'TooSoon', nextAt: nextMonday })
  })

  it('is not followed earlier because the review was hidden or removed', () =>
    given(turnTaken('first', monday), weighed('first', null, 4), weighed('first', 4, null))
      .when(takeTurn('second', sunday, 'first'))
      .thenRejected({ type: 'TooSoon', nextAt: nextMonday }))

  it('keeps its time when requested again later', () =>
    given(turnTaken('first', monday), turnTaken('second', nextMonday))
      .when(takeTurn('first', nextMonday))
      .thenNothing())
})

describe('a review slot without a review', () => {
  const soon = on('2026-03-02', '10:02:00.000')

  it('is released for the next request', () =>
    given(turnTaken('first', monday))
      .when(takeTurn('second', soon, 'first'))
      .then(turnReleased('first', soon), turnTaken('second', soon)))

  it('is not released within two minutes, since the review may still arrive', () =>
    given(turnTaken('first', monday))
      .when(takeTurn('second', on('2026-03-02', '10:01:59.999'), 'first'))
      .thenRejected({ type: 'TooSoon', nextAt: soon }))

  it('does not shorten the wait after the previous review', () =>
    given(turnTaken('zero', on('2026-02-25')), weighed('zero', null, 5), turnTaken('first', monday))
      .when(takeTurn('second', soon, 'first'))
      .thenRejected({ type: 'TooSoon', nextAt: on('2026-03-04') }))

  it('can only be the latest one', () =>
    given(turnTaken('first', monday), turnTaken('second', nextMonday))
      .when(takeTurn('third', nextMonday, 'first'))
      .thenRejected({ type: 'TooSoon', nextAt: on('2026-03-16') }))

  it('can be reserved again', () =>
    given(turnTaken('first', monday), turnReleased('first', soon), turnTaken('second', soon))
      .when(takeTurn('first', on('2026-03-16')))
      .then(turnTaken('first', on('2026-03-16'))))
})

const place = (reviewId: string, stars: number, at = monday): Place => ({ reviewId, stars, day: romeDay(at) })
const placed = (reviewId: string, from: Place | null, to: Place | null): OpinionEvent => ({
  type: 'OpinionPlaced',
  data: { ...ofPair, reviewId, from, to, at: nextMonday },
})

describe('Q-50: only the latest visible review counts, on the day it was written', () => {
  const [four, two] = [place('first', 4), place('second', 2, nextMonday)]
  const first = [
    turnTaken('first', monday),
    weighed('first', null, 4),
    opinionChanged('first', null, 4),
    placed('first', null, four),
  ]
  const both = [
    ...first,
    turnTaken('second', nextMonday),
    weighed('second', null, 2),
    opinionChanged('second', 4, 2),
    placed('second', four, two),
  ]

  it('counts the first review', () =>
    given(turnTaken('first', monday))
      .when(weigh('first', 4))
      .then(weighed('first', null, 4), opinionChanged('first', null, 4), placed('first', null, four)))

  it('replaces it with the second', () =>
    given(...first, turnTaken('second', nextMonday))
      .when(weigh('second', 2))
      .then(weighed('second', null, 2), opinionChanged('second', 4, 2), placed('second', four, two)))

  it('uses the edited stars', () =>
    given(...both)
      .when(weigh('second', 5))
      .then(
        weighed('second', 2, 5),
        opinionChanged('second', 2, 5),
        placed('second', two, place('second', 5, nextMonday)),
      ))

  it('falls back to the previous review when the latest is not visible', () =>
    given(...both)
      .when(weigh('second', null))
      .then(weighed('second', 2, null), opinionChanged('second', 2, 4), placed('second', two, four)))

  it('ignores changes of earlier reviews', () => {
    given(...both)
      .when(weigh('first', 1))
      .then(weighed('first', 4, 1))
    given(...both)
      .when(weigh('first', null))
      .then(weighed('first', 4, null))
  })

  it('changes only the day when the stars are the same', () =>
    given(...first, turnTaken('second', nextMonday))
      .when(weigh('second', 4))
      .then(weighed('second', null, 4), placed('second', four, place('second', 4, nextMonday))))

  it('counts nothing when no review is visible', () =>
    given(...first)
      .when(weigh('first', null))
      .then(weighed('first', 4, null), opinionChanged('first', 4, null), placed('first', four, null)))

  it('does nothing when weighed again unchanged', () => {
    given(...first)
      .when(weigh('first', 4))
      .thenNothing()
    given(turnTaken('first', monday)).when(weigh('first', null)).thenNothing()
  })

  it('counts a review weighed without a slot', () =>
    given(...first)
      .when(weigh('stray', 1))
      .then(
        weighed('stray', null, 1),
        opinionChanged('stray', 4, 1),
        placed('stray', four, place('stray', 1, nextMonday)),
      ))

  it('uses the Italian day: 22:30 UTC is the next day in summer', () =>
    given(turnTaken('late', on('2026-07-01', '22:30:00.000')))
      .when(weigh('late', 3))
      .then(
        weighed('late', null, 3),
        opinionChanged('late', null, 3),
        placed('late', null, { reviewId: 'late', stars: 3, day: day('2026-07-02') }),
      ))
})

describe('a counted review from before its position was stored', () => {
  const old = [turnTaken('first', monday), weighed('first', null, 4), opinionChanged('first', null, 4)]

  it('is positioned once on request', () => {
    given(...old)
      .when(placeIt('first'))
      .then(placed('first', null, place('first', 4)))
    given(...old, placed('first', null, place('first', 4)))
      .when(placeIt('first'))
      .thenNothing()
  })

  it('is positioned with its next change', () =>
    given(...old)
      .when(weigh('first', 5))
      .then(weighed('first', 4, 5), opinionChanged('first', 4, 5), placed('first', null, place('first', 5))))

  it('has no position when no review is visible', () =>
    given(turnTaken('first', monday)).when(placeIt('first')).thenNothing())
})

const ids = fc.constantFrom('first', 'second', 'third')
const anyCommand: fc.Arbitrary<OpinionCommand> = fc.oneof(
  fc.tuple(ids, instants, fc.option(ids, { nil: undefined })).map(([id, at, abandoned]) => takeTurn(id, at, abandoned)),
  fc.tuple(ids, fc.constantFrom(null, 1, 4, 5)).map(([id, rating]) => weigh(id, rating)),
  ids.map(placeIt),
)
deciderKeepsItsPromises('an opinion', opinion, anyCommand)

describe('counted reviews, for every history', () => {
  it('Q-50: the changes add up to the stars of the latest visible review', () =>
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 30, size: 'max' }), (commands) => {
        let state = opinion.initial
        let score: number | null = null
        let place: Place | null = null
        const live = new Map<string, number | null>()
        for (const command of commands) {
          const decided = opinion.decide(command, state)
          for (const event of E.isRight(decided) ? decided.right : []) {
            state = opinion.evolve(state, event)
            const { reviewId } = event.data
            if (event.type === 'TurnTaken') live.set(reviewId, null)
            if (event.type === 'TurnReleased') live.delete(reviewId)
            if (event.type === 'ReviewWeighed') live.set(reviewId, event.data.after)
            const placed: { readonly from: Place | null; readonly to: Place | null } =
              event.type === 'OpinionPlaced' ? event.data : { from: place, to: place }
            expect(placed.from).toEqual(place)
            place = placed.to
            if (event.type !== 'OpinionChanged') continue
            expect(event.data.before).toBe(score)
            expect(event.data.after).not.toBe(score)
            score = event.data.after
          }
          const [reviewId, stars] = [...live].findLast((one) => one[1] !== null) ?? [undefined, null]
          expect(score).toBe(stars)
          expect([place?.reviewId, place?.stars ?? null]).toEqual([reviewId, stars])
        }
      }),
    ))

  it('Q-50: no two reserved slots are closer than the interval', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.uuid(), instants), { maxLength: 20, size: 'max' }), (asked) => {
        let state = opinion.initial
        for (const [reviewId, at] of asked) {
          const decided = opinion.decide(takeTurn(reviewId, at, state.turns.at(-1)?.reviewId), state)
          if (E.isRight(decided)) state = decided.right.reduce(opinion.evolve, state)
        }
        const times = state.turns.map(({ at }) => Date.parse(at))
        const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
        expect(gaps.every((gap) => gap >= 7 * 86_400_000)).toBe(true)
      }),
    ))
})
