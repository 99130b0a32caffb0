import { describe, expect, it } from 'vitest'
import { rewards } from '../../../domain/rewards/rewards.ts'
import { bestDiscount } from '../../../domain/rewards/standing.ts'
import { spec } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'
import {
  creditReview,
  creditReviews,
  eventsAfter,
  expiry,
  fifthCode,
  firstCode,
  owner,
  redeemReward,
  remindOfExpiry,
  rewardReinstated,
  rewardRedeemed,
  rewardRevoked,
  rewardSuspended,
  start,
  stateAfter,
  reviewUncredited,
  uncreditReview,
  updateSuspension,
} from '../../support/rewards/reward-fixtures.ts'

const { given } = spec(rewards)
const code = firstCode('w1')
const history = eventsAfter(creditReview('w1'))
const lowered = at('2026-03-05')
const until = at('2026-03-19')
const suspended = [...history, rewardSuspended(code, 'w1', lowered, until)]

describe('Q-132: the code of a review whose stars were lowered by two or more', () => {
  it('is suspended until the edit window has passed', () => {
    given(...history)
      .when(updateSuspension('w1', lowered))
      .then(rewardSuspended(code, 'w1', lowered, until))
    given(...suspended)
      .when(redeemReward(code, owner, { at: at('2026-03-18') }))
      .thenRejected({ type: 'RewardSuspended', code, until })
    given(...suspended)
      .when(redeemReward(code, owner, { at: until }))
      .then(rewardRedeemed(code, 'account-giulia', { at: until }))
  })

  it('is suspended once for each time the stars are lowered', () => {
    given(...suspended)
      .when(updateSuspension('w1', lowered, at('2026-03-06')))
      .thenNothing()
    given(...suspended)
      .when(updateSuspension('w1', at('2026-03-07')))
      .then(rewardSuspended(code, 'w1', at('2026-03-07'), at('2026-03-21')))
    given(...suspended)
      .when(updateSuspension('w1', start))
      .thenNothing()
  })

  it('is valid again as soon as the stars are raised', () => {
    const raised = [...suspended, rewardReinstated(code, 'w1', at('2026-03-06'))]
    given(...suspended)
      .when(updateSuspension('w1', null, at('2026-03-06')))
      .then(rewardReinstated(code, 'w1', at('2026-03-06')))
    given(...raised)
      .when(updateSuspension('w1', null, at('2026-03-06')))
      .thenNothing()
    given(...suspended)
      .when(updateSuspension('w1', null, until))
      .thenNothing()
    given(...raised)
      .when(redeemReward(code, owner, { at: at('2026-03-07') }))
      .then(rewardRedeemed(code, 'account-giulia', { at: at('2026-03-07') }))
  })

  it('is not suspended after the window, nor once it was redeemed or has expired', () => {
    given(...history)
      .when(updateSuspension('w1', lowered, until))
      .thenNothing()
    given(...history, rewardRedeemed(code, 'aurora'))
      .when(updateSuspension('w1', lowered))
      .thenNothing()
    given(...history)
      .when(updateSuspension('w1', expiry))
      .thenNothing()
  })

  it('leaves the codes of other reviews alone', () => {
    const earned = eventsAfter(...creditReviews(5))
    given(...earned)
      .when(updateSuspension('w2', lowered))
      .thenNothing()
    given(...earned)
      .when(updateSuspension('w5', lowered))
      .then(rewardSuspended(fifthCode('w5'), 'w5', lowered, until))
  })

  it('is revoked like any other when the review no longer counts', () =>
    given(...suspended)
      .when(uncreditReview('w1'))
      .then(reviewUncredited('w1'), rewardRevoked(code, 'w1')))

  it('is neither a discount of its owner nor announced as expiring while it is suspended', () => {
    const late = at('2027-02-20')
    const lateHistory = [...history, rewardSuspended(code, 'w1', late, at('2027-02-25'))]
    given(...lateHistory)
      .when(remindOfExpiry(at('2027-02-24')))
      .thenNothing()
    const state = stateAfter(creditReview('w1'), updateSuspension('w1', lowered))
    expect(bestDiscount(state, { businessId: 'aurora', at: lowered })).toBeNull()
    expect(bestDiscount(state, { businessId: 'aurora', at: until })).toMatchObject({ code })
  })
})
