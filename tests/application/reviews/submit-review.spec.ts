import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import type { SubmitReviewInput } from '../../../application/reviews/submit-review.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { ReviewSlotReleased, ReviewSlotReserved } from '../../../domain/reviews/review-slots.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(async () => {
  app = inMemoryApplication()
  await app.business('rosa')
  await app.business('bruno')
  await app.client('ana')
})

const reviewOf = (targetId: string, overrides: Partial<SubmitReviewInput> = {}): SubmitReviewInput => ({
  reviewId: randomUUID(),
  targetType: 'BUSINESS',
  targetId,
  rating: 4,
  comment: null,
  reasonCode: 'SERVICE',
  reasonTags: [],
  visibility: 'PUBLIC_ANONYMOUS',
  ...overrides,
})
const submit = (input: SubmitReviewInput) => app.as('ana', useCases.submitReview, input)
const rejection = (type: string) => E.left(expect.objectContaining({ rejection: expect.objectContaining({ type }) }))

describe('a client who reviews a business', () => {
  it('Q-50: may not review it again within seven days', async () => {
    unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    app.later(6)
    expect(await app.as('ana', useCases.submitReview, reviewOf('rosa'))).toMatchObject(
      E.left({ type: 'Rejected', rejection: { type: 'TooSoon' } }),
    )
  })

  it('gets the position of all consequences in the response, not only of the review', async () => {
    const { position } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    const last = (await app.log()).at(-1)
    expect(last?.event.type).not.toBe('ReviewSubmitted')
    expect(position).toBe(last?.position)
  })

  it('Q-09: needs a confirmed e-mail address', async () => {
    await app.client('eva', { confirmed: false })
    expect(await app.as('eva', useCases.submitReview, reviewOf('rosa'))).toMatchObject(
      E.left({ rejection: { type: 'EmailNotConfirmed' } }),
    )
  })

  it('does not wait a week for a reserved slot without a review', async () => {
    const { reviewId } = unwrap(await submit(reviewOf('bruno')))
    const rejected = reviewOf('rosa', { reviewId }) // rejected after its slot was reserved
    expect(E.isLeft(await app.as('ana', useCases.submitReview, rejected))).toBe(true)
    expect(await app.events(ReviewSlotReserved.type)).toMatchObject([
      { targetId: 'bruno' },
      { targetId: 'rosa', reviewId },
    ])
    app.later(1)
    unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
  })
})

describe('the review slot of a rejected review', () => {
  it('is not reserved when the content is invalid', async () => {
    expect(await submit(reviewOf('rosa', { rating: 9 }))).toEqual(rejection('ReviewStarsInvalid'))
    expect(await app.events(ReviewSlotReserved.type)).toEqual([])
    unwrap(await submit(reviewOf('rosa')))
  })

  it('is released when the id belongs to a review of another target', async () => {
    const { reviewId } = unwrap(await submit(reviewOf('rosa')))
    expect(await submit(reviewOf('bruno', { reviewId }))).toEqual(rejection('ReviewExists'))
    expect(await app.events(ReviewSlotReleased.type)).toMatchObject([{ targetId: 'bruno', reviewId }])
    unwrap(await submit(reviewOf('bruno')))
  })

  it('stays when the request repeats an accepted review with other content', async () => {
    const { reviewId } = unwrap(await submit(reviewOf('rosa')))
    expect(await submit(reviewOf('rosa', { reviewId, rating: 1 }))).toEqual(rejection('ReviewExists'))
    expect(await app.events(ReviewSlotReleased.type)).toEqual([])
    expect(await submit(reviewOf('rosa'))).toEqual(rejection('TooSoon'))
  })
})

describe('the review slot of a review that was never written', () => {
  const reserveOnly = async (input: SubmitReviewInput) => {
    app.crashAfterAppends(1)
    expect(E.isLeft(await submit(input))).toBe(true)
    await app.restart()
  }

  it('does not count a day later', async () => {
    await reserveOnly(reviewOf('rosa'))
    expect(await submit(reviewOf('rosa'))).toEqual(rejection('TooSoon'))
    app.later(1)
    unwrap(await submit(reviewOf('rosa')))
    expect(await app.events(ReviewSlotReleased.type)).toHaveLength(1)
  })

  it('is used when the same request is repeated', async () => {
    const input = reviewOf('rosa')
    await reserveOnly(input)
    expect(unwrap(await submit(input)).reviewId).toBe(input.reviewId)
    expect(await app.events(ReviewSlotReserved.type)).toHaveLength(1)
  })
})
