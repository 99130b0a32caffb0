import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { reportAnomalies } from '../../../application/reviews/excluded-periods.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import { ScoreEntryChanged } from '../../../domain/reviews/counted-review.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { anomalies } from '../../../projections/reviews/anomalies.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(async () => {
  app = inMemoryApplication()
  await app.business('rosa')
  await app.moderator('mario')
})
const reviewBy = async (accountId: string, rating: number) => {
  const content = { rating, comment: null, reasonCode: 'SERVICE' as const, reasonTags: [] }
  const target = { targetType: 'BUSINESS' as const, targetId: 'rosa', visibility: 'PUBLIC_ANONYMOUS' as const }
  unwrap(await app.as(accountId, useCases.submitReview, { reviewId: randomUUID(), ...target, ...content }))
}
const reviewWave = async (reviewers: number, rating = 1) => {
  for (let n = 0; n < reviewers; n++) {
    await app.client(`ondata${n}`)
    await reviewBy(`ondata${n}`, rating)
  }
}
const detectedAnomalies = () => app.events('AnomalyDetected')

describe('daily anomaly detection for the days that have ended', () => {
  it('reports a wave once and leaves the score unchanged', async () => {
    await reviewWave(12)
    const day = romeDay(app.services.clock())
    app.later(1)
    expect(unwrap(await reportAnomalies(app.services)())).toBe(1)
    expect(await detectedAnomalies()).toMatchObject([
      {
        businessId: 'rosa',
        evidence: { day, opinions: 12, stars: 12, newAccounts: 12, usualTenths: 0, scoreTenths: 120 },
      },
    ])
    unwrap(await reportAnomalies(app.services)())
    app.later(1)
    unwrap(await reportAnomalies(app.services)())
    expect(await detectedAnomalies()).toHaveLength(1)
    expect(await app.events('PeriodExcluded')).toEqual([])
    expect(foldInMemory(anomalies, await app.log()).get(`rosa_${day}`)).toMatchObject({ status: 'open' })
  })

  it('reports nothing on an ordinary day or for the current day', async () => {
    await reviewWave(9)
    unwrap(await reportAnomalies(app.services)())
    app.later(1)
    unwrap(await reportAnomalies(app.services)())
    expect(await detectedAnomalies()).toEqual([])
  })

  it('is resolved by excluding the period or by dismissing the anomaly', async () => {
    await reviewWave(12)
    const day = romeDay(app.services.clock())
    app.later(1)
    unwrap(await reportAnomalies(app.services)())
    const row = async () => foldInMemory(anomalies, await app.log()).get(`rosa_${day}`)
    unwrap(await app.as('mario', useCases.dismissAnomaly, { businessId: 'rosa', day, notes: 'Era la sagra.' }))
    expect(await row()).toMatchObject({ status: 'dismissed' })
    const period = { businessId: 'rosa', exclusionId: randomUUID(), from: day, to: day }
    unwrap(await app.as('mario', useCases.excludePeriod, { ...period, reason: 'FAKE_ACCOUNTS', facts: 'Conti nuovi.' }))
    expect(await row()).toMatchObject({ status: 'excluded' })
    expect(await app.events('PeriodExcluded')).toMatchObject([
      { ground: 'FAKE', automation: 'detection', evidence: [{ day, opinions: 12 }] },
    ])
  })
})

describe('a review that counts in the score', () => {
  it('records its position in the score', async () => {
    await app.client('ana')
    await reviewBy('ana', 4)
    expect(await app.events(ScoreEntryChanged.type)).toMatchObject([{ from: null, to: { stars: 4 } }])
  })
})
