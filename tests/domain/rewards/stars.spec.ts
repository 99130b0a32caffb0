import { describe, expect, it } from 'vitest'
import { rewards, type RewardsCommand } from '../../../domain/rewards/rewards/decider.ts'
import { tierOf } from '../../../domain/rewards/rewards/rules.ts'
import { standingOf } from '../../../domain/rewards/rewards/standing.ts'
import {
  clientId,
  counted,
  countStars,
  crossActivated,
  elite,
  eliteGranted,
  expire,
  fiveStars,
  grantWithheld,
  inAYear,
  issued,
  lived,
  owner,
  redeem,
  start,
  revoked,
  stateAfter,
  tierChanged,
  uncounted,
  uncountStars,
} from '../../support/rewards.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(rewards)

const ids = (many: number) => Array.from({ length: many }, (_, i) => `r${i + 1}`)
/** Granted for the first ten ratings, with its code. */
const bonus = (code: string) => [
  eliteGranted(...ids(10)),
  issued({ code, businessId: null, rewardType: 'elite', ruleType: null, percent: 5, evidence: ids(10) }),
]

describe('ratings released together', () => {
  const together = (...stars: readonly (readonly [string, string, number])[]): RewardsCommand => ({
    type: 'CountReleasedStars',
    clientId,
    ratings: stars.map(([ratingId, businessId, overall]) => ({ ratingId, businessId, overall })),
    codes: { elite: elite('batch') },
    eligible: true,
    ttlMonths: 12,
    at: start,
  })

  it('count together, best first, so that their order reveals nothing', () =>
    given()
      .when(together(['a', 'v1', 3], ['b', 'v2', 5], ['c', 'v3', 4]))
      .then(
        counted('b', 'v2'),
        counted('c', 'v3', 4),
        counted('a', 'v1', 3),
        tierChanged('new', 'trusted', 'b', 'c', 'a'),
      ))

  it('B-21: have their combined effect immediately', () =>
    expect(stateAfter(...fiveStars(2), together(['c', 'v3', 5], ['d', 'v4', 5], ['e', 'v5', 5])).crossActive).toBe(
      true,
    ))

  it('count once', () =>
    given(...lived(together(['a', 'v1', 3], ['b', 'v2', 5])))
      .when(together(['b', 'v2', 5], ['a', 'v1', 3]))
      .thenNothing())

  it('are refused when one was counted for another venue', () =>
    given(...lived(countStars('a', 'v1')))
      .when(together(['b', 'v2', 5], ['a', 'v9', 5]))
      .thenRejected({ type: 'StarsCountedElsewhere', ratingId: 'a', businessId: 'v1' }))
})

describe('the cross-provider discount', () => {
  it('B-21: is activated by five stars from a fifth venue', () => {
    const made = [crossActivated(...ids(5)), tierChanged('trusted', 'top', ...ids(5))]
    given(...lived(...fiveStars(4)))
      .when(countStars('r5', 'v5'))
      .then(counted('r5', 'v5'), ...made)
  })

  it('B-21: requires five different venues with five stars each', () => {
    given(...lived(...fiveStars(4), countStars('r5', 'v4')))
      .when(countStars('r6', 'v4'))
      .then(counted('r6', 'v4'))
    given(...lived(...fiveStars(4), countStars('x1', 'v8')))
      .when(countStars('r9', 'v9', 4))
      .then(counted('r9', 'v9', 4))
    expect(stateAfter(...fiveStars(4), countStars('r5', 'v5', 4)).crossActive).toBe(false)
  })

  it('B-21: is permanent, whatever happens to the ratings', () => {
    const state = stateAfter(...fiveStars(5), ...ids(5).map((id) => uncountStars(id)))
    expect(standingOf(state)).toMatchObject({ ratings: 0, fiveStarProviders: 0, cross: 'active' })
  })

  it('is activated once', () =>
    given(...lived(...fiveStars(5)))
      .when(countStars('r6', 'v6'))
      .then(counted('r6', 'v6')))

  it('S-19: is pending, then active, then completed by the bonus', () => {
    const cross = (venues: number) => standingOf(stateAfter(...fiveStars(venues))).cross
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
    given(...lived(...fiveStars(9)))
      .when(countStars('r10', 'v10'))
      .then(counted('r10', 'v10'), ...bonus(elite('r10'))))

  it('B-22: is granted once', () =>
    given(...lived(...fiveStars(10)))
      .when(countStars('r11', 'v11'))
      .then(counted('r11', 'v11')))

  it('B-22: is not granted again once its code was used or expired', () => {
    const again = [uncountStars('r1'), countStars('r1', 'v1')]
    const used = lived(...fiveStars(10), redeem(elite('r10'), owner), ...again)
    const over = lived(...fiveStars(10), expire(inAYear), ...again)
    for (const history of [used, over])
      expect(history.filter(({ type }) => type === 'EliteBonusGranted')).toHaveLength(1)
  })

  it('Q-64, S-20: is available, not earned, while withheld', () => {
    given(...lived(...fiveStars(9)))
      .when(countStars('r10', 'v10', 5, { eligible: false }))
      .then(counted('r10', 'v10'))
    const withheld = stateAfter(...fiveStars(9), countStars('r10', 'v10', 5, { eligible: false }))
    expect(standingOf(withheld)).toMatchObject({ elite: 'available', cross: 'active' })
    expect(standingOf(stateAfter(...fiveStars(9))).elite).toBe('locked')
    expect(standingOf(stateAfter(...fiveStars(10))).elite).toBe('earned')
  })

  it('Q-64: is granted once when the obstacle is gone', () => {
    const withheld = lived(...fiveStars(9), countStars('r10', 'v10', 5, { eligible: false }))
    given(...withheld)
      .when(grantWithheld('ELITE-LATER'))
      .then(...bonus('ELITE-LATER'))
    given(...withheld, ...bonus('ELITE-LATER'))
      .when(grantWithheld('ELITE-AGAIN'))
      .thenNothing()
    given(...withheld, counted('r11', 'v11'))
      .when(grantWithheld('ELITE-LATER'))
      .then(...bonus('ELITE-LATER'))
    given(...lived(...fiveStars(9)))
      .when(grantWithheld())
      .thenNothing()
  })

  it('Q-64: withheld is also granted by the next rating', () =>
    given(...lived(...fiveStars(9), countStars('r10', 'v10', 5, { eligible: false })))
      .when(countStars('r11', 'v11', 3))
      .then(counted('r11', 'v11', 3), ...bonus(elite('r11'))))

  it('Q-50: is revoked unused when a rating it depends on is withdrawn, and earned again by another', () => {
    given(...lived(...fiveStars(10)))
      .when(uncountStars('r3'))
      .then(uncounted('r3', 'v3'), revoked(elite('r10'), 'r3'))
    expect(standingOf(stateAfter(...fiveStars(10), uncountStars('r3'))).elite).toBe('locked')
    const again = stateAfter(...fiveStars(10), uncountStars('r3'), countStars('r11', 'v11'))
    expect(standingOf(again).elite).toBe('earned')
    expect(again.rewards.map(({ status }) => status)).toEqual(['revoked', 'active'])
  })

  it('Q-50: is kept when used or when an eleventh venue still supports it', () => {
    given(...lived(...fiveStars(10), redeem(elite('r10'), owner)))
      .when(uncountStars('r3'))
      .then(uncounted('r3', 'v3'))
    given(...lived(...fiveStars(11)))
      .when(uncountStars('r3'))
      .then(uncounted('r3', 'v3'))
  })

  it('V-51: requires a code of 6 to 20 characters', () =>
    given(...lived(...fiveStars(9)))
      .when(countStars('r10', 'v10', 5, { codes: { elite: 'ELITE' } }))
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
    given(...lived(countStars('r1', 'v1', 4), countStars('r2', 'v1', 4)))
      .when(countStars('r3', 'v1', 4))
      .then(counted('r3', 'v1', 4), tierChanged('new', 'trusted', 'r1', 'r2', 'r3'))
    given(...lived(countStars('r1', 'v1', 4), countStars('r2', 'v1', 4), countStars('r3', 'v1', 4)))
      .when(countStars('r4', 'v1', 4))
      .then(counted('r4', 'v1', 4))
  })

  it('B-24: falls with a bad rating and rises when it is withdrawn', () => {
    const good = [countStars('r1', 'v1', 4), countStars('r2', 'v1', 4), countStars('r3', 'v1', 4)]
    given(...lived(...good))
      .when(countStars('r4', 'v2', 1))
      .then(counted('r4', 'v2', 1), tierChanged('trusted', 'new', 'r1', 'r2', 'r3', 'r4'))
    given(...lived(...good, countStars('r4', 'v2', 1)))
      .when(uncountStars('r4'))
      .then(uncounted('r4', 'v2'), tierChanged('new', 'trusted', 'r1', 'r2', 'r3'))
  })
})

describe('counting a received rating', () => {
  it('happens once', () =>
    given(...lived(countStars('r1', 'v1')))
      .when(countStars('r1', 'v1'))
      .thenNothing())

  it('uses the new stars after a correction', () => {
    given(...lived(...fiveStars(10)))
      .when(countStars('r2', 'v2', 1))
      .then(counted('r2', 'v2', 1), revoked(elite('r10'), 'r2'))
    expect(standingOf(stateAfter(countStars('r1', 'v1', 5), countStars('r1', 'v1', 2)))).toMatchObject({
      ratings: 1,
      stars: 2,
      fiveStars: 0,
      providers: 1,
    })
  })

  it('is refused for another venue', () =>
    given(...lived(countStars('r1', 'v1')))
      .when(countStars('r1', 'v2'))
      .thenRejected({ type: 'StarsCountedElsewhere', ratingId: 'r1', businessId: 'v1' }))

  it('is reversed once, and never for an unknown rating', () => {
    given(...lived(countStars('r1', 'v1'), uncountStars('r1')))
      .when(uncountStars('r1'))
      .thenNothing()
    given().when(uncountStars('r1')).thenNothing()
  })

  it('updates the standing: ratings, stars, five stars, venues', () =>
    expect(
      standingOf(stateAfter(countStars('r1', 'v1'), countStars('r2', 'v1'), countStars('r3', 'v2', 3))),
    ).toMatchObject({ ratings: 3, stars: 13, fiveStars: 2, providers: 2, fiveStarProviders: 1, tier: 'trusted' }))
})
