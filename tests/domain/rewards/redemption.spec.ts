import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import type { RewardsEvent } from '../../../domain/rewards/rewards-state.ts'
import { redemptionRejection, rewards } from '../../../domain/rewards/rewards.ts'
import { bestDiscount } from '../../../domain/rewards/standing.ts'
import { spec, stateAfterAccepted } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'
import {
  anyRewardsCommand,
  businessOf,
  countFiveStars,
  creditReview,
  creditReviews,
  eliteCode,
  eventsAfter,
  expireRewards,
  expiry,
  fifthCode,
  firstCode,
  otherClient,
  owner,
  redeemReward,
  remindOfExpiry,
  rewardExpired,
  rewardRedeemed,
  start,
  stateAfter,
  uncreditReview,
} from '../../support/rewards/reward-fixtures.ts'

const { given } = spec(rewards)
const code = firstCode('w1')
const history = eventsAfter(creditReview('w1', 'aurora'))

describe('a reward code', () => {
  it('D-28: its owner is reminded once, in the week before it expires', () => {
    const reminded: RewardsEvent = {
      type: 'RewardExpiring',
      data: { clientId: 'client-giulia', code, percent: 2, expiresAt: expiry, at: at('2027-02-22') },
    }
    given(...history)
      .when(remindOfExpiry(at('2027-02-21')))
      .thenNothing()
    given(...history)
      .when(remindOfExpiry(at('2027-02-22')))
      .then(reminded)
    given(...history, reminded)
      .when(remindOfExpiry(at('2027-02-23')))
      .thenNothing()
  })

  it('D-28: nobody is reminded of a code that was used or has expired', () => {
    given(...history, rewardRedeemed(code, 'account-giulia'))
      .when(remindOfExpiry(at('2027-02-25')))
      .thenNothing()
    given(...history)
      .when(remindOfExpiry(expiry))
      .thenNothing()
  })

  it('Q-65: can be redeemed by its owner or a business that honours it', () => {
    given(...history)
      .when(redeemReward(code, owner))
      .then(rewardRedeemed(code, 'account-giulia'))
    given(...history)
      .when(redeemReward(code, businessOf('aurora')))
      .then(rewardRedeemed(code, 'aurora'))
  })

  it('Q-65: records the discount on the bill that a business enters; an owner cannot enter one', () => {
    given(...history)
      .when(redeemReward(code, businessOf('aurora'), { billCents: 12_345 }))
      .then(rewardRedeemed(code, 'aurora', { discountCents: 247 }))
    given(...history)
      .when(redeemReward(code, owner, { billCents: 12_345 }))
      .then(rewardRedeemed(code, 'account-giulia'))
  })

  it('Q-65: is unknown to every other client and business, whatever its state', () => {
    for (const by of [otherClient, businessOf('bellavista')]) {
      given(...history)
        .when(redeemReward(code, by))
        .thenRejected({ type: 'RewardNotFound' })
      given(...history, rewardRedeemed(code, 'aurora'))
        .when(redeemReward(code, by))
        .thenRejected({ type: 'RewardNotFound' })
      given(...history)
        .when(redeemReward(code, by, { redeemable: false }))
        .thenRejected({ type: 'RewardNotFound' })
    }
  })

  it('Q-65: is unknown when it was never issued', () =>
    given(...history)
      .when(redeemReward('constructor', owner))
      .thenRejected({ type: 'RewardNotFound' }))

  it('Q-64: for the Elite bonus is valid at any business and, among clients, for its owner only', () => {
    const earned = eventsAfter(...countFiveStars(10))
    given(...earned)
      .when(redeemReward(eliteCode('r10'), businessOf('bellavista')))
      .then(rewardRedeemed(eliteCode('r10'), 'bellavista', { businessId: 'bellavista' }))
    given(...earned)
      .when(redeemReward(eliteCode('r10'), otherClient))
      .thenRejected({ type: 'RewardNotFound' })
  })

  it('Q-65: is redeemed once, and the second request is rejected, even from the same person', () => {
    for (const by of [owner, businessOf('aurora')])
      given(...history, rewardRedeemed(code, 'account-giulia'))
        .when(redeemReward(code, by))
        .thenRejected({ type: 'RewardAlreadyRedeemed', code })
  })

  it('Q-67: is valid until its expiry, exclusive', () => {
    const justBefore = '2027-03-01T08:59:59.999Z' as typeof start
    const late = { type: 'RewardExpiredAlready', code, expiresAt: expiry } as const
    given(...history)
      .when(redeemReward(code, owner, { at: justBefore }))
      .then(rewardRedeemed(code, 'account-giulia', { at: justBefore }))
    given(...history)
      .when(redeemReward(code, owner, { at: expiry }))
      .thenRejected(late)
    given(...history, rewardExpired(code, expiry))
      .when(redeemReward(code, owner))
      .thenRejected(late)
  })

  it('Q-50: is rejected when revoked', () =>
    given(...eventsAfter(creditReview('w1'), uncreditReview('w1')))
      .when(redeemReward(code, owner))
      .thenRejected({ type: 'RewardRevokedAlready', code }))

  it('is kept while its owner is suspended or its redeemer unconfirmed', () => {
    given(...history)
      .when(redeemReward(code, owner, { redeemable: false }))
      .thenRejected({ type: 'NotEligible' })
    given(...history)
      .when(redeemReward(code, owner))
      .then(rewardRedeemed(code, 'account-giulia'))
  })
})

describe('the best discount', () => {
  const at = (businessId: string, when = start) => ({ businessId, at: when })
  const everything = stateAfter(...creditReviews(5), ...countFiveStars(10))

  it('Q-61: is a single discount, never a sum', () => {
    expect(bestDiscount(everything, at('aurora'))).toEqual({ percent: 10, kind: 'discount', code: fifthCode('w5') })
    expect(bestDiscount(everything, at('bellavista'))).toEqual({ percent: 5, kind: 'elite', code: eliteCode('r10') })
  })

  it('Q-61: prefers, among equals, the one that uses no code', () =>
    expect(bestDiscount(stateAfter(creditReview('w1'), ...countFiveStars(5)), at('aurora'))).toEqual({
      percent: 2,
      kind: 'cross',
      code: null,
    }))

  it('is the permanent one when the codes are used, expired or of another business', () => {
    const cross = { percent: 2, kind: 'cross', code: null }
    expect(bestDiscount(everything, at('aurora', expiry))).toEqual(cross)
    const used = stateAfter(...creditReviews(5), ...countFiveStars(5), redeemReward(fifthCode('w5'), owner))
    expect(bestDiscount(used, at('aurora'))).toEqual(cross)
    expect(bestDiscount(stateAfter(...creditReviews(5), expireRewards(expiry)), at('aurora'))).toBeNull()
    expect(bestDiscount(stateAfter(...creditReviews(5)), at('bellavista'))).toBeNull()
  })

  it('is none for a client without rewards', () => expect(bestDiscount(rewards.initial, at('aurora'))).toBeNull())
})

describe('redeeming a code, for every history and instant', () => {
  it('Q-65: is offered to its owner exactly when it would be accepted', () =>
    fc.assert(
      fc.property(
        fc.array(anyRewardsCommand, { maxLength: 12 }),
        fc.boolean(),
        fc.constantFrom(start, at('2026-09-01'), expiry),
        fc.boolean(),
        (commands, redeemsFirst, now, redeemable) => {
          const [first] = stateAfterAccepted(rewards, commands).rewards.values()
          const redeemed = redeemsFirst && first !== undefined ? [redeemReward(first.code, owner)] : []
          const state = stateAfterAccepted(rewards, [...commands, ...redeemed])
          for (const reward of state.rewards.values()) {
            const rejection = redemptionRejection(reward, { redeemable, at: now })
            const decided = rewards.decide(redeemReward(reward.code, owner, { redeemable, at: now }), state)
            expect(rejection).toEqual(E.isLeft(decided) ? decided.left : null)
          }
        },
      ),
    ))
})
