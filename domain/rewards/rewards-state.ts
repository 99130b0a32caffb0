import * as t from 'io-ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf, Percent, Stars, Whole } from '../kernel/primitives.ts'

/** The two rules that issue codes for reviews (V-53). */
export const RuleType = oneOf(['FIRST_REVIEW_2', 'FIVE_REVIEWS_10'])
export type RuleType = t.TypeOf<typeof RuleType>
export const Tier = oneOf(['new', 'trusted', 'top'])
export type Tier = t.TypeOf<typeof Tier>

const clientFields = { clientId: clear(Id), at: clear(Instant) }
/** The rule book's version and the events that earned it. */
const ruleFields = { ruleVersion: clear(Whole), evidence: clear(t.readonlyArray(Id)) }

/** A live review by this client of a business. */
export const ReviewCredited = event('ReviewCredited', { ...clientFields, reviewId: clear(Id), businessId: clear(Id) })
export const ReviewUncredited = event('ReviewUncredited', {
  ...clientFields,
  reviewId: clear(Id),
  businessId: clear(Id),
})
/** A rating received from a business. */
export const StarsCounted = event('StarsCounted', {
  ...clientFields,
  ratingId: clear(Id),
  businessId: clear(Id),
  overall: clear(Stars),
})
export const StarsUncounted = event('StarsUncounted', { ...clientFields, ratingId: clear(Id), businessId: clear(Id) })

export const RewardIssued = event('RewardIssued', {
  ...clientFields,
  ...ruleFields,
  code: clear(Id),
  /** Where it can be spent; null = anywhere (elite). */
  businessId: clear(nullable(Id)),
  rewardType: clear(oneOf(['discount', 'elite'])),
  ruleType: clear(nullable(RuleType)),
  percent: clear(Percent),
  issuedForReviewId: clear(nullable(Id)),
  expiresAt: clear(Instant),
})
export const RewardRedeemed = event('RewardRedeemed', {
  ...clientFields,
  code: clear(Id),
  /** The account that pressed: the owning client's or the issuing business's. */
  by: clear(Id),
})
export const RewardRevoked = event('RewardRevoked', { ...clientFields, code: clear(Id), cause: clear(Id) })
export const RewardExpired = event('RewardExpired', { ...clientFields, code: clear(Id) })
export const CrossProviderDiscountActivated = event('CrossProviderDiscountActivated', {
  ...clientFields,
  ...ruleFields,
  percent: clear(Percent),
})
export const EliteBonusGranted = event('EliteBonusGranted', { ...clientFields, ...ruleFields, percent: clear(Percent) })
export const TierChanged = event('TierChanged', { ...clientFields, ...ruleFields, from: clear(Tier), to: clear(Tier) })

export const RewardsEvents = family(
  ReviewCredited,
  ReviewUncredited,
  StarsCounted,
  StarsUncounted,
  RewardIssued,
  RewardRedeemed,
  RewardRevoked,
  RewardExpired,
  CrossProviderDiscountActivated,
  EliteBonusGranted,
  TierChanged,
)
export type RewardsEvent = EventIn<typeof RewardsEvents>

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
      return withRewardStatus(state, event.data.code, 'redeemed')
    case 'RewardRevoked':
      return withRewardStatus(state, event.data.code, 'revoked')
    case 'RewardExpired':
      return withRewardStatus(state, event.data.code, 'expired')
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

const withRewardStatus = (state: RewardsState, code: string, status: Reward['status']): RewardsState => ({
  ...state,
  rewards: state.rewards.map((reward) => (reward.code === code ? { ...reward, status } : reward)),
})
