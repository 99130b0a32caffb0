import { describe, expect, it } from 'vitest'
import {
  badgeDiscountOf,
  type BadgeStanding,
  clientStatusOf,
  rewardBadgesOf,
  clientBadgeOf,
} from '../../../domain/rewards/client-badges.ts'
import { goalsOf, tierOf } from '../../../domain/rewards/rules.ts'

const none: BadgeStanding = {
  tier: 'new',
  ratings: 0,
  stars: 0,
  fiveStars: 0,
  crossPercent: 0,
  eliteGranted: false,
}

describe('the badges of a client', () => {
  it.each([
    ['top', 450, 'top', 15],
    ['top', 479, 'top', 15],
    ['top', 480, 'top', 20],
    ['new', 500, 'trusted', 10],
    ['new', 400, 'trusted', 10],
    ['trusted', 400, 'trusted', 10],
    ['new', 399, 'new', 10],
    ['new', 0, 'new', 10],
  ] as const)(
    'B-17, B-18: of the tier %s with %s stars from 100 ratings are %s and %s percent',
    (tier, stars, badge, percent) => {
      const standing = { tier, ratings: 100, stars }
      expect(clientBadgeOf(standing)).toBe(badge)
      expect(badgeDiscountOf(standing)).toBe(percent)
    },
  )

  it('B-17, D-22, Q-62: include “trusted”, unlike the tier, from a single rating of four stars', () =>
    expect([tierOf(1, 4), clientBadgeOf({ tier: 'new', ratings: 1, stars: 4 })]).toEqual(['new', 'trusted']))

  it('B-17: do not include “trusted” without ratings', () => expect(clientBadgeOf(none)).toBe('new'))

  it.each([
    [2, 0, false, []],
    [3, 0, false, [{ type: 'progress', have: 3, need: 10 }]],
    [5, 0, false, [{ type: 'progress', have: 5, need: 10 }]],
    [4, 0, false, [{ type: 'progress', have: 4, need: 10 }]],
    [
      5,
      2,
      false,
      [
        { type: 'cross', percent: 2 },
        { type: 'progress', have: 5, need: 10 },
      ],
    ],
    [
      12,
      2,
      false,
      [
        { type: 'cross', percent: 2 },
        { type: 'progress', have: 10, need: 10 },
      ],
    ],
    [
      12,
      2,
      true,
      [
        { type: 'cross', percent: 2 },
        { type: 'elite', percent: 5 },
      ],
    ],
    [2, 0, true, [{ type: 'elite', percent: 5 }]],
  ])(
    'B-20: with %s five-star ratings, a granted discount of %s percent and the bonus %s are listed',
    (fiveStars, crossPercent, eliteGranted, badges) =>
      expect(rewardBadgesOf({ ...none, fiveStars, crossPercent, eliteGranted })).toEqual(badges),
  )

  it('B-20, B-21: show no discount that was not granted, whatever the number of five-star ratings', () =>
    expect(rewardBadgesOf({ ...none, ratings: 9, stars: 45, fiveStars: 9 })).toEqual([
      { type: 'progress', have: 9, need: 10 },
    ]))
})

describe('the status of a client', () => {
  const best: BadgeStanding = { ...none, tier: 'top', ratings: 10, stars: 50, crossPercent: 2, eliteGranted: true }

  it.each([
    ['elite', best],
    ['cross', { ...best, eliteGranted: false }],
    ['top', { ...best, eliteGranted: false, crossPercent: 0 }],
    ['trusted', { ...none, ratings: 1, stars: 4 }],
    ['regular', { ...none, ratings: 2, stars: 7 }],
    ['regular', none],
  ] as const)('B-19, Q-63: is %s', (status, standing) => expect(clientStatusOf(standing)).toBe(status))

  it('B-17, B-19: calls trusted whom businesses see as trusted', () => {
    for (const [ratings, stars] of [
      [1, 4],
      [2, 7],
      [3, 12],
      [200, 799],
    ] as const) {
      const standing: BadgeStanding = { ...none, ratings, stars }
      expect(clientStatusOf(standing) === 'trusted').toBe(clientBadgeOf(standing) === 'trusted')
    }
  })
})

describe('the goals of a client', () => {
  const metrics = { ratings: 4, fiveStarVenues: 2, tier: 'trusted', cross: false, elite: false } as const

  it('B-21, B-22, B-24: state the requirement and what is missing', () =>
    expect(goalsOf(metrics)).toEqual([
      {
        to: 'cross',
        reached: false,
        percent: 2,
        venues: 5,
        ratings: null,
        average: null,
        missing: { of: 'venues', amount: 3 },
        withheld: false,
      },
      {
        to: 'elite',
        reached: false,
        percent: 5,
        venues: 10,
        ratings: null,
        average: null,
        missing: { of: 'venues', amount: 8 },
        withheld: false,
      },
      {
        to: 'trusted',
        reached: true,
        percent: 15,
        venues: null,
        ratings: 3,
        average: 4,
        missing: null,
        withheld: false,
      },
      {
        to: 'top',
        reached: false,
        percent: 20,
        venues: null,
        ratings: 5,
        average: 4.5,
        missing: { of: 'ratings', amount: 1 },
        withheld: false,
      },
    ]))

  it('B-24: miss the average once the ratings suffice', () =>
    expect(goalsOf({ ...metrics, ratings: 5 }).at(-1)).toMatchObject({ missing: { of: 'average', amount: 4.5 } }))

  it('Q-64: miss no venue while the elite bonus is withheld', () => {
    const withheld = { ...metrics, cross: true, fiveStarVenues: 10 }
    expect(goalsOf(withheld)[1]).toMatchObject({ to: 'elite', reached: false, missing: null, withheld: true })
    expect(goalsOf({ ...withheld, fiveStarVenues: 9 })[1]).toMatchObject({
      missing: { of: 'venues', amount: 1 },
      withheld: false,
    })
    expect(goalsOf({ ...withheld, elite: true })[1]).toMatchObject({ reached: true, missing: null, withheld: false })
  })

  it('S-19, S-20: stay reached once granted', () =>
    expect(goalsOf({ ...metrics, cross: true, elite: true, fiveStarVenues: 0 })).toMatchObject([
      { to: 'cross', reached: true, missing: null },
      { to: 'elite', reached: true, missing: null },
      {},
      {},
    ]))
})
