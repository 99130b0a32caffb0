import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysAfter } from '../../../domain/kernel/italian-calendar.ts'
import { nightsBetween } from '../../../domain/kernel/time.ts'
import { countedRatings } from '../../../domain/rewards/rules.ts'
import type { RewardsCommand } from '../../../domain/rewards/rewards.ts'
import { standingOf } from '../../../domain/rewards/standing.ts'
import {
  countRating as countOf,
  eventsAfter,
  stateAfter,
  uncountRating,
} from '../../support/rewards/reward-fixtures.ts'
import { day } from '../../support/sample-values.ts'

const countRating = (id: string, stayDate: string, overall = 5, venue = 'aurora') =>
  countOf(id, venue, overall, { stayDate: day(stayDate) })
const countedOf = (...commands: readonly RewardsCommand[]) => [...stateAfter(...commands).ratings.keys()]

describe('Q-121: ratings of one guest by one venue', () => {
  it('count once in thirty days: the one of the latest stay', () => {
    const standing = standingOf(stateAfter(countRating('a', '2026-02-01', 5), countRating('b', '2026-02-20', 3)))
    expect(standing).toMatchObject({ ratings: 1, stars: 3, venues: 1, fiveStarVenues: 0 })
  })

  it('count in whatever order they were given', () => {
    expect(countedOf(countRating('b', '2026-02-20'), countRating('a', '2026-02-01'))).toEqual(['b'])
    expect(countedOf(countRating('a', '2026-02-01'), countRating('b', '2026-02-20'))).toEqual(['b'])
  })

  it('count separately thirty days apart, and at another venue', () => {
    expect(countedOf(countRating('a', '2026-01-21'), countRating('b', '2026-02-20'))).toEqual(['a', 'b'])
    expect(countedOf(countRating('a', '2026-02-01'), countRating('b', '2026-02-20', 5, 'bellavista'))).toEqual([
      'a',
      'b',
    ])
  })

  it('count again when the later one is withdrawn', () => {
    const state = stateAfter(countRating('a', '2026-02-01', 5), countRating('b', '2026-02-20', 1), uncountRating('b'))
    expect([[...state.ratings.keys()], state.totalStars, state.superseded.size]).toEqual([['a'], 5, 0])
  })

  it('say when they stop counting', () =>
    expect(eventsAfter(countRating('a', '2026-02-01'), countRating('b', '2026-02-20')).slice(1)).toMatchObject([
      { type: 'StarsSuperseded', data: { ratingId: 'a' } },
      { type: 'StarsCounted', data: { ratingId: 'b' } },
    ]))

  it('cannot make ten sham stays at one venue count as ten ratings', () => {
    const commands = Array.from({ length: 10 }, (_, n) => countRating(`r${n}`, daysAfter(day('2026-02-01'), n)))
    expect(standingOf(stateAfter(...commands))).toMatchObject({ ratings: 1, tier: 'new' })
  })

  it('never count closer together than the period, and always include the latest stay', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(200), { maxLength: 20 }), fc.integer({ min: 1, max: 60 }), (days, every) => {
        const ratings = days.map((n) => ({ stayDate: daysAfter(day('2026-01-01'), n) }))
        const counted = [...countedRatings(ratings, every)].map(({ stayDate }) => stayDate).toSorted()
        const gaps = counted.slice(1).map((stayDate, index) => nightsBetween(counted[index] ?? stayDate, stayDate))
        expect(gaps.filter((nights) => nights < every)).toEqual([])
        expect(counted.at(-1)).toBe(
          ratings
            .map(({ stayDate }) => stayDate)
            .toSorted()
            .at(-1),
        )
      }),
    ))

  it('all count when the period is switched off', () => {
    const ratings = [{ stayDate: day('2026-01-01') }, { stayDate: day('2026-01-02') }, { stayDate: null }]
    expect(countedRatings(ratings, 0).size).toBe(3)
  })
})
