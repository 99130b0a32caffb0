import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { rewards, type RewardsState } from '../../../domain/rewards/rewards/decider.ts'
import type { RewardsCommand } from '../../../domain/rewards/rewards/commands.ts'
import { standingOf } from '../../../domain/rewards/rewards/standing.ts'
import { withFiveMore, withoutRating, withoutReview } from '../../../domain/rewards/rewards/what-if.ts'

const at = '2026-05-04T10:00:00.000Z' as Instant
const asked = { clientId: 'client', at }
const terms = { ...asked, eligible: true, ttlMonths: 12 }

const done = (state: RewardsState, command: RewardsCommand): RewardsState => {
  const decided = rewards.decide(command, state)
  return E.isRight(decided) ? decided.right.reduce(rewards.evolve, state) : state
}
const rated = (n: number, businessId: string, overall: number): RewardsCommand => ({
  type: 'CountStars',
  ...terms,
  ratingId: `rating-${n}`,
  businessId,
  overall,
  codes: { elite: `ELITE${String(n).padStart(5, '0')}` },
})
const fives = (venues: number) =>
  Array.from({ length: venues }, (_, n) => rated(n, `venue-${n}`, 5)).reduce(done, rewards.initial)

describe('what-if explanations', () => {
  it('B-21: a fifth venue would activate the discount, which stays without a rating', () => {
    expect(standingOf(withFiveMore(fives(4), terms))).toMatchObject({ cross: 'active', fiveStarProviders: 5 })
    expect(standingOf(withoutRating(fives(5), 'rating-0', asked))).toMatchObject({
      cross: 'active',
      fiveStarProviders: 4,
    })
  })

  it('B-22, Q-64: a tenth venue would grant the bonus to an eligible client', () => {
    expect(standingOf(withFiveMore(fives(9), terms)).elite).toBe('earned')
    expect(standingOf(withFiveMore(fives(9), { ...terms, eligible: false })).elite).toBe('available')
    expect(standingOf(withoutRating(fives(10), 'rating-3', asked)).elite).toBe('locked')
  })

  it('B-23: without its review a code would be revoked', () => {
    const review = { reviewId: 'review-1', businessId: 'venue-1', codes: { first: 'PRIMA1', fifth: 'QUINTA1' } }
    const state = done(rewards.initial, { type: 'CreditReview', ...terms, ...review })
    expect(withoutReview(state, 'review-1', asked).rewards).toMatchObject([{ code: 'PRIMA1', status: 'revoked' }])
    expect(withoutReview(state, 'another', asked)).toEqual(state)
  })

  it('match what really happens and leave the state unchanged, for every history', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 11 }), fc.integer({ min: 1, max: 5 })), { maxLength: 14, size: 'max' }),
        fc.nat({ max: 13 }),
        (ratings, which) => {
          const state = ratings
            .map(([venue, overall], n) => rated(n, `venue-${venue}`, overall))
            .reduce(done, rewards.initial)
          const before = structuredClone(state)
          const ratingId = `rating-${which}`
          expect(withoutRating(state, ratingId, asked)).toEqual(
            done(state, { type: 'UncountStars', ...asked, ratingId }),
          )
          expect(standingOf(withFiveMore(state, terms))).toEqual(standingOf(done(state, rated(99, 'new', 5))))
          expect(state).toEqual(before)
        },
      ),
    ))
})
