import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { burst, type BurstState } from '../../../domain/reviews/burst.ts'
import { unwrap } from '../../support/application.ts'
import { day } from '../../support/reviews/review-fixtures.ts'

const at = '2026-03-30T10:00:00.000Z' as Instant

const afterReviews = (reviewIds: readonly string[], usual: number): BurstState =>
  reviewIds.reduce<BurstState>((state, reviewId) => {
    const command = { type: 'CountNewAccountReview', businessId: 'aurora', day: day('2026-03-30'), reviewId, usual, at }
    return unwrap(burst.decide(command as Parameters<typeof burst.decide>[0], state)).reduce(burst.evolve, state)
  }, burst.initial)

const ids = (count: number) => Array.from({ length: count }, (_, n) => `review-${n}`)
const surplusOf = (state: BurstState) => state.filter((surplus) => surplus).size

it('Q-125: five reviews of new accounts a day count at any venue', () => {
  expect(surplusOf(afterReviews(ids(5), 0))).toBe(0)
  expect(surplusOf(afterReviews(ids(7), 0))).toBe(2)
})

it('Q-125: at a busy venue, five times the usual number counts', () => {
  expect(surplusOf(afterReviews(ids(20), 4))).toBe(0)
  expect(surplusOf(afterReviews(ids(21), 4))).toBe(1)
})

it('Q-125: each review is counted once, and what counts does not depend on repetitions', () => {
  const reviews = fc.array(fc.constantFrom(...ids(30)), { maxLength: 60 })
  fc.assert(
    fc.property(reviews, fc.float({ min: 0, max: 5, noNaN: true }), (written, usual) => {
      const state = afterReviews(written, usual)
      const distinct = new Set(written).size
      expect(state.size).toBe(distinct)
      expect(surplusOf(state)).toBe(Math.max(0, distinct - Math.max(5, Math.ceil(5 * usual))))
    }),
  )
})
