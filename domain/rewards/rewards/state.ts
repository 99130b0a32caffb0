import type { Instant } from '../../kernel/primitives.ts'
import type { RewardsEvent, Tier } from './events.ts'

type DataOf<T extends RewardsEvent['type']> = Extract<RewardsEvent, { readonly type: T }>['data']

export type CreditedReview = DataOf<'ReviewCredited'>
export interface CountedStars extends DataOf<'StarsCounted'> {
  /** Since when the rating counts, whatever its stars were then. */
  readonly since: Instant
}
export interface Reward extends DataOf<'RewardIssued'> {
  readonly status: 'active' | 'redeemed' | 'revoked' | 'expired'
}

export interface RewardsState {
  /** Live reviews written, in the order they were credited. */
  readonly reviews: readonly CreditedReview[]
  /** Live ratings received, in the order their present stars were counted. */
  readonly stars: readonly CountedStars[]
  readonly rewards: readonly Reward[]
  /** B-21: once on, on for ever. */
  readonly crossActive: boolean
  readonly tier: Tier
}

export const initial: RewardsState = { reviews: [], stars: [], rewards: [], crossActive: false, tier: 'new' }

export const evolve = (state: RewardsState, event: RewardsEvent): RewardsState => {
  switch (event.type) {
    case 'ReviewCredited':
      return { ...state, reviews: [...withoutReview(state, event.data.reviewId), event.data] }
    case 'ReviewUncredited':
      return { ...state, reviews: withoutReview(state, event.data.reviewId) }
    case 'StarsCounted': {
      const { ratingId, at } = event.data
      const since = state.stars.find((rating) => rating.ratingId === ratingId)?.since ?? at
      return { ...state, stars: [...withoutStars(state, ratingId), { ...event.data, since }] }
    }
    case 'StarsUncounted':
      return { ...state, stars: withoutStars(state, event.data.ratingId) }
    case 'RewardIssued':
      return { ...state, rewards: [...state.rewards, { ...event.data, status: 'active' }] }
    case 'RewardRedeemed':
      return marked(state, event.data.code, 'redeemed')
    case 'RewardRevoked':
      return marked(state, event.data.code, 'revoked')
    case 'RewardExpired':
      return marked(state, event.data.code, 'expired')
    case 'CrossProviderDiscountActivated':
      return { ...state, crossActive: true }
    case 'EliteBonusGranted':
      return state // its code says the same: RewardIssued
    case 'TierChanged':
      return { ...state, tier: event.data.to }
  }
}

const withoutReview = (state: RewardsState, reviewId: string) =>
  state.reviews.filter((review) => review.reviewId !== reviewId)

const withoutStars = (state: RewardsState, ratingId: string) =>
  state.stars.filter((rating) => rating.ratingId !== ratingId)

const marked = (state: RewardsState, code: string, status: Reward['status']): RewardsState => ({
  ...state,
  rewards: state.rewards.map((reward) => (reward.code === code ? { ...reward, status } : reward)),
})
