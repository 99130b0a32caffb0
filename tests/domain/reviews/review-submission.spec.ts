import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import type { ReviewEvent } from '../../../domain/reviews/review-state.ts'
import { review } from '../../../domain/reviews/review.ts'
import { spec } from '../../support/decider-spec.ts'
import {
  editReview,
  instantOn,
  reviewEdited,
  reviewModerated,
  reviewSubmitted,
  submitReview,
} from '../../support/reviews/review-fixtures.ts'

const { given } = spec(review)

const remark = {
  authorId: 'hotel',
  authorType: 'user' as const,
  targetType: 'USER' as const,
  targetId: 'client-mario',
  targetAccountId: 'mario',
  visibility: 'PRIVATE_TO_BUSINESS' as const,
}

describe('submitting a review', () => {
  it('E-05: makes it visible immediately', () => given().when(submitReview()).then(reviewSubmitted()))

  it('is idempotent, even later or after an edit', () => {
    given(reviewSubmitted())
      .when(submitReview({ at: instantOn('2026-03-09') }))
      .thenNothing()
    given(reviewSubmitted(), reviewEdited({ rating: 1 }))
      .when(submitReview())
      .thenNothing()
    given(reviewSubmitted(), reviewModerated('ReviewRemoved', 'moderator')).when(submitReview()).thenNothing()
  })

  it.each([
    ['stars', { rating: 1 }],
    ['words', { comment: 'Altro' }],
    ['reason', { reasonCode: 'PRICE' }],
    ['tags', { reasonTags: [] }],
    ['visibility', { visibility: 'PRIVATE_TO_BUSINESS' }],
    ['target', { targetId: 'bar' }],
    ['author', { authorId: 'bruno' }],
  ])('is rejected for the same id with other %s', (_, overrides) =>
    given(reviewSubmitted()).when(submitReview(overrides)).thenRejected({ type: 'ReviewExists' }),
  )

  it.each([0, 6, 3.5, Number.NaN])('V-34: accepts 1 to 5 whole stars, not %s', (rating) => {
    given().when(submitReview({ rating })).thenRejected({ type: 'ReviewStarsInvalid' })
    given(reviewSubmitted()).when(editReview({ rating })).thenRejected({ type: 'ReviewStarsInvalid' })
  })

  it('V-35, Q-49: accepts an optional comment of at most 2000 characters', () => {
    const comment = 'x'.repeat(2000)
    given().when(submitReview({ comment })).then(reviewSubmitted({ comment }))
    given()
      .when(submitReview({ comment: `${comment}x` }))
      .thenRejected({ type: 'ReviewCommentTooLong', max: 2000 })
    given(reviewSubmitted())
      .when(editReview({ comment: `${comment}x` }))
      .thenRejected({ type: 'ReviewCommentTooLong', max: 2000 })
    given()
      .when(submitReview({ comment: ' \n' }))
      .then(reviewSubmitted({ comment: null }))
  })

  it('V-38: requires a target, trimmed', () => {
    given()
      .when(submitReview({ targetId: ' hotel ' }))
      .then(reviewSubmitted())
    for (const targetId of ['', '   ', 'due parole', 'x'.repeat(121)])
      given().when(submitReview({ targetId })).thenRejected({ type: 'ReviewTargetInvalid' })
  })

  it('V-40: accepts at most 10 tags of 1 to 50 characters', () => {
    const reasonTags = Array.from({ length: 10 }, (_, i) => `${i}`.padEnd(50, 'x'))
    given().when(submitReview({ reasonTags })).then(reviewSubmitted({ reasonTags }))
    given()
      .when(submitReview({ reasonTags: [] }))
      .then(reviewSubmitted({ reasonTags: [] }))
    given()
      .when(submitReview({ reasonTags: [' colazione '] }))
      .then(reviewSubmitted())
    for (const wrong of [
      [...reasonTags, 'undici'],
      ['colazione', 'x'.repeat(51)],
      ['colazione', ' '],
    ])
      given()
        .when(submitReview({ reasonTags: wrong }))
        .thenRejected({ type: 'ReviewTagsInvalid', maxTags: 10, maxCharacters: 50 })
  })

  it('Q-47, Q-50: is rejected about oneself', () => {
    given()
      .when(submitReview({ authorId: 'hotel', authorType: 'user' }))
      .thenRejected({ type: 'SelfReview' })
    given()
      .when(submitReview({ authorId: 'hotel', authorType: 'user', targetId: ' hotel' }))
      .thenRejected({ type: 'SelfReview' })
    given()
      .when(submitReview({ ...remark, authorId: 'mario', targetAccountId: 'mario' }))
      .thenRejected({ type: 'SelfReview' })
  })

  it('Q-113, Q-46: about a client is open to businesses only, and visible to that client only', () => {
    const { targetAccountId, ...known } = remark
    given()
      .when(submitReview({ ...known, targetAccountId }))
      .then(reviewSubmitted(known))
    given()
      .when(submitReview({ ...remark, visibility: 'PUBLIC_ANONYMOUS' }))
      .thenRejected({ type: 'RemarkNotPrivate' })
    given()
      .when(submitReview({ ...remark, authorId: 'ada', authorType: 'client' }))
      .thenRejected({ type: 'RemarkNotPrivate' })
  })

  it('Q-113: is possible about a place without a profile', () =>
    given()
      .when(submitReview({ targetType: 'PLACE', targetId: 'ChIJ_x-1' }))
      .then(reviewSubmitted({ targetType: 'PLACE', targetId: 'ChIJ_x-1' })))
})

describe('Q-132: a review whose stars were lowered', () => {
  const submitted = reviewSubmitted({ rating: 4 })
  const editedOn = (day: string, rating: number) => reviewEdited({ rating, at: instantOn(day) })
  const loweredAt = (...edits: readonly ReviewEvent[]) => {
    const state = fold(review, [submitted, ...edits])
    return state.status === 'NONE' ? 'no review' : state.loweredAt
  }

  it.each([
    ['by one star', [editedOn('2026-03-05', 3)], null],
    ['by two at once', [editedOn('2026-03-05', 2)], instantOn('2026-03-05')],
    ['by two in two edits', [editedOn('2026-03-05', 3), editedOn('2026-03-06', 2)], instantOn('2026-03-06')],
    ['after they were raised', [editedOn('2026-03-05', 5), editedOn('2026-03-06', 3)], instantOn('2026-03-06')],
    ['and lowered again', [editedOn('2026-03-05', 2), editedOn('2026-03-06', 1)], instantOn('2026-03-06')],
    ['and raised, but not enough', [editedOn('2026-03-05', 1), editedOn('2026-03-06', 2)], instantOn('2026-03-05')],
    ['before its comment was changed', [editedOn('2026-03-05', 2), editedOn('2026-03-06', 2)], instantOn('2026-03-05')],
    ['and raised again', [editedOn('2026-03-05', 1), editedOn('2026-03-06', 3)], null],
  ])('%s remembers when, as long as two stars are missing', (_, edits, expected) =>
    expect(loweredAt(...edits)).toBe(expected),
  )
})

describe('Q-48: editing a review', () => {
  it('changes the given field and keeps the others', () => {
    given(reviewSubmitted())
      .when(editReview({ rating: 2 }))
      .then(reviewEdited({ rating: 2 }))
    given(reviewSubmitted())
      .when(editReview({ comment: ' Nuovo ' }))
      .then(reviewEdited({ comment: 'Nuovo' }))
    given(reviewSubmitted())
      .when(editReview({ comment: null }))
      .then(reviewEdited({ comment: null }))
    given(reviewSubmitted())
      .when(editReview({ reasonCode: 'PRICE' }))
      .then(reviewEdited({ reasonCode: 'PRICE' }))
  })

  it('builds on the last edit', () =>
    given(reviewSubmitted(), reviewEdited({ rating: 1, comment: null }))
      .when(editReview({ reasonCode: 'PRICE' }))
      .then(reviewEdited({ rating: 1, comment: null, reasonCode: 'PRICE' })))

  it('does nothing when nothing differs', () =>
    given(reviewSubmitted())
      .when(editReview({ rating: 4, reasonCode: 'SERVICE' }))
      .thenNothing())

  it('V-42: requires at least one field', () =>
    given(reviewSubmitted()).when(editReview({})).thenRejected({ type: 'NothingToEdit' }))

  it('is open to the author only, not to the business', () => {
    for (const by of ['hotel', 'moderator'])
      given(reviewSubmitted())
        .when(editReview({ rating: 5 }, { by }))
        .thenRejected({ type: 'NotYourReview' })
  })

  it('is rejected during a dispute', () =>
    given(reviewSubmitted())
      .when(editReview({ rating: 5 }, { disputeUndecided: true }))
      .thenRejected({ type: 'ReviewUnderDispute' }))
})
