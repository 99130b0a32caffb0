import * as t from 'io-ts'
import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, oneOf, orNull, Percent, Stars, Whole } from '../../kernel/primitives.ts'

/** The two rules that issue codes for reviews (V-53). */
export const RuleType = oneOf(['FIRST_REVIEW_2', 'FIVE_REVIEWS_10'])
export type RuleType = t.TypeOf<typeof RuleType>
export const Tier = oneOf(['new', 'trusted', 'top'])
export type Tier = t.TypeOf<typeof Tier>

const client = { clientId: clear(Id), at: clear(Instant) }
/** The rule book's version and the events that earned it. */
const ground = { ruleVersion: clear(Whole), evidence: clear(t.readonlyArray(Id)) }

/** A live review by this client of a business. */
export const ReviewCredited = event('ReviewCredited', { ...client, reviewId: clear(Id), businessId: clear(Id) })
export const ReviewUncredited = event('ReviewUncredited', { ...client, reviewId: clear(Id), businessId: clear(Id) })
/** A rating received from a business. */
export const StarsCounted = event('StarsCounted', {
  ...client,
  ratingId: clear(Id),
  businessId: clear(Id),
  overall: clear(Stars),
})
export const StarsUncounted = event('StarsUncounted', { ...client, ratingId: clear(Id), businessId: clear(Id) })

export const RewardIssued = event('RewardIssued', {
  ...client,
  ...ground,
  code: clear(Id),
  /** Where it can be spent; null = anywhere (elite). */
  businessId: clear(orNull(Id)),
  rewardType: clear(oneOf(['discount', 'elite'])),
  ruleType: clear(orNull(RuleType)),
  percent: clear(Percent),
  issuedForReviewId: clear(orNull(Id)),
  expiresAt: clear(Instant),
})
export const RewardRedeemed = event('RewardRedeemed', {
  ...client,
  code: clear(Id),
  /** The account that pressed: the owning client's or the issuing business's. */
  by: clear(Id),
})
export const RewardRevoked = event('RewardRevoked', { ...client, code: clear(Id), cause: clear(Id) })
export const RewardExpired = event('RewardExpired', { ...client, code: clear(Id) })
export const CrossProviderDiscountActivated = event('CrossProviderDiscountActivated', {
  ...client,
  ...ground,
  percent: clear(Percent),
})
export const EliteBonusGranted = event('EliteBonusGranted', { ...client, ...ground, percent: clear(Percent) })
export const TierChanged = event('TierChanged', { ...client, ...ground, from: clear(Tier), to: clear(Tier) })

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
