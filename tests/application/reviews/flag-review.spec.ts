import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { inMemoryApplication, submitReviewIn, testRuleSettings, unwrap } from '../../support/application.ts'
import { ratingOf } from '../../support/ratings/rating-inputs.ts'

const minAgeDays = 3

let app: ReturnType<typeof inMemoryApplication>
let reviewId: string
beforeEach(async () => {
  app = inMemoryApplication({ reviews: { ...testRuleSettings.reviews, reporterMinAgeDays: minAgeDays } })
  await app.client('ana')
  reviewId = (await submitReviewIn(app, 'ana')).reviewId
})

const flag = (reporter: string) =>
  app.as(reporter, useCases.flagReview, { flagId: randomUUID(), reviewId, reason: 'FAKE', note: null })
const weightOfFlagBy = async (reporter: string) => {
  unwrap(await flag(reporter))
  return (await app.events('ReviewFlagged')).find(({ reporterId }) => reporterId === reporter)?.weight
}

describe('D-06: the flag of an account', () => {
  it('has weight once the account is confirmed, three days old and has written a review', async () => {
    await app.client('ugo')
    await submitReviewIn(app, 'ugo')
    app.later(minAgeDays)
    expect(await weightOfFlagBy('ugo')).toBe(100)
  })

  it('has weight once a business has rated it, instead of a review', async () => {
    await app.client('ugo')
    await app.business('rosa')
    app.later(minAgeDays)
    unwrap(await app.as('rosa', useCases.rateClient, ratingOf('ugo', '2026-05-02')))
    expect(await weightOfFlagBy('ugo')).toBe(100)
  })

  it('has no weight while it has neither written a review nor been rated', async () => {
    await app.client('ugo')
    app.later(minAgeDays)
    expect(await weightOfFlagBy('ugo')).toBe(0)
  })

  it('has no weight while the account is younger', async () => {
    await app.client('ugo')
    await submitReviewIn(app, 'ugo')
    app.later(minAgeDays - 1)
    expect(await weightOfFlagBy('ugo')).toBe(0)
  })

  it('has no weight while the e-mail address is not confirmed', async () => {
    await app.client('ugo', { confirmed: false })
    await app.business('rosa')
    app.later(minAgeDays)
    unwrap(await app.as('rosa', useCases.rateClient, ratingOf('ugo', '2026-05-02')))
    expect(await weightOfFlagBy('ugo')).toBe(0)
  })
})

describe('flagging', () => {
  it('P-14: is open to businesses as well as clients', async () => {
    await app.business('rosa')
    unwrap(await flag('rosa'))
    expect(await app.events('ReviewFlagged')).toMatchObject([{ reporterId: 'rosa', reporterType: 'user' }])
  })

  it('is impossible for a private remark about another client, which the reporter cannot see', async () => {
    await app.client('ugo')
    await app.business('rosa')
    const remark = {
      reviewId: randomUUID(),
      targetType: 'USER',
      targetId: 'c-ana',
      visibility: 'PRIVATE_TO_BUSINESS',
      rating: 2,
      comment: null,
      reasonCode: 'SERVICE',
      reasonTags: [],
    } as const
    unwrap(await app.as('rosa', useCases.rateClient, ratingOf('ana', '2026-05-02')))
    ;({ reviewId } = unwrap(await app.as('rosa', useCases.submitReview, remark)))
    expect(await flag('ugo')).toMatchObject(E.left({ rejection: { type: 'ReviewNotFound' } }))
  })
})
