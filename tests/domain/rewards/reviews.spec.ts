import { describe, expect, it } from 'vitest'
import { rewards } from '../../../domain/rewards/rewards/decider.ts'
import {
  business,
  credit,
  credited,
  expire,
  expired,
  fifth,
  first,
  inAYear,
  issued,
  lived,
  owner,
  redeem,
  reviews,
  revoked,
  start,
  stateAfter,
  uncredit,
  uncredited,
} from '../../support/rewards.ts'
import { at } from '../../support/samples/moments.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(rewards)

const firstReward = (reviewId: string, businessId = 'aurora') =>
  issued({
    code: first(reviewId),
    businessId,
    ruleType: 'FIRST_REVIEW_2',
    percent: 2,
    evidence: [reviewId],
    issuedForReviewId: reviewId,
  })
const fifthReward = (reviewId: string, evidence: readonly string[]) =>
  issued({
    code: fifth(reviewId),
    businessId: 'aurora',
    ruleType: 'FIVE_REVIEWS_10',
    percent: 10,
    evidence,
    issuedForReviewId: reviewId,
  })

describe('crediting a review', () => {
  it('B-23, V-53: earns 2 % for the first review of a business', () =>
    given().when(credit('w1')).then(credited('w1'), firstReward('w1')))

  it('B-23: earns nothing for the second, third and fourth', () => {
    for (const many of [1, 2, 3])
      given(...lived(...reviews(many)))
        .when(credit(`w${many + 1}`))
        .then(credited(`w${many + 1}`))
  })

  it('B-23, V-53: earns 10 % for the fifth review of a business and lists all five', () =>
    given(...lived(...reviews(4)))
      .when(credit('w5'))
      .then(credited('w5'), fifthReward('w5', ['w1', 'w2', 'w3', 'w4', 'w5'])))

  it('B-26: earns nothing more for the sixth', () =>
    given(...lived(...reviews(5)))
      .when(credit('w6'))
      .then(credited('w6')))

  it('B-26: counts for its own business only', () => {
    given(...lived(credit('w1')))
      .when(credit('w2', 'bellavista'))
      .then(credited('w2', 'bellavista'), firstReward('w2', 'bellavista'))
    given(...lived(...reviews(4), credit('x1', 'bellavista')))
      .when(credit('x2', 'bellavista'))
      .then(credited('x2', 'bellavista'))
  })

  it('happens once, for one business', () => {
    given(...lived(credit('w1')))
      .when(credit('w1', 'aurora', { codes: { first: 'OTHER-1', fifth: 'OTHER-5' }, at: inAYear }))
      .thenNothing()
    given(...lived(credit('w1')))
      .when(credit('w1', 'bellavista'))
      .thenRejected({ type: 'ReviewCreditedElsewhere', reviewId: 'w1', businessId: 'aurora' })
  })

  it('Q-67: issues a code valid for the configured number of months', () =>
    expect(stateAfter(credit('w1', 'aurora', { at: at('2026-08-31'), ttlMonths: 6 })).rewards[0]?.expiresAt).toBe(
      at('2027-02-28'),
    ))

  it.each(['ABCDE', 'A'.repeat(21)])('V-51, C-21: rejects a code of %s: 6 to 20 characters', (code) =>
    given()
      .when(credit('w1', 'aurora', { codes: { first: code, fifth: 'FIFTH-w1' } }))
      .thenRejected({ type: 'RewardCodeUnusable', code }),
  )
  it.each(['ABCDEF', 'A'.repeat(20)])('V-51: accepts a code of %s', (code) =>
    expect(stateAfter(credit('w1', 'aurora', { codes: { first: code, fifth: 'FIFTH-w1' } })).rewards[0]?.code).toBe(
      code,
    ),
  )

  it('rejects a code that was drawn before', () =>
    given(...lived(credit('w1')))
      .when(credit('w2', 'bellavista', { codes: { first: first('w1'), fifth: 'FIFTH-w2' } }))
      .thenRejected({ type: 'RewardCodeUnusable', code: first('w1') }))

  it('ignores a code that it does not need', () =>
    given(...lived(credit('w1')))
      .when(credit('w2', 'aurora', { codes: { first: 'A', fifth: 'B' } }))
      .then(credited('w2')))
})

describe('uncrediting a review', () => {
  it('Q-50: revokes the unused reward that nothing else earns', () =>
    given(...lived(credit('w1')))
      .when(uncredit('w1'))
      .then(uncredited('w1'), revoked(first('w1'), 'w1')))

  it('Q-50: of five reviews revokes the fifth-review reward and keeps the first', () =>
    given(...lived(...reviews(5)))
      .when(uncredit('w1'))
      .then(uncredited('w1'), revoked(fifth('w5'), 'w1')))

  it('revokes nothing while the remaining reviews still earn it', () => {
    given(...lived(...reviews(6)))
      .when(uncredit('w1'))
      .then(uncredited('w1'))
    given(...lived(...reviews(2)))
      .when(uncredit('w1'))
      .then(uncredited('w1'))
  })

  it('does not affect rewards of other businesses', () =>
    given(...lived(credit('w1'), credit('x1', 'bellavista')))
      .when(uncredit('x1'))
      .then(uncredited('x1', 'bellavista'), revoked(first('x1'), 'x1')))

  it('Q-50: does not revoke used or expired rewards', () => {
    given(...lived(credit('w1'), redeem(first('w1'), owner)))
      .when(uncredit('w1'))
      .then(uncredited('w1'))
    given(...lived(credit('w1'), expire(inAYear)))
      .when(uncredit('w1'))
      .then(uncredited('w1'))
    const late = { clientId: 'client-giulia', reviewId: 'w1', businessId: 'aurora', at: inAYear }
    given(...lived(credit('w1')))
      .when(uncredit('w1', inAYear))
      .then({ type: 'ReviewUncredited', data: late })
  })

  it('happens once, and never for an unknown review', () => {
    given(...lived(credit('w1'), uncredit('w1')))
      .when(uncredit('w1'))
      .thenNothing()
    given().when(uncredit('w1')).thenNothing()
  })

  it('B-26: allows a revoked reward to be earned again, one at a time', () => {
    given(...lived(credit('w1'), uncredit('w1')))
      .when(credit('w2'))
      .then(credited('w2'), firstReward('w2'))
    given(...lived(...reviews(5), uncredit('w2')))
      .when(credit('w6'))
      .then(credited('w6'), fifthReward('w6', ['w1', 'w3', 'w4', 'w5', 'w6']))
  })

  it('B-26: does not allow used or expired rewards to be earned again', () => {
    given(...lived(credit('w1'), redeem(first('w1'), business('aurora')), uncredit('w1')))
      .when(credit('w2'))
      .then(credited('w2'))
    given(...lived(credit('w1'), expire(inAYear), uncredit('w1')))
      .when(credit('w2'))
      .then(credited('w2'))
  })

  it('is reversed when a moderator restores the review', () =>
    given(...lived(credit('w1'), uncredit('w1')))
      .when(credit('w1', 'aurora', { codes: { first: 'FIRST-AGAIN', fifth: 'FIFTH-AGAIN' } }))
      .then(credited('w1'), {
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
          expiresAt: inAYear,
          at: start,
        },
      }))
})

describe('reward expiry', () => {
  it('Q-67: expires every unused code once its time has come', () => {
    const history = lived(credit('w1'), credit('x1', 'bellavista'), redeem(first('x1'), owner))
    given(...history)
      .when(expire(at('2027-02-28')))
      .thenNothing()
    given(...history)
      .when(expire(inAYear))
      .then(expired(first('w1'), inAYear))
    given(...history, expired(first('w1'), inAYear))
      .when(expire(inAYear))
      .thenNothing()
  })
})
