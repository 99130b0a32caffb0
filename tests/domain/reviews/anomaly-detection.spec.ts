import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anomalyRules, detectAnomaly } from '../../../domain/reviews/anomaly-detection.ts'
import { day } from '../../support/reviews/review-fixtures.ts'

const today = day('2026-03-30')
const dayWith = (reviews: number, { newAccounts = 0, stars = reviews } = {}) => ({
  day: today,
  reviews,
  stars,
  newAccounts,
})
const dailyCounts = (...counts: readonly number[]) =>
  Array.from({ length: 28 }, (_, i) => ({ reviews: counts[i % counts.length] ?? 0 }))

describe('an anomalous day compared with the four weeks before', () => {
  it('is reported with its numbers and the formula version', () =>
    expect(detectAnomaly(dayWith(48, { newAccounts: 40, stars: 52 }), dailyCounts(2))).toEqual({
      day: today,
      opinions: 48,
      stars: 52,
      newAccounts: 40,
      usualTenths: 20,
      // (48 − 2) ÷ √2
      scoreTenths: 325,
      detectorVersion: 1,
    }))

  it('is not reported for a few reviews, however quiet the venue was', () => {
    expect(detectAnomaly(dayWith(9, { newAccounts: 9 }), [])).toBeNull()
    expect(detectAnomaly(dayWith(10), [])).not.toBeNull()
  })

  it('is not reported for what a busy venue gets every week', () => {
    expect(detectAnomaly(dayWith(60), dailyCounts(40, 55, 38, 61))).toBeNull()
    expect(detectAnomaly(dayWith(60), dailyCounts(5, 7, 4, 6))).not.toBeNull()
  })

  it('has a lower threshold when half of the reviews come from new accounts', () => {
    const usual = dailyCounts(9)
    expect(detectAnomaly(dayWith(20), usual)).toBeNull()
    expect(detectAnomaly(dayWith(20, { newAccounts: 10 }), usual)).toMatchObject({ scoreTenths: 37 })
    expect(detectAnomaly(dayWith(20, { newAccounts: 9 }), usual)).toBeNull()
  })

  it('is still reported on the second and the tenth day: outliers do not move the median', () => {
    const bombed = (days: number) => [
      ...dailyCounts(2).slice(days),
      ...Array.from({ length: days }, () => ({ reviews: 50 })),
    ]
    for (const days of [1, 5, 10]) expect(detectAnomaly(dayWith(50), bombed(days)), `day ${days}`).not.toBeNull()
  })

  it('is reported for good and bad ratings alike: stars do not matter', () => {
    const negative = detectAnomaly(dayWith(40, { stars: 40 }), dailyCounts(1))
    expect(detectAnomaly(dayWith(40, { stars: 200 }), dailyCounts(1))).toEqual(negative && { ...negative, stars: 200 })
  })

  it('treats days without reviews as quiet days', () =>
    expect(detectAnomaly(dayWith(12), [{ reviews: 12 }])).toMatchObject({ usualTenths: 0, scoreTenths: 120 }))
})

describe('anomaly detection, for every history', () => {
  const counts = fc.array(
    fc.nat({ max: 60 }).map((reviews) => ({ reviews })),
    { maxLength: 40 },
  )

  it('never finds a day less anomalous with more reviews or more new accounts', () =>
    fc.assert(
      fc.property(counts, fc.nat({ max: 200 }), fc.nat({ max: 100 }), (before, reviews, more) => {
        if (detectAnomaly(dayWith(reviews), before) === null) return
        expect(detectAnomaly(dayWith(reviews + more), before)).not.toBeNull()
        expect(detectAnomaly(dayWith(reviews, { newAccounts: Math.min(more, reviews) }), before)).not.toBeNull()
      }),
    ))

  it('uses only the last four weeks, in any order', () =>
    fc.assert(
      fc.property(counts, fc.nat({ max: 200 }), (before, reviews) => {
        const examined = dayWith(reviews)
        expect(detectAnomaly(examined, before.slice(-anomalyRules.baselineDays).toReversed())).toEqual(
          detectAnomaly(examined, before),
        )
      }),
    ))
})
