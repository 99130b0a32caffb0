/** Type of a code: a discount for reviews, or the elite bonus. */
export const rewardTypes = ['discount', 'elite'] as const

/** The rule for reviews that issued a discount; null for the elite bonus. @rule V-53 */
export const reviewRuleTypes = ['FIRST_REVIEW_2', 'FIVE_REVIEWS_10'] as const
export type ReviewRuleType = (typeof reviewRuleTypes)[number]

/** The rule that issued a code, including the one of the elite bonus. */
export const rewardRuleNames = [...reviewRuleTypes, 'ELITE'] as const
export type RewardRuleName = (typeof rewardRuleNames)[number]

/** `suspended`: not redeemable for some days, because the stars of its review were lowered far. @rule Q-132 */
export const rewardStatuses = ['active', 'suspended', 'redeemed', 'revoked', 'expired'] as const
export type RewardStatus = (typeof rewardStatuses)[number]

export const tiers = ['new', 'trusted', 'top'] as const
export type Tier = (typeof tiers)[number]

/** What businesses see of a client: the words of the tiers, but by another rule (`clientBadgeOf`). @rule B-17 */
export const clientBadges = ['new', 'trusted', 'top'] as const
export type ClientBadge = (typeof clientBadges)[number]

/** State of the cross-provider discount; completed once the elite bonus is earned. @rule S-19 */
export const crossStates = ['pending', 'active', 'completed'] as const
export type CrossState = (typeof crossStates)[number]

/** State of the elite bonus; `available` while its grant is withheld. @rule S-20 */
export const eliteStates = ['locked', 'available', 'earned'] as const
export type EliteState = (typeof eliteStates)[number]

/** Status on the client's own dashboard, highest priority first. @rule B-19 */
export const clientStatuses = ['elite', 'cross', 'top', 'trusted', 'regular'] as const
export type ClientStatus = (typeof clientStatuses)[number]

/** Discounts a client can have at every business. */
export const generalDiscounts = ['cross', 'elite'] as const

/** What a client can reach through ratings received. */
export const rewardGoals = [...generalDiscounts, 'trusted', 'top'] as const
export type RewardGoal = (typeof rewardGoals)[number]
