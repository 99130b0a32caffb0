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

describe('Q-132: a client who lowers a review by two stars', () => {
  let reviewId = ''
  let code = ''
  const edit = (rating: number) => app.as('ana', useCases.editReview, { reviewId, changes: { rating } })
  const redeem = (who: string) => app.as(who, useCases.redeemReward, { code })
  beforeEach(async () => {
    await app.business('rosa')
    await app.client('ana')
    const submitted = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    reviewId = submitted.reviewId
    code = submitted.newlyIssuedRewards[0]?.code ?? ''
  })

  it('cannot redeem its code for fourteen days', async () => {
    unwrap(await edit(2))
    expect(await redeem('ana')).toMatchObject({ left: { rejection: { type: 'RewardSuspended', code } } })
    app.later(13)
    expect(await redeem('ana')).toMatchObject({ left: { rejection: { type: 'RewardSuspended' } } })
    app.later(1)
    unwrap(await redeem('ana'))
  })

  it('can redeem it at once after raising the stars again', async () => {
    unwrap(await edit(2))
    unwrap(await edit(3))
    unwrap(await redeem('ana'))
    await app.catchUp()
    expect(await app.events('RewardSuspended')).toHaveLength(1)
    expect(await app.events('RewardReinstated')).toHaveLength(1)
  })

  it('can redeem it after lowering them by one', async () => {
    unwrap(await edit(3))
    unwrap(await redeem('ana'))
    expect(await app.events('RewardSuspended')).toEqual([])
  })

  it('Q-60: is not betrayed to the venue, for which there is no such code', async () => {
    unwrap(await edit(1))
    expect(await redeem('rosa')).toMatchObject({ left: { rejection: { type: 'RewardNotFound' } } })
  })

  it('gets a suspended code if the review is restored after it was lowered', async () => {
    await app.moderator('mario')
    unwrap(await edit(2))
    for (const to of ['REMOVED', 'ACTIVE'] as const)
      unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to, notes: null }))
    const codes = (await app.events('RewardSuspended')).map((suspended) => suspended.code)
    expect(new Set(codes).size).toBe(2)
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
