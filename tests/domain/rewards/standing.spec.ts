import { describe, expect, it } from 'vitest'
import { rewards, type RewardsCommand } from '../../../domain/rewards/rewards.ts'
import { tierOf } from '../../../domain/rewards/rules.ts'
import { standingOf } from '../../../domain/rewards/standing.ts'
import { spec } from '../../support/decider-spec.ts'
import {
  clientId,
  countFiveStars,
  countRating,
  crossDiscountActivated,
  eliteCode,
  eliteGranted,
  eventsAfter,
  expireRewards,
  expiry,
  grantWithheldElite,
  owner,
  redeemReward,
  rewardIssued,
  rewardRevoked,
  starsCounted,
  starsUncounted,
  start,
  stateAfter,
  tierChanged,
  uncountRating,
} from '../../support/rewards/reward-fixtures.ts'

const { given } = spec(rewards)

const ids = (many: number) => Array.from({ length: many }, (_, i) => `r${i + 1}`)
/** Bonus granted for the first ten ratings, with its code. */
const bonus = (code: string) => [
  eliteGranted(...ids(10)),
  rewardIssued({ code, businessId: null, rewardType: 'elite', ruleType: null, percent: 5, evidence: ids(10) }),
]

describe('ratings released together', () => {
  const together = (...stars: readonly (readonly [string, string, number])[]): RewardsCommand => ({
    type: 'CountReleasedRatings',
    clientId,
    ratings: stars.map(([ratingId, businessId, overall]) => ({
      ratingId,
      businessId,
      overall,
      stayDate: null,
      countsAs: businessId,
    })),
    countsEveryDays: 30,
    codes: { elite: eliteCode('batch') },
    eligible: true,
    ttlMonths: 12,
    at: start,
  })

  it('count together, best first, so that their order reveals nothing', () =>
    given()
      .when(together(['a', 'v1', 3], ['b', 'v2', 5], ['c', 'v3', 4]))
      .then(
        starsCounted('b', 'v2'),
        starsCounted('c', 'v3', 4),
        starsCounted('a', 'v1', 3),
        tierChanged('new', 'trusted', 'b', 'c', 'a'),
      ))

  it('B-21: have their combined effect immediately', () =>
    expect(stateAfter(...countFiveStars(2), together(['c', 'v3', 5], ['d', 'v4', 5], ['e', 'v5', 5])).crossActive).toBe(
      true,
    ))

  it('count once', () =>
    given(...eventsAfter(together(['a', 'v1', 3], ['b', 'v2', 5])))
      .when(together(['b', 'v2', 5], ['a', 'v1', 3]))
      .thenNothing())

  it('are rejected when one was counted for another venue', () =>
    given(...eventsAfter(countRating('a', 'v1')))
      .when(together(['b', 'v2', 5], ['a', 'v9', 5]))
      .thenRejected({ type: 'StarsCountedElsewhere', ratingId: 'a', businessId: 'v1' }))
})

describe('the cross-provider discount', () => {
  it('B-21: is activated by five stars from a fifth venue', () => {
    const milestones = [crossDiscountActivated(...ids(5)), tierChanged('trusted', 'top', ...ids(5))]
    given(...eventsAfter(...countFiveStars(4)))
      .when(countRating('r5', 'v5'))
      .then(starsCounted('r5', 'v5'), ...milestones)
  })

  it('B-21: requires five different venues with five stars each', () => {
    given(...eventsAfter(...countFiveStars(4), countRating('r5', 'v4')))
      .when(countRating('r6', 'v4'))
      .then(starsCounted('r6', 'v4'))
    given(...eventsAfter(...countFiveStars(4), countRating('x1', 'v8')))
      .when(countRating('r9', 'v9', 4))
      .then(starsCounted('r9', 'v9', 4))
    expect(stateAfter(...countFiveStars(4), countRating('r5', 'v5', 4)).crossActive).toBe(false)
  })

  it('B-21: is permanent, whatever happens to the ratings', () => {
    const state = stateAfter(...countFiveStars(5), ...ids(5).map((id) => uncountRating(id)))
    expect(standingOf(state)).toMatchObject({ ratings: 0, fiveStarVenues: 0, cross: 'active' })
  })

  it('is activated once', () =>
    given(...eventsAfter(...countFiveStars(5)))
      .when(countRating('r6', 'v6'))
      .then(starsCounted('r6', 'v6')))

  it('S-19: is pending, then active, then completed by the bonus', () => {
    const cross = (venues: number) => standingOf(stateAfter(...countFiveStars(venues))).cross
    expect([cross(0), cross(4), cross(5), cross(9), cross(10)]).toEqual([
      'pending',
      'pending',
      'active',
      'active',
      'completed',
    ])
  })
})

describe('the Elite bonus', () => {
  it('B-22, Q-64: is granted by five stars from a tenth venue, with a code valid at any business', () =>
    given(...eventsAfter(...countFiveStars(9)))
      .when(countRating('r10', 'v10'))
      .then(starsCounted('r10', 'v10'), ...bonus(eliteCode('r10'))))

  it('B-22: is granted once', () =>
    given(...eventsAfter(...countFiveStars(10)))
      .when(countRating('r11', 'v11'))
      .then(starsCounted('r11', 'v11')))

  it('B-22: is not granted again once its code was used or expired', () => {
    const again = [uncountRating('r1'), countRating('r1', 'v1')]
    const used = eventsAfter(...countFiveStars(10), redeemReward(eliteCode('r10'), owner), ...again)
    const afterExpiry = eventsAfter(...countFiveStars(10), expireRewards(expiry), ...again)
    for (const history of [used, afterExpiry])
      expect(history.filter(({ type }) => type === 'EliteBonusGranted')).toHaveLength(1)
  })

  it('Q-64, S-20: is available, not earned, while withheld', () => {
    given(...eventsAfter(...countFiveStars(9)))
      .when(countRating('r10', 'v10', 5, { eligible: false }))
      .then(starsCounted('r10', 'v10'))
    const withheld = stateAfter(...countFiveStars(9), countRating('r10', 'v10', 5, { eligible: false }))
    expect(standingOf(withheld)).toMatchObject({ elite: 'available', cross: 'active' })
    expect(standingOf(stateAfter(...countFiveStars(9))).elite).toBe('locked')
    expect(standingOf(stateAfter(...countFiveStars(10))).elite).toBe('earned')
  })

  it('Q-64: is granted once when the obstacle is gone', () => {
    const withheld = eventsAfter(...countFiveStars(9), countRating('r10', 'v10', 5, { eligible: false }))
    given(...withheld)
      .when(grantWithheldElite('ELITE-LATER'))
      .then(...bonus('ELITE-LATER'))
    given(...withheld, ...bonus('ELITE-LATER'))
      .when(grantWithheldElite('ELITE-AGAIN'))
      .thenNothing()
    given(...withheld, starsCounted('r11', 'v11'))
      .when(grantWithheldElite('ELITE-LATER'))
      .then(...bonus('ELITE-LATER'))
    given(...eventsAfter(...countFiveStars(9)))
      .when(grantWithheldElite())
      .thenNothing()
  })

  it('Q-64: withheld is also granted by the next rating', () =>
    given(...eventsAfter(...countFiveStars(9), countRating('r10', 'v10', 5, { eligible: false })))
      .when(countRating('r11', 'v11', 3))
      .then(starsCounted('r11', 'v11', 3), ...bonus(eliteCode('r11'))))

  it('Q-50: is revoked unused when a rating it depends on is withdrawn, and earned again by another', () => {
    given(...eventsAfter(...countFiveStars(10)))
      .when(uncountRating('r3'))
      .then(starsUncounted('r3', 'v3'), rewardRevoked(eliteCode('r10'), 'r3'))
    expect(standingOf(stateAfter(...countFiveStars(10), uncountRating('r3'))).elite).toBe('locked')
    const again = stateAfter(...countFiveStars(10), uncountRating('r3'), countRating('r11', 'v11'))
    expect(standingOf(again).elite).toBe('earned')
    expect([...again.rewards.values()].map(({ status }) => status)).toEqual(['revoked', 'active'])
  })

  it('Q-50: is kept when used or when an eleventh venue still supports it', () => {
    given(...eventsAfter(...countFiveStars(10), redeemReward(eliteCode('r10'), owner)))
      .when(uncountRating('r3'))
      .then(starsUncounted('r3', 'v3'))
    given(...eventsAfter(...countFiveStars(11)))
      .when(uncountRating('r3'))
      .then(starsUncounted('r3', 'v3'))
  })

  it('V-51: requires a code of 6 to 20 characters', () =>
    given(...eventsAfter(...countFiveStars(9)))
      .when(countRating('r10', 'v10', 5, { codes: { elite: 'ELITE' } }))
      .thenRejected({ type: 'RewardCodeUnusable', code: 'ELITE' }))
})

describe('a client’s tier', () => {
  it.each([
    [5, 23, 'top'], // 4.6
    [5, 22, 'trusted'], // 4.4
    [4, 20, 'trusted'],
    [3, 12, 'trusted'],
    [3, 11, 'new'],
    [2, 10, 'new'],
    [0, 0, 'new'],
    [6, 27, 'top'], // 4.5 exactly
    [200, 899, 'trusted'], // 4.495
  ] as const)('B-24, Q-62: of %i ratings with %i stars in total is %s', (ratings, stars, tier) =>
    expect(tierOf(ratings, stars)).toBe(tier),
  )

  it('B-24: is recorded only when it changes, with every rating it depends on', () => {
    given(...eventsAfter(countRating('r1', 'v1', 4), countRating('r2', 'v1', 4)))
      .when(countRating('r3', 'v1', 4))
      .then(starsCounted('r3', 'v1', 4), tierChanged('new', 'trusted', 'r1', 'r2', 'r3'))
    given(...eventsAfter(countRating('r1', 'v1', 4), countRating('r2', 'v1', 4), countRating('r3', 'v1', 4)))
      .when(countRating('r4', 'v1', 4))
      .then(starsCounted('r4', 'v1', 4))
  })

  it('B-24: falls with a bad rating and rises when it is withdrawn', () => {
    const good = [countRating('r1', 'v1', 4), countRating('r2', 'v1', 4), countRating('r3', 'v1', 4)]
    given(...eventsAfter(...good))
      .when(countRating('r4', 'v2', 1))
      .then(starsCounted('r4', 'v2', 1), tierChanged('trusted', 'new', 'r1', 'r2', 'r3', 'r4'))
    given(...eventsAfter(...good, countRating('r4', 'v2', 1)))
      .when(uncountRating('r4'))
      .then(starsUncounted('r4', 'v2'), tierChanged('new', 'trusted', 'r1', 'r2', 'r3'))
  })
})

describe('counting a received rating', () => {
  it('happens once', () =>
    given(...eventsAfter(countRating('r1', 'v1')))
      .when(countRating('r1', 'v1'))
      .thenNothing())

  it('uses the new stars after a correction', () => {
    given(...eventsAfter(...countFiveStars(10)))
      .when(countRating('r2', 'v2', 1))
      .then(starsCounted('r2', 'v2', 1), rewardRevoked(eliteCode('r10'), 'r2'))
    expect(standingOf(stateAfter(countRating('r1', 'v1', 5), countRating('r1', 'v1', 2)))).toMatchObject({
      ratings: 1,
      stars: 2,
      fiveStars: 0,
      venues: 1,
    })
  })

  it('is rejected for another venue', () =>
    given(...eventsAfter(countRating('r1', 'v1')))
      .when(countRating('r1', 'v2'))
      .thenRejected({ type: 'StarsCountedElsewhere', ratingId: 'r1', businessId: 'v1' }))

  it('is reversed once, and never for an unknown rating', () => {
    given(...eventsAfter(countRating('r1', 'v1'), uncountRating('r1')))
      .when(uncountRating('r1'))
      .thenNothing()
    given().when(uncountRating('r1')).thenNothing()
  })

  it('updates the standing: ratings, stars, five stars, venues', () =>
    expect(
      standingOf(stateAfter(countRating('r1', 'v1'), countRating('r2', 'v1'), countRating('r3', 'v2', 3))),
    ).toMatchObject({ ratings: 3, stars: 13, fiveStars: 2, venues: 2, fiveStarVenues: 1, tier: 'trusted' }))
})
