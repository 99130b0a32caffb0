import { describe, expect, it } from 'vitest'
import { rewards } from '../../../domain/rewards/rewards/decider.ts'
import { bestDiscount } from '../../../domain/rewards/rewards/standing.ts'
import {
  business,
  credit,
  elite,
  expire,
  expired,
  fifth,
  first,
  fiveStars,
  inAYear,
  lived,
  otherClient,
  owner,
  redeem,
  redeemed,
  reviews,
  start,
  stateAfter,
  uncredit,
} from '../../support/rewards.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(rewards)
const code = first('w1')
const history = lived(credit('w1', 'aurora'))

describe('a reward code', () => {
  it('Q-65: can be redeemed by its owner or the issuing business', () => {
    given(...history)
      .when(redeem(code, owner))
      .then(redeemed(code, 'account-giulia'))
    given(...history)
      .when(redeem(code, business('aurora')))
      .then(redeemed(code, 'aurora'))
  })

  it('Q-65: is unknown to every other client and business, whatever its state', () => {
    for (const by of [otherClient, business('bellavista')]) {
      given(...history)
        .when(redeem(code, by))
        .thenRejected({ type: 'RewardNotFound' })
      given(...history, redeemed(code, 'aurora'))
        .when(redeem(code, by))
        .thenRejected({ type: 'RewardNotFound' })
      given(...history)
        .when(redeem(code, by, { eligible: false }))
        .thenRejected({ type: 'RewardNotFound' })
    }
  })

  it('Q-65: is unknown when it was never issued', () =>
    given(...history)
      .when(redeem('constructor', owner))
      .thenRejected({ type: 'RewardNotFound' }))

  it('Q-64: for the Elite bonus is valid at any business and, among clients, for its owner only', () => {
    const earned = lived(...fiveStars(10))
    given(...earned)
      .when(redeem(elite('r10'), business('bellavista')))
      .then(redeemed(elite('r10'), 'bellavista'))
    given(...earned)
      .when(redeem(elite('r10'), otherClient))
      .thenRejected({ type: 'RewardNotFound' })
  })

  it('Q-65: is redeemed once, and the second request is refused, even from the same person', () => {
    for (const by of [owner, business('aurora')])
      given(...history, redeemed(code, 'account-giulia'))
        .when(redeem(code, by))
        .thenRejected({ type: 'RewardAlreadyRedeemed', code })
  })

  it('Q-67: is valid until its expiry, exclusive', () => {
    const justBefore = '2027-03-01T08:59:59.999Z' as typeof start
    const late = { type: 'RewardExpiredAlready', code, expiresAt: inAYear } as const
    given(...history)
      .when(redeem(code, owner, { at: justBefore }))
      .then({
        type: 'RewardRedeemed',
        data: { clientId: 'client-giulia', code, by: 'account-giulia', at: justBefore },
      })
    given(...history)
      .when(redeem(code, owner, { at: inAYear }))
      .thenRejected(late)
    given(...history, expired(code, inAYear))
      .when(redeem(code, owner))
      .thenRejected(late)
  })

  it('Q-50: is refused when revoked', () =>
    given(...lived(credit('w1'), uncredit('w1')))
      .when(redeem(code, owner))
      .thenRejected({ type: 'RewardRevokedAlready', code }))

  it('is kept while its redeemer is suspended or unconfirmed', () => {
    given(...history)
      .when(redeem(code, owner, { eligible: false }))
      .thenRejected({ type: 'NotEligible' })
    given(...history)
      .when(redeem(code, owner))
      .then(redeemed(code, 'account-giulia'))
  })
})

describe('the best discount', () => {
  const at = (businessId: string, when = start) => ({ businessId, at: when })
  const everything = stateAfter(...reviews(5), ...fiveStars(10))

  it('Q-61: is a single discount, never a sum', () => {
    expect(bestDiscount(everything, at('aurora'))).toEqual({ percent: 10, kind: 'discount', code: fifth('w5') })
    expect(bestDiscount(everything, at('bellavista'))).toEqual({ percent: 5, kind: 'elite', code: elite('r10') })
  })

  it('Q-61: prefers, among equals, the one that uses no code', () =>
    expect(bestDiscount(stateAfter(credit('w1'), ...fiveStars(5)), at('aurora'))).toEqual({
      percent: 2,
      kind: 'cross',
      code: null,
    }))

  it('is the permanent one when the codes are used, expired or of another business', () => {
    const cross = { percent: 2, kind: 'cross', code: null }
    expect(bestDiscount(everything, at('aurora', inAYear))).toEqual(cross)
    const used = stateAfter(...reviews(5), ...fiveStars(5), redeem(fifth('w5'), owner))
    expect(bestDiscount(used, at('aurora'))).toEqual(cross)
    expect(bestDiscount(stateAfter(...reviews(5), expire(inAYear)), at('aurora'))).toBeNull()
    expect(bestDiscount(stateAfter(...reviews(5)), at('bellavista'))).toBeNull()
  })

  it('is none for a client without rewards', () => expect(bestDiscount(rewards.initial, at('aurora'))).toBeNull())
})
