import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import {
  previewWithFiveStars,
  previewWithoutRating,
  previewWithoutReview,
  rewards,
  type RewardsCommand,
  type RewardsState,
} from '../../../domain/rewards/rewards.ts'
import { standingOf } from '../../../domain/rewards/standing.ts'

const at = '2026-05-04T10:00:00.000Z' as Instant
const context = { clientId: 'client', countsEveryDays: 30, at }
const terms = { ...context, eligible: true, ttlMonths: 12 }

const stateAfter = (state: RewardsState, command: RewardsCommand): RewardsState => {
  const decided = rewards.decide(command, state)
  return E.isRight(decided) ? decided.right.reduce(rewards.evolve, state) : state
}
const rated = (n: number, businessId: string, overall: number): RewardsCommand => ({
  type: 'CountRating',
  ...terms,
  ratingId: `rating-${n}`,
  businessId,
  overall,
  stayDate: null,
  countsAs: businessId,
  codes: { elite: `ELITE${String(n).padStart(5, '0')}` },
})
const fives = (venues: number) =>
  Array.from({ length: venues }, (_, n) => rated(n, `venue-${n}`, 5)).reduce(stateAfter, rewards.initial)

describe('what-if explanations', () => {
  it('B-21: state that a fifth venue would activate the discount, which stays without a rating', () => {
    expect(standingOf(previewWithFiveStars(fives(4), terms))).toMatchObject({ cross: 'active', fiveStarVenues: 5 })
    expect(standingOf(previewWithoutRating(fives(5), 'rating-0', context))).toMatchObject({
      cross: 'active',
      fiveStarVenues: 4,
    })
  })

  it('B-22, Q-64: state that a tenth venue would grant the bonus to an eligible client', () => {
    expect(standingOf(previewWithFiveStars(fives(9), terms)).elite).toBe('earned')
    expect(standingOf(previewWithFiveStars(fives(9), { ...terms, eligible: false })).elite).toBe('available')
    expect(standingOf(previewWithoutRating(fives(10), 'rating-3', context)).elite).toBe('locked')
  })

  it('B-23: state that a code would be revoked without its review', () => {
    const review = { reviewId: 'review-1', businessId: 'venue-1', codes: { first: 'PRIMA1', fifth: 'QUINTA1' } }
    const state = stateAfter(rewards.initial, { type: 'CreditReview', ...terms, ...review })
    expect([...previewWithoutReview(state, 'review-1', context).rewards.values()]).toMatchObject([
      { code: 'PRIMA1', status: 'revoked' },
    ])
    expect(previewWithoutReview(state, 'another', context)).toEqual(state)
  })

  it('match what really happens and leave the state unchanged, for every history', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 11 }), fc.integer({ min: 1, max: 5 })), { maxLength: 14, size: 'max' }),
        fc.nat({ max: 13 }),
        (ratings, which) => {
          const state = ratings
            .map(([venue, overall], n) => rated(n, `venue-${venue}`, overall))
            .reduce(stateAfter, rewards.initial)
          const before = structuredClone(state)
          const ratingId = `rating-${which}`
          expect(previewWithoutRating(state, ratingId, context)).toEqual(
            stateAfter(state, { type: 'UncountRating', ...context, ratingId }),
          )
          expect(standingOf(previewWithFiveStars(state, terms))).toEqual(
            standingOf(stateAfter(state, rated(99, 'new', 5))),
          )
          expect(state).toEqual(before)
        },
      ),
    ))
})
