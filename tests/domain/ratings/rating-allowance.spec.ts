import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import {
  ratingAllowance,
  type RatingAllowanceEvent,
  type UseRatingAllowance,
} from '../../../domain/ratings/rating-allowance.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at, day } from '../../support/sample-values.ts'

const { given } = spec(ratingAllowance)
const allowanceOf = (ratingId: string) => ({
  businessId: 'account-aurora',
  day: day('2026-03-01'),
  ratingId,
  at: at('2026-03-01'),
})
const use = (ratingId: string, dailyLimit = 2): UseRatingAllowance => ({
  type: 'UseRatingAllowance',
  ...allowanceOf(ratingId),
  dailyLimit,
})
const used = (ratingId: string): RatingAllowanceEvent => ({
  type: 'RatingAllowanceUsed',
  data: allowanceOf(ratingId),
})

describe('the ratings a venue may give on one day', () => {
  it('Q-121: are limited', () => {
    given().when(use('one')).then(used('one'))
    given(used('one'), used('two')).when(use('three')).thenRejected({ type: 'TooManyRatings', dailyLimit: 2 })
  })

  it('Q-121: count a repeated rating once', () => given(used('one'), used('two')).when(use('two')).thenNothing())
})

testDeciderProperties(
  'the ratings of a day',
  ratingAllowance,
  fc.tuple(fc.constantFrom('one', 'two', 'three'), fc.integer({ min: 1, max: 3 })).map(([id, limit]) => use(id, limit)),
)
