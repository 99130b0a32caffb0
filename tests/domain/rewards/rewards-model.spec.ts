import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { rewards } from '../../../domain/rewards/rewards.ts'
import { bestDiscount, standingOf } from '../../../domain/rewards/standing.ts'
import { testDeciderProperties } from '../../support/decider-spec.ts'
import { anyRewardsCommand } from '../../support/rewards/reward-fixtures.ts'
import {
  countedStars,
  fiveStarVenues,
  isSuspended,
  newRewards,
  newRewardsModel,
  type RewardsModel,
  rewardsSteps,
  type RewardsUnderTest,
  timeOf,
} from '../../support/rewards/rewards-model.ts'

const runs = { numRuns: 300 }
/** Runs random command sequences on several hundred clients and checks the final states. */
const forEveryHistory = (look: (real: RewardsUnderTest, model: RewardsModel) => void) =>
  fc.assert(
    fc.property(rewardsSteps, (commands) => {
      const [model, real] = [newRewardsModel(), newRewards()]
      fc.modelRun(() => ({ model, real }), commands)
      look(real, model)
    }),
    runs,
  )
const standing = (real: RewardsUnderTest) =>
  [...real.state.rewards.values()].filter(({ status }) => status !== 'revoked')
const duplicates = (keys: readonly string[]) => keys.filter((key, i) => keys.indexOf(key) !== i)

describe('a client’s rewards, for every history', () => {
  it('agree with a simple reference model', () =>
    forEveryHistory((real, model) => {
      const keyOf = (businessId: string | null, ruleType: string | null) =>
        businessId === null ? 'elite' : `${businessId}/${ruleType}`
      const actual = standing(real).map(
        (reward) => `${keyOf(reward.businessId, reward.ruleType)} ${reward.code} ${reward.status}`,
      )
      expect(new Set(actual)).toEqual(new Set([...model.held].map(([key, { code, fate }]) => `${key} ${code} ${fate}`)))
    }))

  it('B-26: are unique per client, business and rule unless revoked', () =>
    forEveryHistory((real) =>
      expect(duplicates(standing(real).map(({ businessId, ruleType }) => `${businessId}/${ruleType}`))).toEqual([]),
    ))

  it('B-22: include the Elite bonus at most once, even after it was used', () =>
    forEveryHistory((real) => {
      const elites = [...real.state.rewards.values()].filter(({ rewardType }) => rewardType === 'elite')
      expect(elites.filter(({ status }) => status !== 'revoked').length).toBeLessThanOrEqual(1)
      const used = elites.findIndex(({ status }) => status === 'redeemed')
      expect(used === -1 || used === elites.length - 1).toBe(true)
      expect(real.events.filter(({ type }) => type === 'EliteBonusGranted')).toHaveLength(elites.length)
    }))

  it('Q-65: are redeemed, revoked or expired at most once per code', () =>
    forEveryHistory(({ events }) => {
      const ends = new Set(['RewardRedeemed', 'RewardRevoked', 'RewardExpired'])
      const ended = events.filter(({ type }) => ends.has(type)).map(({ data }) => ('code' in data ? data.code : ''))
      expect(duplicates(ended)).toEqual([])
    }))

  it('B-21, B-24, Q-121: include the milestones and the tier that the stars earn', () =>
    forEveryHistory(({ state }, model) => {
      const counted = countedStars(model)
      const stars = counted.map(({ overall }) => overall)
      const average = stars.reduce((sum, overall) => sum + overall, 0) / stars.length
      const trusted = stars.length >= 3 && average >= 4 ? 'trusted' : 'new'
      expect(standingOf(state)).toMatchObject({
        ratings: stars.length,
        fiveStars: stars.filter((overall) => overall === 5).length,
        venues: new Set(counted.map(({ venue }) => venue)).size,
        fiveStarVenues: fiveStarVenues(model).size,
        tier: stars.length >= 5 && average >= 4.5 ? 'top' : trusted,
      })
      expect(state.crossActive).toBe(model.cross)
    }))

  it('Q-61: offer the best single valid discount, never a sum', () =>
    forEveryHistory(({ state }, model) => {
      const percentOf = (key: string) => (key === 'elite' ? 5 : key.endsWith('/FIVE_REVIEWS_10') ? 10 : 2)
      const codes = [...model.held]
        .filter(([key]) => !key.startsWith('bellavista'))
        .filter(([, reward]) => reward.fate === 'active' && model.month < reward.until && !isSuspended(model, reward))
        .map(([key]) => percentOf(key))
      const best = bestDiscount(state, { businessId: 'aurora', at: timeOf(model) })
      expect(best?.percent ?? 0).toBe(Math.max(0, model.cross ? 2 : 0, ...codes))
    }))

  it('survive serialisation of every event', () =>
    forEveryHistory(({ events, state }) => {
      const read = events.map(({ type, data }) =>
        rewards.events.codecs.get(type)?.decode(JSON.parse(JSON.stringify(data))),
      )
      expect(read).toEqual(events.map((event) => E.right(event)))
      expect(fold(rewards, events)).toEqual(state)
    }))

  it('have reached every state of the model', () => {
    const seen = new Set<string>()
    for (const commands of fc.sample(rewardsSteps, { numRuns: 200, seed: 61 })) {
      const [model, real] = [newRewardsModel(), newRewards()]
      fc.modelRun(() => ({ model, real }), commands)
      for (const { type } of real.events) seen.add(type)
      for (const { rewardType, ruleType, status } of real.state.rewards.values())
        seen.add(`${ruleType ?? rewardType} ${status}`)
    }
    const fates = ['active', 'redeemed', 'revoked', 'expired']
    const kinds = ['FIRST_REVIEW_2', 'FIVE_REVIEWS_10', 'elite']
    const all = [...rewards.events.codecs.keys(), ...kinds.flatMap((kind) => fates.map((fate) => `${kind} ${fate}`))]
    expect(all.filter((state) => !seen.has(state))).toEqual([])
  })
})

testDeciderProperties('a client’s rewards', rewards, anyRewardsCommand, { longest: 70, unreached: ['RewardRedeemed'] })
