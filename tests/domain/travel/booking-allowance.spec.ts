import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dailyId } from '../../../domain/kernel/daily-allowance.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { type AllowanceEvent, bookingAllowance, type UseAllowance } from '../../../domain/travel/booking-allowance.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { at, day } from '../../support/sample-values.ts'

const { given } = spec(bookingAllowance)
const allowanceOf = (bookingId: string) => ({
  accountId: 'account-giulia',
  day: day('2026-03-01'),
  bookingId,
  at: at('2026-03-01'),
})
const use = (bookingId: string, dailyLimit = 2): UseAllowance => ({
  type: 'UseAllowance',
  ...allowanceOf(bookingId),
  dailyLimit,
})
const used = (bookingId: string): AllowanceEvent => ({ type: 'AllowanceUsed', data: allowanceOf(bookingId) })

describe('the daily booking allowance', () => {
  it('Q-72: rejects bookings above the limit', () => {
    given().when(use('one')).then(used('one'))
    given(used('one')).when(use('two')).then(used('two'))
    given(used('one'), used('two')).when(use('three')).thenRejected({ type: 'TooManyBookings', dailyLimit: 2 })
  })

  it('Q-72: counts a repeated booking once', () => given(used('one'), used('two')).when(use('two')).thenNothing())

  it('Q-72: applies a changed limit from the next booking', () => {
    given(used('one'), used('two')).when(use('three', 3)).then(used('three'))
    given(used('one'), used('two')).when(use('three', 1)).thenRejected({ type: 'TooManyBookings', dailyLimit: 1 })
  })

  it('is counted per account and day', () =>
    expect(dailyId('account-giulia', day('2026-03-01'))).toBe('account-giulia_2026-03-01'))

  it('Q-72: is never exceeded, in any order and however often requests are repeated', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: 1, max: 10 }), (bookingIds, limit) => {
        const placed = bookingIds.reduce((state, n) => {
          const decided = bookingAllowance.decide(use(`booking-${n}`, limit), state)
          return E.isRight(decided) ? decided.right.reduce(bookingAllowance.evolve, state) : state
        }, bookingAllowance.initial)
        expect(placed.size).toBe(Math.min(limit, new Set(bookingIds).size))
      }),
    ))
})

testDeciderProperties(
  'the bookings of a day',
  bookingAllowance,
  fc
    .record({ bookingId: fc.constantFrom('one', 'two', 'three'), dailyLimit: fc.integer({ min: 1, max: 3 }) })
    .map(({ bookingId, dailyLimit }) => use(bookingId, dailyLimit)),
)
