import { ContributionUncounted } from '../../../domain/ava/wallet-state.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { CountedStarsChanged } from '../../../domain/reviews/counted-review.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'
import { ratingOf } from '../../support/ratings/rating-inputs.ts'
import { reviewOf } from '../../support/reviews/review-inputs.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(() => {
  app = inMemoryApplication()
})

describe('a client who reviews a business', () => {
  it('B-23, B-27: receives 2% for the first review, in the response itself', async () => {
    await app.business('rosa')
    await app.client('ana')
    const submitted = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    expect(submitted.newlyIssuedRewards).toEqual([{ discountPercent: 2, code: expect.any(String) }])
  })

  it('B-23, Q-61: receives 10% for the fifth review of that business', async () => {
    await app.business('rosa')
    await app.client('ana')
    const issuedRewards = []
    for (let n = 0; n < 5; n++) {
      issuedRewards.push(unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa'))).newlyIssuedRewards)
      app.later(7)
    }
    expect(issuedRewards.map((issued) => issued.map(({ discountPercent }) => discountPercent))).toEqual([
      [2],
      [],
      [],
      [],
      [10],
    ])
  })

  it('Q-50: loses code and count when a moderator removes the review, and gets them back when it is restored', async () => {
    await app.business('rosa')
    await app.client('ana')
    await app.moderator('mario')
    const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    const moderate = (to: 'REMOVED' | 'ACTIVE') =>
      app.as('mario', useCases.moderateReview, { reviewId, to, notes: null })
    unwrap(await moderate('REMOVED'))
    expect(await app.events('RewardRevoked')).toHaveLength(1)
    expect(await app.events(ContributionUncounted.type)).toHaveLength(1)
    unwrap(await moderate('ACTIVE'))
    expect(await app.events('RewardIssued')).toHaveLength(2)
    expect(await app.events(CountedStarsChanged.type)).toMatchObject([{ after: 4 }, { after: null }, { after: 4 }])
  })
})

describe('a client whom businesses rate', () => {
  it('B-21: gets 2% permanently for five five-star ratings from five venues', async () => {
    await app.client('ana')
    for (let n = 1; n <= 5; n++) {
      await app.business(`hotel-${n}`)
      unwrap(await app.as(`hotel-${n}`, useCases.rateClient, ratingOf('ana', '2026-05-01')))
    }
    expect(await app.events('CrossProviderDiscountActivated')).toMatchObject([{ clientId: 'c-ana', percent: 2 }])
  })
})
