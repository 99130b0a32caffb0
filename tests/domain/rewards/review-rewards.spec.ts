import { describe, expect, it } from 'vitest'
import { rewards } from '../../../domain/rewards/rewards.ts'
import { spec } from '../../support/decider-spec.ts'
import {
  businessOf,
  creditReview,
  creditReviews,
  eventsAfter,
  expireRewards,
  expiry,
  fifthCode,
  firstCode,
  owner,
  redeemReward,
  reviewCredited,
  reviewUncredited,
  rewardExpired,
  rewardIssued,
  rewardRevoked,
  start,
  stateAfter,
  uncreditReview,
} from '../../support/rewards/reward-fixtures.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(rewards)

const firstReward = (reviewId: string, businessId = 'aurora') =>
  rewardIssued({
    code: firstCode(reviewId),
    businessId,
    ruleType: 'FIRST_REVIEW_2',
    percent: 2,
    evidence: [reviewId],
    issuedForReviewId: reviewId,
  })
const fifthReward = (reviewId: string, evidence: readonly string[]) =>
  rewardIssued({
    code: fifthCode(reviewId),
    businessId: 'aurora',
    ruleType: 'FIVE_REVIEWS_10',
    percent: 10,
    evidence,
    issuedForReviewId: reviewId,
  })

describe('crediting a review', () => {
  it('B-23, V-53: earns 2 % for the first review of a business', () =>
    given().when(creditReview('w1')).then(reviewCredited('w1'), firstReward('w1')))

  it('B-23: earns nothing for the second, third and fourth', () => {
    for (const many of [1, 2, 3])
      given(...eventsAfter(...creditReviews(many)))
        .when(creditReview(`w${many + 1}`))
        .then(reviewCredited(`w${many + 1}`))
  })

  it('B-23, V-53: earns 10 % for the fifth review of a business and lists all five', () =>
    given(...eventsAfter(...creditReviews(4)))
      .when(creditReview('w5'))
      .then(reviewCredited('w5'), fifthReward('w5', ['w1', 'w2', 'w3', 'w4', 'w5'])))

  it('B-26: earns nothing more for the sixth', () =>
    given(...eventsAfter(...creditReviews(5)))
      .when(creditReview('w6'))
      .then(reviewCredited('w6')))

  it('B-26: counts for its own business only', () => {
    given(...eventsAfter(creditReview('w1')))
      .when(creditReview('w2', 'bellavista'))
      .then(reviewCredited('w2', 'bellavista'), firstReward('w2', 'bellavista'))
    given(...eventsAfter(...creditReviews(4), creditReview('x1', 'bellavista')))
      .when(creditReview('x2', 'bellavista'))
      .then(reviewCredited('x2', 'bellavista'))
  })

  it('happens once, for one business', () => {
    given(...eventsAfter(creditReview('w1')))
      .when(creditReview('w1', 'aurora', { codes: { first: 'OTHER-1', fifth: 'OTHER-5' }, at: expiry }))
      .thenNothing()
    given(...eventsAfter(creditReview('w1')))
      .when(creditReview('w1', 'bellavista'))
      .thenRejected({ type: 'ReviewCreditedElsewhere', reviewId: 'w1', businessId: 'aurora' })
  })

  it('E-04, Q-67: issues a code valid for the configured number of months', () =>
    expect(
      stateAfter(creditReview('w1', 'aurora', { at: at('2026-08-31'), ttlMonths: 6 })).rewards.first()?.expiresAt,
    ).toBe(at('2027-02-28')))

  it.each(['ABCDE', 'A'.repeat(21)])('V-51, C-21: rejects a code of %s: 6 to 20 characters', (code) =>
    given()
      .when(creditReview('w1', 'aurora', { codes: { first: code, fifth: 'FIFTH-w1' } }))
      .thenRejected({ type: 'RewardCodeUnusable', code }),
  )
  it.each(['ABCDEF', 'A'.repeat(20)])('V-51: accepts a code of %s', (code) =>
    expect(
      stateAfter(creditReview('w1', 'aurora', { codes: { first: code, fifth: 'FIFTH-w1' } })).rewards.first()?.code,
    ).toBe(code),
  )

  it('rejects a code that was drawn before', () =>
    given(...eventsAfter(creditReview('w1')))
      .when(creditReview('w2', 'bellavista', { codes: { first: firstCode('w1'), fifth: 'FIFTH-w2' } }))
      .thenRejected({ type: 'RewardCodeUnusable', code: firstCode('w1') }))

  it('ignores a code that it does not need', () =>
    given(...eventsAfter(creditReview('w1')))
      .when(creditReview('w2', 'aurora', { codes: { first: 'A', fifth: 'B' } }))
      .then(reviewCredited('w2')))
})

describe('uncrediting a review', () => {
  it('Q-50: revokes the unused reward that nothing else earns', () =>
    given(...eventsAfter(creditReview('w1')))
      .when(uncreditReview('w1'))
      .then(reviewUncredited('w1'), rewardRevoked(firstCode('w1'), 'w1')))

  it('Q-50: of five reviews revokes the fifth-review reward and keeps the first', () =>
    given(...eventsAfter(...creditReviews(5)))
      .when(uncreditReview('w1'))
      .then(reviewUncredited('w1'), rewardRevoked(fifthCode('w5'), 'w1')))

  it('revokes nothing while the remaining reviews still earn it', () => {
    given(...eventsAfter(...creditReviews(6)))
      .when(uncreditReview('w1'))
      .then(reviewUncredited('w1'))
    given(...eventsAfter(...creditReviews(2)))
      .when(uncreditReview('w1'))
      .then(reviewUncredited('w1'))
  })

  it('does not affect rewards of other businesses', () =>
    given(...eventsAfter(creditReview('w1'), creditReview('x1', 'bellavista')))
      .when(uncreditReview('x1'))
      .then(reviewUncredited('x1', 'bellavista'), rewardRevoked(firstCode('x1'), 'x1')))

  it('Q-50: does not revoke used or expired rewards', () => {
    given(...eventsAfter(creditReview('w1'), redeemReward(firstCode('w1'), owner)))
      .when(uncreditReview('w1'))
      .then(reviewUncredited('w1'))
    given(...eventsAfter(creditReview('w1'), expireRewards(expiry)))
      .when(uncreditReview('w1'))
      .then(reviewUncredited('w1'))
    const late = { clientId: 'client-giulia', reviewId: 'w1', businessId: 'aurora', at: expiry }
    given(...eventsAfter(creditReview('w1')))
      .when(uncreditReview('w1', expiry))
      .then({ type: 'ReviewUncredited', data: late })
  })

  it('happens once, and never for an unknown review', () => {
    given(...eventsAfter(creditReview('w1'), uncreditReview('w1')))
      .when(uncreditReview('w1'))
      .thenNothing()
    given().when(uncreditReview('w1')).thenNothing()
  })

  it('B-26: allows a revoked reward to be earned again, one at a time', () => {
    given(...eventsAfter(creditReview('w1'), uncreditReview('w1')))
      .when(creditReview('w2'))
      .then(reviewCredited('w2'), firstReward('w2'))
    given(...eventsAfter(...creditReviews(5), uncreditReview('w2')))
      .when(creditReview('w6'))
      .then(reviewCredited('w6'), fifthReward('w6', ['w1', 'w3', 'w4', 'w5', 'w6']))
  })

  it('B-26: does not allow used or expired rewards to be earned again', () => {
    given(...eventsAfter(creditReview('w1'), redeemReward(firstCode('w1'), businessOf('aurora')), uncreditReview('w1')))
      .when(creditReview('w2'))
      .then(reviewCredited('w2'))
    given(...eventsAfter(creditReview('w1'), expireRewards(expiry), uncreditReview('w1')))
      .when(creditReview('w2'))
      .then(reviewCredited('w2'))
  })

  it('is reversed when a moderator restores the review', () =>
    given(...eventsAfter(creditReview('w1'), uncreditReview('w1')))
      .when(creditReview('w1', 'aurora', { codes: { first: 'FIRST-AGAIN', fifth: 'FIFTH-AGAIN' } }))
      .then(reviewCredited('w1'), {
        type: 'RewardIssued',
        data: {
          clientId: 'client-giulia',
          code: 'FIRST-AGAIN',
          businessId: 'aurora',
          rewardType: 'discount',
          ruleType: 'FIRST_REVIEW_2',
          percent: 2,
          ruleVersion: 1,
          evidence: ['w1'],
          issuedForReviewId: 'w1',
          expiresAt: expiry,
          at: start,
        },
      }))
})

describe('reward expiry', () => {
  it('Q-67: expires every unused code once its time has come', () => {
    const history = eventsAfter(
      creditReview('w1'),
      creditReview('x1', 'bellavista'),
      redeemReward(firstCode('x1'), owner),
    )
    given(...history)
      .when(expireRewards(at('2027-02-28')))
      .thenNothing()
    given(...history)
      .when(expireRewards(expiry))
      .then(rewardExpired(firstCode('w1'), expiry))
    given(...history, rewardExpired(firstCode('w1'), expiry))
      .when(expireRewards(expiry))
      .thenNothing()
  })
})
