import type { Instant } from '../../kernel/primitives.ts'
import { isBefore, plusMonths } from '../../kernel/time.ts'
import type { RewardsEvent } from './events.ts'
import { rewardRules, tierOf } from './rules.ts'
import { eliteOf, fiveStarFirsts, starsOf } from './standing.ts'
import type { Reward, RewardsState } from './state.ts'

export interface Terms {
  readonly clientId: string
  readonly at: Instant
  readonly ttlMonths: number
}

const { version: ruleVersion } = rewardRules

/**
 * The codes a review earns (B-23). One of each kind per client and business stands at a time (B-26): a second is issued
 * only when the first was revoked.
 */
export const reviewRewards = (
  state: RewardsState,
  review: Terms & { readonly reviewId: string; readonly businessId: string },
  codes: Readonly<Record<'first' | 'fifth', string>>,
): readonly RewardsEvent[] => {
  const { businessId, reviewId: issuedForReviewId } = review
  const ofIt = state.reviews.filter((one) => one.businessId === businessId)
  return rewardRules.reviews
    .filter((rule) => ofIt.length >= rule.reviews)
    .filter(({ ruleType }) => !stands(state, (one) => one.businessId === businessId && one.ruleType === ruleType))
    .map(({ ruleType, percent, code }) => {
      const evidence = ofIt.map(({ reviewId }) => reviewId)
      const reward = { code: codes[code], businessId, rewardType: 'discount', ruleType, percent, evidence } as const
      return issued(review, { ...reward, issuedForReviewId })
    })
}

/** B-22: the bonus and its one code, if it is due and not had before; nothing otherwise. */
export const eliteGrant = (state: RewardsState, terms: Terms, code: string): readonly RewardsEvent[] => {
  if (eliteOf(state) !== 'available') return []
  const { clientId, at } = terms
  const { percent, venues } = rewardRules.elite
  const evidence = ratingIdsOf(fiveStarFirsts(state).slice(0, venues))
  return [
    { type: 'EliteBonusGranted', data: { clientId, at, ruleVersion, evidence, percent } },
    issued(terms, {
      code,
      businessId: null,
      rewardType: 'elite',
      ruleType: null,
      percent,
      issuedForReviewId: null,
      evidence,
    }),
  ]
}

/** The permanent discount and the tier, where the stars as they now are make a difference. */
export const standingChanges = (state: RewardsState, who: Pick<Terms, 'clientId' | 'at'>): readonly RewardsEvent[] => {
  const { venues, percent } = rewardRules.cross
  const firsts = fiveStarFirsts(state)
  const cross: readonly RewardsEvent[] =
    state.crossActive || firsts.length < venues
      ? []
      : [
          {
            type: 'CrossProviderDiscountActivated',
            data: { ...who, ruleVersion, evidence: ratingIdsOf(firsts), percent },
          },
        ]
  const [from, to] = [state.tier, tierOf(state.stars.length, starsOf(state))]
  const evidence = ratingIdsOf(state.stars)
  return from === to ? cross : [...cross, { type: 'TierChanged', data: { ...who, ruleVersion, evidence, from, to } }]
}

/** Rewards neither used nor run out that what is left no longer earns. */
export const revocations = (
  state: RewardsState,
  why: Pick<Terms, 'clientId' | 'at'> & { readonly cause: string },
): readonly RewardsEvent[] =>
  state.rewards
    .filter((reward) => reward.status === 'active' && isBefore(why.at, reward.expiresAt))
    .filter((reward) => !stillEarned(state, reward))
    .map(({ code }) => ({ type: 'RewardRevoked', data: { ...why, code } }))

const stillEarned = (state: RewardsState, { businessId, rewardType, ruleType }: Reward): boolean => {
  if (rewardType === 'elite') return fiveStarFirsts(state).length >= rewardRules.elite.venues
  const needed = rewardRules.reviews.find((rule) => rule.ruleType === ruleType)?.reviews ?? 0
  return state.reviews.filter((review) => review.businessId === businessId).length >= needed
}

const stands = (state: RewardsState, matches: (reward: Reward) => boolean) =>
  state.rewards.some((reward) => reward.status !== 'revoked' && matches(reward))

const ratingIdsOf = (stars: RewardsState['stars']) => stars.map(({ ratingId }) => ratingId)

const issued = (
  { clientId, at, ttlMonths }: Terms,
  reward: Omit<Reward, 'clientId' | 'at' | 'ruleVersion' | 'expiresAt' | 'status'>,
): RewardsEvent => ({
  type: 'RewardIssued',
  data: { clientId, at, ruleVersion, ...reward, expiresAt: plusMonths(at, ttlMonths) },
})
